#pragma once

namespace rackcast::models {

/// The highest x in [low, high] with `value_at(x)` ≤ limit, for a value that rises with x: bisection to the last bit,
/// so the limit is never exceeded by rounding. `low` when even that exceeds the limit.
template <class Function>
double highest_within(double low, double high, double limit, const Function& value_at) {
  if (value_at(high) <= limit) return high;
  if (!(value_at(low) <= limit)) return low;
  for (;;) {
    const double middle = low + 0.5 * (high - low);
    if (!(middle > low && middle < high)) return low;
    (value_at(middle) <= limit ? low : high) = middle;
  }
}

}  // namespace rackcast::models
