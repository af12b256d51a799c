#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// Memory of one GPU by cause, bytes.
struct MemoryNeed {
  double weights = 0;
  double gradients = 0;
  double optimizer = 0;
  double activations = 0;
  double reserved = 0;  ///< context, buffers of collectives
  double total = 0;     ///< must fit
  double available = 0;
  double retained = 0;  ///< beside the total: freed blocks that the allocator keeps while there is room
};

/// F4 and F5 of the transformer literature (arXiv 2205.05198) and per-sample storage for vision networks, of the GPU
/// that needs most. With a pipeline the first stage keeps min(p, m) micro-batches of its layers in flight and what it
/// sends for each, interleaved 1 + (p − 1)/(p·v) times as much; the last keeps one and the logits. Optimiser state that
/// is offloaded takes its gradients along; those of two layers remain (arXiv 2101.06840).
MemoryNeed memory_need_at(const ServerSpec& server, const JobSpec& job, double micro_batch, double micro_batches);

/// What a monitor shows as used: the total and what is retained, at most what there is.
double shown_bytes(const MemoryNeed& need);

/// Samples of a forward pass for which the memory suffices; may be negative or no whole number.
double most_samples(const ServerSpec& server, const JobSpec& job);

/// Main memory that offloaded state takes: fp32 weights, optimiser state and a 16-bit gradient (arXiv 2101.06840: 12 to
/// 16 bytes a parameter).
double offloaded_bytes(const JobSpec& job);

}  // namespace rackcast::models
