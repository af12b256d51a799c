#include "viz/write/series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

namespace rackcast::viz {

namespace {

using Iterator = std::vector<Point>::const_iterator;

bool is_gap(const Point& p) { return !std::isfinite(p.value); }

std::optional<std::size_t> index_of(const sim::TraceTable& table, std::string_view column) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const sim::TraceColumn& c) { return c.name == column; });
  if (found == table.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - table.columns.begin());
}

void append_extremes(Iterator begin, Iterator end, std::vector<Point>& out) {
  const auto [low, high] =
      std::minmax_element(begin, end, [](const Point& a, const Point& b) { return a.value < b.value; });
  std::vector<Iterator> kept{begin, low, high, std::prev(end)};
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  for (const Iterator it : kept) out.push_back(*it);
}

}  // namespace

std::string extreme_name(std::string_view column, std::string_view which) {
  const std::size_t unit = std::min(column.rfind('_'), column.size());
  return std::string(column.substr(0, unit)) + "_" + std::string(which) + std::string(column.substr(unit));
}

std::vector<Series> series_of(const sim::TraceTable& table, std::string_view column) {
  const auto index = index_of(table, column);
  if (!index) return {};
  const std::array extremes = {index_of(table, extreme_name(column, "min")),
                               index_of(table, extreme_name(column, "max"))};
  std::vector<Series> all(table.components.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i].component = table.components[i];
  for (std::size_t r = 0; r < table.rows(); ++r) {
    std::vector<Point>& points = all[table.component[r]].points;
    const double time_s = sim::to_seconds(table.time[r]);
    const double value = table.row(r)[*index];
    for (const auto& extreme : extremes) {
      if (!extreme || !std::isfinite(table.row(r)[*extreme]) || table.row(r)[*extreme] == value) continue;
      points.push_back({time_s, table.row(r)[*extreme]});
    }
    points.push_back({time_s, value});
  }
  std::erase_if(all, [](const Series& s) { return std::all_of(s.points.begin(), s.points.end(), is_gap); });
  return all;
}

std::vector<Point> thinned(const std::vector<Point>& points, double bin_s) {
  std::vector<Point> out;
  for (auto begin = points.begin(); begin != points.end();) {
    const double bin = std::floor(begin->time_s / bin_s);
    auto end = std::find_if(begin, points.end(),
                            [&](const Point& p) { return is_gap(p) || std::floor(p.time_s / bin_s) != bin; });
    if (begin == end) {
      out.push_back(*end++);
    } else {
      append_extremes(begin, end, out);
    }
    begin = end;
  }
  return out;
}

}  // namespace rackcast::viz
