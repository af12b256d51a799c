#pragma once

#include "sim/island.hpp"
#include "sim/signal.hpp"

namespace rackcast::sim {

enum class Direction { rising, falling };

/// The first nanosecond in (from, until] at which `output` of the island, its inputs going on as they are, is at or
/// beyond `threshold` (which may move linearly) in the given direction; never if there is none. An output that is
/// beyond already at `from` answers from + 1 ns: whoever asks keeps the hysteresis (see Watch).
///
/// Guaranteed: every mode contributes one term that is monotone in time for constant inputs and one for their slopes,
/// and so does the derivative, whatever the sign of λ. Their values at the ends of an interval therefore bound the
/// output and its derivative inside it. Intervals that cannot contain the threshold are dropped, those whose derivative
/// cannot change sign are searched by a bracketed Newton iteration, all others are halved (on a logarithmic scale of
/// time). Before any exponential is computed, the bound of what the modes can ever reach is compared with the
/// threshold. A search without end looks ten years ahead, in a network that runs away as far as numbers go.
/// `evaluations` counts the exponentials that were needed, for tests of the search itself.
Time next_crossing(const Island& island, const Output& output, const Ramp& threshold, Direction direction, Time from,
                   Time until, int* evaluations = nullptr);

/// A threshold with hysteresis: armed, it looks for the crossing; fired, it looks for the way back by `hysteresis`, at
/// which it arms again.
class Watch {
 public:
  Watch(Output output, double threshold, double hysteresis, Direction direction)
      : output_(std::move(output)), threshold_(threshold), hysteresis_(hysteresis), direction_(direction) {}

  enum class State { armed, fired };
  State state() const { return state_; }
  /// When the state changes next; never if it does not.
  Time next(const Island& island, Time from, Time until) const;
  /// To be called at the time `next` gave.
  void turn() { state_ = state_ == State::armed ? State::fired : State::armed; }
  double threshold() const { return threshold_; }

 private:
  Output output_;
  double threshold_;
  double hysteresis_;
  Direction direction_;
  State state_ = State::armed;
};

}  // namespace rackcast::sim
