#pragma once

#include "models/server_spec.hpp"
#include "scenarios/check_rules_report.hpp"

namespace rackcast::scenarios {

/// Rules of the links inside a server; `report` is at [server.gpu.topology].
void check_topology(const models::ServerSpec& server, const RuleReport& report);

}  // namespace rackcast::scenarios
