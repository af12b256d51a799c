#pragma once

#include <string>
#include <vector>

#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Why the jobs of a valid scenario cannot run as asked, one text each: memory that does not suffice, with its
/// breakdown and the smallest changes that would fit, each tried; a precision that the GPU does not have; air of a
/// case or a room that cannot carry the heat. Empty: all can run.
std::vector<std::string> obstacles(const Scenario& scenario);

/// Changes to `job`, each alone (or the least combination if none does), with which it fits into the memory of
/// `server`'s GPUs. Empty if it fits already or if nothing the plan can change suffices.
std::vector<std::string> changes_that_fit(const models::ServerSpec& server, const models::JobSpec& job);

}  // namespace rackcast::scenarios
