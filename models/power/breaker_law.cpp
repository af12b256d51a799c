#include "models/power/breaker_law.hpp"

#include <limits>

#include "sim/math.hpp"

namespace rackcast::models {

namespace {

/// Share of the range between the conventional currents that no individual's threshold comes nearer to its ends.
constexpr double inset = 0.003;

}  // namespace

BreakerLaw::BreakerLaw(const BreakerSpec& breaker)
    : rated_a_(breaker.rated_a),
      instant_(breaker.instant),
      lowest_(breaker.holds * breaker.holds),
      highest_(breaker.trips * breaker.trips),
      time_constant_s_(breaker.time_constant_s) {
  const double range = highest_ - lowest_;
  lowest_ += inset * range;
  highest_ -= inset * range;
}

double BreakerLaw::squared(double current_a) const {
  const double ratio = current_a / rated_a_;
  return ratio * ratio;
}

double BreakerLaw::threshold(double u) const { return lowest_ + u * (highest_ - lowest_); }

double BreakerLaw::heat(double heat_before, double current_a, double duration_s) const {
  const double settled = squared(current_a);
  return settled + (heat_before - settled) * sim::exp(-duration_s / time_constant_s_);
}

double BreakerLaw::trips_after_s(double heat_now, double current_a, double threshold) const {
  if (current_a >= instant_ * rated_a_ || heat_now >= threshold) return 0;
  const double settled = squared(current_a);
  if (settled <= threshold) return std::numeric_limits<double>::infinity();
  return time_constant_s_ * sim::log((settled - heat_now) / (settled - threshold));
}

}  // namespace rackcast::models
