#include "viz/write/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rackcast::viz {

namespace {

constexpr double least_step = 1e-9;
constexpr double most_ticks = 50;

int decimals_of(double step) {
  int decimals = 0;
  for (double scaled = step; scaled < 1 - least_step && decimals < 9; scaled *= 10) ++decimals;
  return decimals;
}

}  // namespace

void ValueRange::cover(double value) {
  if (!std::isfinite(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

double nice_step(double rough) {
  if (!(rough > least_step)) return least_step;
  double decade = 1;
  while (decade > rough) decade /= 10;
  while (decade * 10 <= rough) decade *= 10;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * decade >= rough) return factor * decade;
  }
  return 10 * decade;
}

Axis::Axis(double low, double high, double pixel_low, double pixel_high, int wanted)
    : low_(low), high_(high > low ? high : low + 1), pixel_low_(pixel_low), pixel_high_(pixel_high) {
  const double step = nice_step((high_ - low_) / std::max(1, wanted));
  decimals_ = decimals_of(step);
  const double first = std::ceil(low_ / step);
  const double last = std::min(std::floor(high_ / step), first + most_ticks);
  for (double i = first; i <= last; ++i) ticks_.push_back(i * step);
}

double Axis::pixel(double value) const {
  return pixel_low_ + (value - low_) / (high_ - low_) * (pixel_high_ - pixel_low_);
}

std::string Axis::label(double tick) const { return fmt::format("{:.{}f}", tick == 0 ? 0.0 : tick, decimals_); }

TimeUnit time_unit(double span_s) {
  if (span_s > 3 * 86400.0) return {86400, "d"};
  if (span_s > 3 * 3600.0) return {3600, "h"};
  if (span_s > 3 * 60.0) return {60, "min"};
  return {1, "s"};
}

}  // namespace rackcast::viz
