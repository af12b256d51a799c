#pragma once

#include "sim/time.hpp"

namespace rackcast::models {

/// When something strikes whose rate is constant between changes of what it depends on: it strikes once the rate's
/// integral over time has grown to a number drawn from the exponential distribution of mean 1. Exact for steps of the
/// rate; the same draws strike at the same integrals whatever the design, so that two designs differ by their rates
/// alone.
class AccruedHazard {
 public:
  /// Begins to accrue towards `drawn`.
  void arm(sim::Time now, double drawn) {
    left_ = drawn;
    since_ = now;
  }

  /// The rate from now on.
  void set_rate(sim::Time now, double per_s) {
    left_ -= per_s_ * sim::to_seconds(now - since_);
    since_ = now;
    per_s_ = per_s;
  }

  double per_s() const { return per_s_; }
  /// From the last change of the rate until it strikes, if the rate stays; infinite at rate 0.
  double wait_s() const;

 private:
  double left_ = 0;
  double per_s_ = 0;
  sim::Time since_;
};

}  // namespace rackcast::models
