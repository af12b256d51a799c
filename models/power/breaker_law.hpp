#pragma once

#include "models/server_spec.hpp"

namespace rackcast::models {

/// The thermal trip of a breaker or fuse as one heat store: with i the current over the rating,
///   dθ/dt = (i² − θ)/τ,  trips at θ ≥ θ_trip;
/// θ_trip differs between individuals: evenly between holds² and trips² (IEC 60898-1: 1.13² = 1.28 to 1.45² = 2.10), a
/// 0.3 % of that range inside, so that one at the upper end still trips within the conventional time. At a steady i it
/// trips after τ·ln((i² − θ₀)/(i² − θ_trip)). The magnetic trip acts at once at `instant`.
/// Validity: overloads that last for seconds and more; ambient temperature and neighbours are not in it.
class BreakerLaw {
 public:
  explicit BreakerLaw(const BreakerSpec& breaker);

  /// Threshold of the individual drawn by `u`, in (0, 1).
  double threshold(double u) const;
  /// θ after `duration_s` at a steady current.
  double heat(double heat_before, double current_a, double duration_s) const;
  /// Seconds until it trips at a steady current; infinite: never.
  double trips_after_s(double heat_now, double current_a, double threshold) const;

 private:
  double squared(double current_a) const;

  double rated_a_;
  double instant_;
  double lowest_;
  double highest_;
  double time_constant_s_;
};

}  // namespace rackcast::models
