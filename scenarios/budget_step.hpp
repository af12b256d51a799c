#pragma once

#include "scenarios/budget_values.hpp"

namespace rackcast::scenarios {

/// Memory, cost, clock and step alone of a job on the server that it sees, with its own GPUs. Throws
/// std::invalid_argument for a job that cannot run there.
JobBudget step_budget(const models::ServerSpec& server, const models::JobSpec& job);

}  // namespace rackcast::scenarios
