#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"
#include "scenarios/check_rules_report.hpp"

namespace rackcast::scenarios {

/// Whether the plan of `job` can be laid out on the GPUs of `server`; works out `plan.data`. Messages go to `report`.
void check_plan(models::JobSpec& job, const models::ServerSpec& server, const RuleReport& report);

}  // namespace rackcast::scenarios
