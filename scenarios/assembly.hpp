#pragma once

#include "models/plant.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Puts together what the scenario describes: a list of calls to the domains, in the order climate, rooms, servers,
/// jobs, events.
void assemble(const Scenario& scenario, models::Plant& plant);

}  // namespace rackcast::scenarios
