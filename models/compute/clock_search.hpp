#pragma once

#include <algorithm>
#include <cmath>

namespace rackcast::models {

/// Relative width at which a search for a clock ends: 2 mHz of 2 GHz.
inline constexpr double clock_tolerance = 1e-12;

/// The highest x in [low, high] with `value_at(x)` ≤ limit, to `clock_tolerance`, for a value that rises with x (it may
/// jump, and be infinite at the top). The limit is never exceeded: the result is a point where the value was taken and
/// found within it. `low` when even that exceeds the limit. False position (Illinois) within a bracket, every third
/// step a bisection: about ten evaluations for a smooth value, at most 130 for any.
template <class Function>
double highest_within(double low, double high, double limit, const Function& value_at) {
  double above = value_at(high) - limit;
  if (above <= 0) return high;
  double below = value_at(low) - limit;
  if (!(below <= 0)) return low;
  const double gap = 0.5 * clock_tolerance * high;
  int moved = 0;  // the side that moved last: −1 low, 1 high
  for (int step = 1; high - low > 2 * gap; ++step) {
    constexpr int bisect_every = 3;
    const bool bisect = step % bisect_every == 0 || !std::isfinite(above);
    const double guess = bisect ? low + 0.5 * (high - low) : high - above * (high - low) / (above - below);
    const double x = std::clamp(guess, low + gap, high - gap);
    const double value = value_at(x) - limit;
    if (value <= 0) {
      if (moved < 0) above *= 0.5;
      low = x, below = value, moved = -1;
    } else {
      if (moved > 0) below *= 0.5;
      high = x, above = value, moved = 1;
    }
  }
  return low;
}

}  // namespace rackcast::models
