#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"
#include "scenarios/check_rules_report.hpp"

namespace rackcast::scenarios {

/// Rules of one job on its server; fills what follows from others of its values (batch, optimiser, checkpoints).
void check_job_on_server(models::JobSpec& job, const models::ServerSpec& server, const RuleReport& report);

}  // namespace rackcast::scenarios
