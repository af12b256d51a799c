#pragma once

#include <string>
#include <vector>

#include "scenarios/path.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Where a shipped example stands.
std::string example_file(const std::string& name);

/// A shipped example with changes; fails the test if anything is wrong with it.
Scenario example(const std::string& name, const std::vector<Override>& sets = {});

}  // namespace rackcast::scenarios
