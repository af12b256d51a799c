#include "viz/write/series.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rackcast::viz {

namespace {

using Iterator = std::vector<Point>::const_iterator;

bool is_gap(const Point& p) { return !std::isfinite(p.value); }

void append_extremes(Iterator begin, Iterator end, std::vector<Point>& out) {
  const auto [low, high] =
      std::minmax_element(begin, end, [](const Point& a, const Point& b) { return a.value < b.value; });
  std::vector<Iterator> kept{begin, low, high, std::prev(end)};
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  for (const Iterator it : kept) out.push_back(*it);
}

}  // namespace

std::vector<Series> series_of(const sim::TraceTable& table, std::string_view column) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const sim::TraceColumn& c) { return c.name == column; });
  if (found == table.columns.end()) return {};
  const auto index = static_cast<std::size_t>(found - table.columns.begin());
  std::vector<Series> all(table.components.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i].component = table.components[i];
  for (std::size_t r = 0; r < table.rows(); ++r) {
    all[table.component[r]].points.push_back({sim::to_seconds(table.time[r]), table.row(r)[index]});
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
