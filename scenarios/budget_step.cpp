#include "scenarios/budget_step.hpp"

#include <algorithm>

#include "models/compute/board_network.hpp"
#include "models/thermal/dust.hpp"
#include "models/workload/memory.hpp"
#include "scenarios/budget_parts.hpp"

namespace rackcast::scenarios {

using models::JobSpec;
using models::ServerSpec;

// At the ideal: without dust.
JobBudget step_budget(const ServerSpec& given, const JobSpec& job) {
  const ServerSpec server = models::as_it_was_built(given);
  JobBudget b;
  b.memory = models::memory_need(server, job);
  b.host = host_memory(server, job, {});
  b.cost = models::step_cost(server, job);
  b.checkpoint_bytes = models::checkpoint_bytes(job);
  b.clock_hz = models::sustained_clock_hz(server.gpus.gpu, b.cost, models::limit_w(server.gpus), reference_inlet_c);
  if (server.gpus.clock_limit_hz > 0) b.clock_hz = std::min(b.clock_hz, server.gpus.clock_limit_hz);
  b.step = models::step_profile(b.cost, b.clock_hz);
  return b;
}

}  // namespace rackcast::scenarios
