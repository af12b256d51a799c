#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/diagnostics.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Something that an event can do to one kind of target.
struct EventRule {
  std::string_view kind;       ///< "server", "room"
  std::string_view part;       ///< what follows its name in the path: "gpu.power_limit"; empty: itself
  models::EventAction action;  ///< that fits
  models::EventTarget target;
  std::string_view unit;  ///< in which `set` is usually given; empty: the action takes no value
  std::string_view does;
};

/// Every pair of target and action there is. `gpu` takes an index, `gpu[0]`; without one it means all of them.
std::span<const EventRule> event_targets();

/// "server.NAME.gpu[i].power_limit"
std::string event_target_text(const EventRule& rule);

/// Holds path, action, value and repair of `event` against what the scenario has and fills what follows from them
/// (target, name, index, value), or says what is wrong. GPUs and their limits have to be read already.
Message resolve_event(const Scenario& scenario, models::EventSpec& event);

}  // namespace rackcast::scenarios
