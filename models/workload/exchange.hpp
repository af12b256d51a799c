#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

// What a step exchanges between GPUs of its server that hold the same weights: gradients and weights cross the ring as
// the sharding says (ZeRO stages, arXiv 1910.02054, section 7). 0 for a single one.

/// How long it takes if nothing hides it, s.
double exchange_s(const ServerSpec& server, const JobSpec& job);
/// The same over a ring of this link.
double exchange_s(const ServerSpec& server, const JobSpec& job, const LinkSpec& link);

/// Bytes of its messages.
double exchanged_bytes(const ServerSpec& server, const JobSpec& job);

/// Exchange within one network over a step, s, which nothing hides (arXiv 2104.04473, 2205.05198), for each
/// micro-batch: tensors: four all-reduces of its activations a layer (with sequence parallelism as many scatters and
/// gathers), and two more if the layers are recomputed; stages: v activations forward and v gradients back; contexts:
/// keys and values round the ring forward, again with their gradients backward, and once more if recomputed.
double inner_exchange_s(const ServerSpec& server, const JobSpec& job);

}  // namespace rackcast::models
