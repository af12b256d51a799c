#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

// What a step exchanges between the GPUs of its server: gradients and weights cross the ring as the sharding says (ZeRO
// stages, arXiv 1910.02054, section 7). 0 for a single GPU.

/// How long it takes if nothing hides it, s.
double exchange_s(const ServerSpec& server, const JobSpec& job);

/// Bytes of its messages.
double exchanged_bytes(const ServerSpec& server, const JobSpec& job);

}  // namespace rackcast::models
