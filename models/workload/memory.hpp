#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"
#include "models/workload/memory_need.hpp"
#include "models/workload/parameters.hpp"

namespace rackcast::models {

/// Samples per step and GPU, or group of GPUs that share the network: batch.per_gpu, or batch.global over them. Throws
/// std::invalid_argument when the job's server has no GPU or neither is given.
double per_gpu_batch(const ServerSpec& server, const JobSpec& job);

/// Samples per GPU and forward pass. batch.micro when given (at most the batch per GPU); else the batch per GPU, or for
/// transformers and with micro_auto its largest divisor that fits into memory (1 when none does).
double micro_batch(const ServerSpec& server, const JobSpec& job);

/// Forward passes per step, the last of which may be smaller.
double micro_batches(const ServerSpec& server, const JobSpec& job);

/// What the job takes of the GPU that needs most (memory_need_at), at its own micro-batch.
MemoryNeed memory_need(const ServerSpec& server, const JobSpec& job);

}  // namespace rackcast::models
