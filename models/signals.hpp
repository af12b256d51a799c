#pragma once

#include "sim/signal.hpp"

namespace rackcast::models {

// What a published value is; the unit is in the name.
struct Celsius {};
struct Watts {};
struct Joules {};
struct CubicMetresPerSecond {};
struct Hertz {};
struct Seconds {};
struct Count {};     ///< how often something happened
struct RecordId {};  ///< of the latest line of the event log that tells of it; 0: it never happened
struct OnOff {};     ///< 1 or 0
struct Factor {};    ///< on what it was at the start of the run
struct Duty {};      ///< of a fan, share of full speed; below 0: left to its own control
struct Activity {};  ///< index into the ActivityTable

template <class Quantity>
using Signal = sim::Signal<Quantity>;

/// A flow of energy from one component to another: power as a ramp, and the joules paid on top of it so far.
struct Flow {
  Signal<Watts> power;
  Signal<Joules> paid;
};

}  // namespace rackcast::models
