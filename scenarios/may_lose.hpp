#pragma once

#include <map>

#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

// What can happen in a scenario, for what is assembled and reported only where it can.

/// Whether units of the supply of `server` may fail, by chance or by plan.
bool may_lose_units(const Scenario& scenario, const models::ServerSpec& server);
/// The same of any server.
bool may_lose_units(const Scenario& scenario);
/// Whether the mains of the site may fail by chance.
bool may_lose_mains(const Scenario& scenario);

/// What somebody does on `server` about alarms, by the number of the alarm: about those of the server itself and of its
/// room.
std::map<std::size_t, models::Reaction> reactions_on(const Scenario& scenario, const models::ServerSpec& server);
/// Whether any of them stops its jobs.
bool may_be_stopped(const Scenario& scenario, const models::ServerSpec& server);

}  // namespace rackcast::scenarios
