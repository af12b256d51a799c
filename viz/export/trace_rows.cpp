#include "viz/export/trace_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "viz/export/throttle_bits.hpp"

namespace rackcast::viz {

TraceRows::TraceRows(const std::filesystem::path& folder, const std::vector<Part>& parts) : csv_(folder / "trace.csv") {
  const auto& header = csv_.header();
  if (header.size() < leading || header[0] != "time_s" || header[1] != "component") {
    csv_.refuse("does not begin with time_s,component");
  }
  columns_.assign(header.begin() + leading, header.end());
  mode_ = column(mode_column);
  for (std::size_t i = 0; i < parts.size(); ++i) index_.emplace(parts[i].path, i);
}

std::size_t TraceRows::column(std::string_view name) const {
  return static_cast<std::size_t>(std::find(columns_.begin(), columns_.end(), name) - columns_.begin());
}

bool TraceRows::next() {
  if (!csv_.next()) return false;
  const double time_s = csv_.number(0);
  if (std::isnan(time_s) || time_s < 0) csv_.refuse("has no time");
  if (time_s < time_s_) csv_.refuse("its time is before the line above");
  time_s_ = time_s;
  const auto found = index_.find(csv_.fields()[1]);
  if (found == index_.end()) csv_.refuse("its component is not in layout.json");
  part_ = found->second;
  return true;
}

double TraceRows::value(std::size_t column) const {
  if (column >= columns_.size()) return std::numeric_limits<double>::quiet_NaN();
  if (column != mode_) return csv_.number(column + leading);
  if (text(column).empty()) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(throttle_bits(text(column)));
}

}  // namespace rackcast::viz
