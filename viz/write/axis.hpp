#pragma once

#include <limits>
#include <string>
#include <vector>

namespace rackcast::viz {

/// A linear axis from data to pixels with ticks at 1, 2 or 5 times a power of ten.
class Axis {
 public:
  /// Covers [low, high] of the data; an empty or inverted range is widened to one unit. About `wanted` ticks.
  Axis(double low, double high, double pixel_low, double pixel_high, int wanted);

  double pixel(double value) const;
  double low() const { return low_; }
  double high() const { return high_; }
  const std::vector<double>& ticks() const { return ticks_; }

  /// The tick as text, with as many decimals as the tick step needs.
  std::string label(double tick) const;

 private:
  double low_;
  double high_;
  double pixel_low_;
  double pixel_high_;
  int decimals_ = 0;
  std::vector<double> ticks_;
};

/// Least and greatest of the values it was shown; what is not finite counts for nothing.
struct ValueRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void cover(double value);
  bool empty() const { return !(low <= high); }
};

/// Least of 1, 2 or 5 times a power of ten that is at or above `rough` (> 0).
double nice_step(double rough);

/// The unit in which a span of simulated time reads well.
struct TimeUnit {
  double seconds;
  const char* name;
};
TimeUnit time_unit(double span_s);

}  // namespace rackcast::viz
