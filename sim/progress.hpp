#pragma once

#include "sim/time.hpp"

namespace rackcast::sim {

/// A quantity that moves at a piecewise-constant rate: steps, bytes, joules, water. Reading never changes it.
class Progress {
 public:
  explicit Progress(double value = 0, Time at = {}) : value_(value), since_(at) {}

  double value(Time at) const { return value_ + rate_ * to_seconds(at - since_); }
  double rate() const { return rate_; }

  /// From `now` on the quantity moves at `rate` per second.
  void set_rate(Time now, double rate) {
    value_ = value(now);
    since_ = now;
    rate_ = rate;
  }
  /// Jumps to `value` at `now`, keeping the rate.
  void set_value(Time now, double value) {
    value_ = value;
    since_ = now;
  }

  /// The first nanosecond at or after the last change at which the value is at or beyond `target`; never if it does not
  /// move there.
  Time reaches(double target) const;

 private:
  double value_;
  double rate_ = 0;
  Time since_;
};

}  // namespace rackcast::sim
