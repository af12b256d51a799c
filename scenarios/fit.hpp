#pragma once

#include <string>
#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Why the jobs of a valid scenario cannot run as asked, one text each: memory that does not suffice, with its
/// breakdown and the smallest changes that would fit, each tried; a precision that the GPU does not have; air of a
/// case or a room that cannot carry the heat; main memory too small for what is offloaded. `catalog` is where larger
/// GPUs are looked for. Empty: all can run.
std::vector<std::string> obstacles(const Scenario& scenario, const Catalog& catalog);

}  // namespace rackcast::scenarios
