#pragma once

#include "scenarios/catalog.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Fills what follows from other keys (the room and server left out, global and per-GPU batch, optimiser, resolved
/// alarms) and reports every rule between keys that the scenario breaks. `document` only tells where things stand.
void check_scenario(Scenario& scenario, const Node& document, const Catalog& catalog, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios
