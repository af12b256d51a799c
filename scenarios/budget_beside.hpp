#pragma once

#include "scenarios/budget_values.hpp"

namespace rackcast::scenarios {

/// What is beside a job on its server, everything at its ideal clock: in the order of the file, the jobs that want none
/// of its GPUs nor of those counted before; jobs that want the same GPUs run at other times. GPUs that are left idle.
/// Jobs that cannot run count for nothing but their place.
Beside beside_of(const Scenario& scenario, const models::ServerSpec& server, const models::JobSpec& job);

}  // namespace rackcast::scenarios
