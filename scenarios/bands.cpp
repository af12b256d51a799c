#include "scenarios/bands.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "scenarios/statistics.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double levels[] = {0.1, 0.5, 0.9};

// Values by time and series; series are numbered in order of first appearance.
class Collector {
 public:
  void add(const sim::TraceTable& table) {
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const std::string& component = table.components[table.component[r]];
      const auto values = table.row(r);
      for (std::size_t c = 0; c < values.size(); ++c) add_value(table, r, component, c);
    }
  }

  sim::TraceTable quantiles() && {
    sim::TraceTable out;
    out.columns = {{"p10", {}}, {"p50", {}}, {"p90", {}}};
    out.components = names_;
    for (auto& [place, values] : values_) {
      std::sort(values.begin(), values.end());
      out.time.push_back(place.first);
      out.component.push_back(place.second);
      for (const double level : levels) out.values.push_back(quantile(values, level));
    }
    return out;
  }

 private:
  void add_value(const sim::TraceTable& table, std::size_t row, const std::string& component, std::size_t column) {
    const double value = table.row(row)[column];
    if (!table.columns[column].labels.empty() || std::isnan(value)) return;
    values_[{table.time[row], series(component + "." + table.columns[column].name)}].push_back(value);
  }

  std::uint32_t series(const std::string& name) {
    const auto [place, added] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (added) names_.push_back(name);
    return place->second;
  }

  std::map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
  std::map<std::pair<sim::Time, std::uint32_t>, std::vector<double>> values_;
};

}  // namespace

sim::TraceTable band_quantiles(std::span<const sim::TraceTable* const> replications) {
  Collector collector;
  for (const sim::TraceTable* table : replications) collector.add(*table);
  return std::move(collector).quantiles();
}

}  // namespace rackcast::scenarios
