#pragma once

#include <cstdint>
#include <vector>

#include "models/event_spec.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// The events planned for one target, and which of them is in force. An event lasts from its time to its repair (a
/// crash or a cleaning, which have none, stay the latest until the next). While several last, the one that began last
/// counts, of those that began together the one that stands last in the scenario; when it ends, what remains of the
/// others counts again, or nothing. In an instant, what ends does so before anything begins.
class EventPlan {
 public:
  EventPlan() = default;
  explicit EventPlan(const std::vector<EventSpec>& events);

  struct Planned {
    EventSpec spec;
    sim::Time begins;
    sim::Time ends;
    std::uint64_t record = 0;  ///< of the event log, once it began
    bool lasts = false;
  };

  /// Whatever begins or ends up to now does so, and is written to the event log.
  void pass(sim::Context& context);
  /// When the next begins or ends.
  sim::Time next() const;
  /// What counts for the part `index` of the target (any number, for a target without parts); nullptr: nothing.
  const Planned* in_force(int index = 0) const;

 private:
  std::vector<Planned> events_;  ///< by time
};

}  // namespace rackcast::models
