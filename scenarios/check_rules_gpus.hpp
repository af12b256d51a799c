#pragma once

#include <functional>

#include "scenarios/check_rules_report.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Says of the jobs of one server which GPUs each takes. Jobs that name theirs keep them; then, in the order of the
/// file, a job that says how many gets those that the fewest jobs take so far, lower indices first; a job that says
/// nothing gets what no other job takes, or all if nothing is left. `gpus` stays empty where it is all. Reports indices
/// that the server does not have, those named twice, and more jobs than anybody means.
void choose_gpus(const models::ServerSpec& server, const std::vector<models::JobSpec*>& jobs,
                 const std::vector<RuleReport>& reports);

}  // namespace rackcast::scenarios
