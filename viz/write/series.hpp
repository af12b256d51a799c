#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/trace.hpp"

namespace rackcast::viz {

struct Point {
  double time_s = 0;
  double value = 0;  ///< NaN breaks the line
};

/// One component's values of one column, in time order.
struct Series {
  std::string component;
  std::vector<Point> points;
};

/// Every component with at least one finite value in `column`, in the table's order of components. Empty if there is no
/// such column. Where the table has the lowest and highest value since the sample before (power_min_w and power_max_w
/// beside power_w), they stand before the sample at its time.
std::vector<Series> series_of(const sim::TraceTable& table, std::string_view column);

/// The column of the lowest or highest value beside `column`: power_w and "max" make power_max_w.
std::string extreme_name(std::string_view column, std::string_view which);

/// Thins `points` to at most four per bin of `bin_s`: first, lowest, highest and last, so that no peak is lost.
std::vector<Point> thinned(const std::vector<Point>& points, double bin_s);

}  // namespace rackcast::viz
