#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"
#include "models/workload/step_profile.hpp"

namespace rackcast::models {

/// Trainable parameters: of a transformer from its shape, of a vision network as its entry says.
double parameter_count(const WorkloadSpec& workload);

/// Bytes per parameter on one GPU without sharding. Mixed precision: 2 + 2 + (4 + state), the optimiser's part holding
/// the master weights (Adam: 16 in all, as in the ZeRO paper, arXiv 1910.02054); fp32 and tf32: 4 + 4 + state.
struct ParameterBytes {
  double weights = 0;
  double gradients = 0;
  double optimizer = 0;
};
ParameterBytes parameter_bytes(const JobSpec& job);

/// What a checkpoint holds: every weight at 4 bytes, at mixed precision also at 2, and the optimiser state.
double checkpoint_bytes(const JobSpec& job);

/// Samples per GPU and step: batch.per_gpu, or batch.global over the GPUs. Throws std::invalid_argument when the job's
/// server has no GPU or neither is given.
double per_gpu_batch(const ServerSpec& server, const JobSpec& job);

/// Samples per GPU and forward pass. batch.micro when given (at most the batch per GPU); else for vision networks the
/// batch per GPU, for transformers its largest divisor that fits into memory (1 when none does).
double micro_batch(const ServerSpec& server, const JobSpec& job);

/// Forward passes per step, the last of which may be smaller.
double micro_batches(const ServerSpec& server, const JobSpec& job);

}  // namespace rackcast::models
