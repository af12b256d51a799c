#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/path.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Something that an alarm can watch on one kind of component.
struct Observable {
  std::string_view component;  ///< "server", "server.gpu", "room"
  std::string_view name;       ///< as in a path: "die"
  std::string_view column;     ///< of the trace: "die_c"
  std::string_view unit;       ///< of that column
};

std::span<const Observable> observables();

/// Holds `condition` against what the scenario has; fills path, direction and threshold of `alarm`, or says what is
/// wrong.
Message resolve_alarm(const Condition& condition, const Scenario& scenario, AlarmSpec& alarm);

}  // namespace rackcast::scenarios
