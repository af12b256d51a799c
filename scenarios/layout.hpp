#pragma once

#include <string>
#include <vector>

#include "scenarios/scenario.hpp"
#include "sim/json.hpp"

namespace rackcast::scenarios {

/// layout.json: every component by path with its kind, parent, position among its like, limits and the fields of it
/// that nobody measured.
sim::Json layout_json(const Scenario& scenario, const std::vector<std::string>& unverified);

}  // namespace rackcast::scenarios
