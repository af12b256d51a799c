#pragma once

#include <vector>

#include "models/signals.hpp"

namespace rackcast::models {

/// What somebody who watches does about an alarm: lower the power limits, or have the jobs write a checkpoint and stop.
enum class Reaction { none, cap, stop };

/// The reaction to one alarm: `delay_s` after it was raised, if it still stands then, and until the value is back, but
/// for `hold_s` at least: nobody looks at it all the time.
struct ReactionPlan {
  Reaction reaction = Reaction::none;
  double limit_w = 0;  ///< of cap
  double delay_s = 0;
  double hold_s = 0;
  std::vector<Signal<RecordId>> stops;  // given
  std::vector<Signal<Watts>> caps;      // given; infinite: none
};

}  // namespace rackcast::models
