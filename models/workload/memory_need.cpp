#include "models/workload/memory_need.hpp"

#include <algorithm>
#include <cmath>

#include "models/workload/parameters.hpp"
#include "models/workload/plan.hpp"
#include "models/workload/precision.hpp"
#include "models/workload/transformer.hpp"

namespace rackcast::models {

namespace {

constexpr double entry_value_bytes = 2;  // WorkloadSpec gives vision activations at 16 bits a value

/// Ring buffers of the collective library: NCCL_BUFFSIZE (4 MiB by default, NCCL user guide) for each direction of each
/// channel; 16 channels are an assumption between the 2 of PCIe boxes and the 24 to 32 of NVLink ones.
constexpr double exchange_buffer_bytes = 4.0 * 1024 * 1024;
constexpr double exchange_directions = 2;
constexpr double exchange_channels = 16;

/// Layers whose gathered weights (or gradients on their way to the host) are live at once: the one at work and the
/// next.
constexpr double live_layers = 2;

bool is_transformer(const JobSpec& job) { return job.workload.kind == WorkloadKind::transformer; }

bool has_masters(const JobSpec& job) { return master_weights(job.precision) == MasterWeights::kept; }

double shards(const ServerSpec& server, const JobSpec& job, Sharding from) {
  return job.sharding >= from ? weight_copies(server, job) : 1;
}

/// Parameters of the largest piece that is moved at once on one GPU.
double piece_parameters(const JobSpec& job) {
  if (!is_transformer(job)) return parameter_count(job.workload);
  const double embedding = job.workload.vocabulary * job.workload.hidden;
  return std::max(live_layers * layer_parameters(job.workload), embedding) / job.plan.tensor;
}

/// Weights gathered from the other GPUs while they are used.
double gathered_bytes(const ServerSpec& server, const JobSpec& job, double weight_bytes) {
  if (job.sharding != Sharding::parameters || !(weight_copies(server, job) > 1)) return 0;
  return weight_bytes * piece_parameters(job);
}

void add_state(const ServerSpec& server, const JobSpec& job, MemoryNeed& need) {
  const double parameters = stage_parameters(job);
  const ParameterBytes bytes = parameter_bytes(job);
  const double copies = has_masters(job) ? server.software.gradient_copy_bytes : 0;
  const double update = has_masters(job) ? server.software.update_copy_bytes : 0;
  need.weights = parameters * bytes.weights / shards(server, job, Sharding::parameters) +
                 gathered_bytes(server, job, bytes.weights);
  need.gradients = parameters * (bytes.gradients + copies) / shards(server, job, Sharding::gradients);
  need.optimizer = parameters * (bytes.optimizer + update) / shards(server, job, Sharding::optimizer);
  if (job.offload != Offload::optimizer) return;
  need.gradients = std::min(need.gradients, bytes.gradients * piece_parameters(job));
  need.optimizer = 0;
}

ActivationForm activation_form(const ServerSpec& server, const JobSpec& job) {
  return {value_bytes(job.precision), job.plan.tensor, job.plan.context, job.plan.sequence, server.software.attention};
}

/// What one layer keeps of a sample, and what the layer at work takes beside that.
struct LayerBytes {
  double kept = 0;
  double working = 0;
};

LayerBytes layer_bytes(const WorkloadSpec& shape, const ActivationForm& form, Recompute recompute) {
  const double layer = layer_activation_bytes(shape, form);
  const double matrix = attention_matrix_bytes(shape, form);
  switch (recompute) {
    case Recompute::none:
      return {layer + matrix, 0};
    case Recompute::selective:
      return {layer, matrix};
    case Recompute::operations:
      return {operations_kept_bytes(shape, form), layer + matrix};
    case Recompute::full:
      return {layer_input_bytes(shape, form), layer + matrix};
  }
  return {};
}

/// Stages' worth of activations in flight on the first stage, per sample of a micro-batch (F5).
double in_flight(const PlanSpec& plan, double micro_batches) {
  const double interleaved = plan.interleave > 1 ? 1 + (plan.pipeline - 1) / (plan.pipeline * plan.interleave) : 1;
  return std::min(plan.pipeline, micro_batches) * interleaved;
}

/// Of one sample of each micro-batch on the GPU that keeps most.
double transformer_activations(const ServerSpec& server, const JobSpec& job, double micro_batches) {
  const ActivationForm form = activation_form(server, job);
  const LayerBytes layer = layer_bytes(job.workload, form, job.recompute);
  const double stage = stage_layers(job) * layer.kept;
  const double head = head_activation_bytes(job.workload, form, server.software.loss_bytes);
  if (!(job.plan.pipeline > 1)) return stage + layer.working + head;
  const double sent = layer_input_bytes(job.workload, form);
  const double first = in_flight(job.plan, micro_batches) * (stage + sent) + layer.working;
  return std::max(first, stage + layer.working + head);
}

/// Of each value written forward and read again, what was written is kept.
constexpr double kept_of_traffic = 0.5;

double custom_activations(const WorkloadSpec& workload) {
  return workload.stored_activation_bytes > 0 ? workload.stored_activation_bytes
                                              : kept_of_traffic * workload.forward_bytes;
}

double activation_bytes_per_sample(const ServerSpec& server, const JobSpec& job, double micro_batches) {
  if (is_transformer(job)) return transformer_activations(server, job, micro_batches);
  if (job.workload.kind == WorkloadKind::custom) return custom_activations(job.workload);
  return job.workload.stored_activation_bytes * value_bytes(job.precision) / entry_value_bytes;
}

double reserved_bytes(const ServerSpec& server) {
  const double buffers = exchange_buffer_bytes * exchange_directions * exchange_channels;
  return server.software.reserved_bytes + (server.gpus.count > 1 ? buffers : 0);
}

}  // namespace

MemoryNeed memory_need_at(const ServerSpec& server, const JobSpec& job, double micro_batch, double micro_batches) {
  MemoryNeed need;
  add_state(server, job, need);
  need.activations = micro_batch * activation_bytes_per_sample(server, job, micro_batches);
  need.reserved = reserved_bytes(server);
  const double used = need.weights + need.gradients + need.optimizer + need.activations;
  need.total = used + need.reserved;
  need.available = server.gpus.gpu.memory_bytes;
  need.retained = server.software.fragmentation * used;
  return need;
}

double shown_bytes(const MemoryNeed& need) {
  return std::max(need.total, std::min(need.total + need.retained, need.available));
}

double most_samples(const ServerSpec& server, const JobSpec& job) {
  const MemoryNeed empty = memory_need_at(server, job, 0, job.plan.pipeline);
  return (empty.available - empty.total) / activation_bytes_per_sample(server, job, job.plan.pipeline);
}

double offloaded_bytes(const JobSpec& job) {
  if (job.offload != Offload::optimizer) return 0;
  const ParameterBytes bytes = parameter_bytes(job);
  return parameter_count(job.workload) * (bytes.gradients + bytes.optimizer);
}

}  // namespace rackcast::models
