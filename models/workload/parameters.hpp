#pragma once

#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// Trainable parameters, as the entry (or a model's configuration) counts them; of a transformer that does not say,
/// from its shape.
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

}  // namespace rackcast::models
