#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace rackcast::sim {

/// A point in simulated time or a span of it: whole nanoseconds since the start of the run.
struct Time {
  std::int64_t ns = 0;

  friend constexpr auto operator<=>(Time, Time) = default;
  /// Not beyond never: never + anything later is never.
  friend constexpr Time operator+(Time a, Time b) {
    Time sum;
    return __builtin_add_overflow(a.ns, b.ns, &sum.ns) ? never() : sum;
  }
  friend constexpr Time operator-(Time a, Time b) { return {a.ns - b.ns}; }

  /// Later than anything that can happen.
  static constexpr Time never() { return {std::numeric_limits<std::int64_t>::max()}; }
};

constexpr double nanoseconds_per_second = 1e9;

constexpr double to_seconds(Time t) { return static_cast<double>(t.ns) / nanoseconds_per_second; }

/// The nanosecond nearest to `seconds`; `never` beyond 292 years.
constexpr Time from_seconds(double seconds) {
  const double ns = seconds * nanoseconds_per_second;
  if (!(ns < 9.2e18)) return Time::never();
  return {static_cast<std::int64_t>(ns < 0 ? ns - 0.5 : ns + 0.5)};
}

}  // namespace rackcast::sim
