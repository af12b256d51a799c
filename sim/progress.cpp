#include "sim/progress.hpp"

#include <algorithm>
#include <cmath>

namespace rackcast::sim {

// The value is a rounded number and may stand still for some nanoseconds: the estimate is bracketed, then halved.
Time Progress::reaches(double target) const {
  const double gap = target - value_;
  if (gap == 0 || (rate_ != 0 && (gap < 0) != (rate_ < 0))) return since_;
  const double ns = std::ceil(gap / rate_ * nanoseconds_per_second);
  if (!(ns < static_cast<double>(Time::never().ns - since_.ns))) return Time::never();
  const auto beyond = [&](Time t) { return rate_ > 0 ? value(t) >= target : value(t) <= target; };
  Time last{std::max<std::int64_t>(since_.ns, since_.ns + static_cast<std::int64_t>(ns))};
  Time before = last;
  for (std::int64_t step = 1; before > since_ && beyond(before); step *= 2) {
    last = before;
    before = std::max(since_, before - Time{step});
  }
  for (std::int64_t step = 1; !beyond(last); step *= 2) {
    if (last == Time::never()) return last;
    before = last;
    last = last + Time{step};
  }
  while (last.ns - before.ns > 1) {
    const Time middle{before.ns + (last.ns - before.ns) / 2};
    (beyond(middle) ? last : before) = middle;
  }
  return last;
}

}  // namespace rackcast::sim
