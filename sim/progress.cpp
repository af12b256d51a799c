#include "sim/progress.hpp"

#include <cmath>

namespace rackcast::sim {

Time Progress::reaches(double target) const {
  const double gap = target - value_;
  if (gap == 0) return since_;
  if (rate_ == 0 || (gap > 0) != (rate_ > 0)) return gap * rate_ < 0 ? since_ : Time::never();
  const double ns = std::ceil(gap / rate_ * nanoseconds_per_second);
  if (!(ns < static_cast<double>(Time::never().ns - since_.ns))) return Time::never();
  Time at = since_ + Time{static_cast<std::int64_t>(ns)};
  const auto beyond = [&](Time t) { return rate_ > 0 ? value(t) >= target : value(t) <= target; };
  while (at > since_ && beyond(at - Time{1})) at = at - Time{1};
  for (std::int64_t step = 1; !beyond(at); step *= 2) at = at + Time{step};  // rounding of the value, a few ns
  return at;
}

}  // namespace rackcast::sim
