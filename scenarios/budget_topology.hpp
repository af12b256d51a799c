#pragma once

#include <vector>

#include "models/collective/ring_search.hpp"
#include "models/workload/job_spec.hpp"
#include "sim/json.hpp"

namespace rackcast::scenarios {

/// How two GPUs reach each other: alone one way, and both ways at once, summed.
struct PairPath {
  int a = 0;
  int b = 0;
  models::PathKind kind = models::PathKind::peer;
  models::Reached one_way;
  double both_ways_bytes_per_s = 0;
};

/// What the links inside a server come to.
struct TopologyBudget {
  std::vector<models::Reached> from_host;  ///< by GPU, while no other loads
  std::vector<PairPath> pairs;             ///< a < b
  models::GpuRing ring;
};

TopologyBudget topology_budget(const models::ServerSpec& server);

/// Step of one GPU of the server alone, at the same batch per GPU.
double alone_step_s(const models::ServerSpec& server, const models::JobSpec& job);

sim::Json topology_json(const TopologyBudget& budget);

}  // namespace rackcast::scenarios
