#include "models/workload/memory.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/workload/precision.hpp"
#include "models/workload/transformer.hpp"

namespace rackcast::models {

namespace {

constexpr double bytes_fp32 = 4;
constexpr double entry_value_bytes = 2;  // WorkloadSpec gives vision activations at 16 bits a value

/// Ring buffers of the collective library: NCCL_BUFFSIZE (4 MiB by default, NCCL user guide) for each direction of each
/// channel; 16 channels are an assumption between the 2 of PCIe boxes and the 24 to 32 of NVLink ones.
constexpr double exchange_buffer_bytes = 4.0 * 1024 * 1024;
constexpr double exchange_directions = 2;
constexpr double exchange_channels = 16;

/// Layers whose gathered weights are live at once when parameters are sharded: the one at work and the one prefetched.
constexpr double gathered_layers = 2;

bool is_transformer(const JobSpec& job) { return job.workload.kind == WorkloadKind::transformer; }

double shards(const ServerSpec& server, const JobSpec& job, Sharding from) {
  return job.sharding >= from ? static_cast<double>(server.gpus.count) : 1;
}

/// Weights gathered from the other GPUs while they are used.
double gathered_bytes(const ServerSpec& server, const JobSpec& job, double weight_bytes) {
  if (job.sharding != Sharding::parameters || server.gpus.count < 2) return 0;
  if (!is_transformer(job)) return weight_bytes * parameter_count(job.workload);
  const double embedding = job.workload.vocabulary * job.workload.hidden;
  return weight_bytes * std::max(gathered_layers * layer_parameters(job.workload), embedding);
}

double activation_bytes_per_sample(const JobSpec& job) {
  const WorkloadSpec& workload = job.workload;
  const double width = value_bytes(job.precision);
  if (!is_transformer(job)) return workload.stored_activation_bytes * width / entry_value_bytes;
  const double layer = layer_activation_bytes(workload, width);
  const double kept = job.recompute == Recompute::full ? workload.layers * layer_input_bytes(workload, width) + layer
                                                       : workload.layers * layer;
  return kept + head_activation_bytes(workload);
}

double reserved_bytes(const ServerSpec& server) {
  const double buffers = exchange_buffer_bytes * exchange_directions * exchange_channels;
  return server.software.reserved_bytes + (server.gpus.count > 1 ? buffers : 0);
}

MemoryNeed need_at(const ServerSpec& server, const JobSpec& job, double micro) {
  const double parameters = parameter_count(job.workload);
  const ParameterBytes bytes = parameter_bytes(job);
  MemoryNeed need;
  need.weights = parameters * bytes.weights / shards(server, job, Sharding::parameters) +
                 gathered_bytes(server, job, bytes.weights);
  need.gradients = parameters * bytes.gradients / shards(server, job, Sharding::gradients);
  need.optimizer = parameters * bytes.optimizer / shards(server, job, Sharding::optimizer);
  need.activations = micro * activation_bytes_per_sample(job);
  need.reserved = reserved_bytes(server);
  need.total = need.weights + need.gradients + need.optimizer + need.activations + need.reserved;
  need.available = server.gpus.gpu.memory_bytes;
  return need;
}

/// Pairs of divisors are looked for up to here: complete for batches up to 10¹² samples, and never a hang.
constexpr double divisor_search_max = 1e6;

/// The largest divisor of `number` that is at most `bound`, at least 1.
double largest_divisor(double number, double bound) {
  double largest = 1;
  for (double divisor = 1; divisor * divisor <= number && divisor <= divisor_search_max; ++divisor) {
    if (std::fmod(number, divisor) != 0) continue;
    for (double candidate : {divisor, number / divisor}) {
      if (candidate <= bound) largest = std::max(largest, candidate);
    }
  }
  return largest;
}

}  // namespace

double parameter_count(const WorkloadSpec& workload) {
  return workload.kind == WorkloadKind::transformer ? transformer_parameters(workload) : workload.parameters;
}

ParameterBytes parameter_bytes(const JobSpec& job) {
  const double width = value_bytes(job.precision);
  const double master = master_weights(job.precision) == MasterWeights::kept ? bytes_fp32 : 0;
  return {width, width, master + job.optimizer_bytes_per_parameter};
}

double checkpoint_bytes(const JobSpec& job) {
  const ParameterBytes bytes = parameter_bytes(job);
  return parameter_count(job.workload) * (bytes.weights + bytes.optimizer);
}

double per_gpu_batch(const ServerSpec& server, const JobSpec& job) {
  if (server.gpus.count < 1) {
    throw std::invalid_argument("server '" + server.name + "' has no GPU (job '" + job.name +
                                "' trains on it); add a [[server.gpu]]");
  }
  const double per_gpu = job.batch.per_gpu > 0 ? job.batch.per_gpu : job.batch.global / server.gpus.count;
  if (per_gpu > 0) return per_gpu;
  throw std::invalid_argument("job '" + job.name + "' has no batch size (a step needs samples); give batch.global");
}

double micro_batch(const ServerSpec& server, const JobSpec& job) {
  const double per_gpu = per_gpu_batch(server, job);
  if (job.batch.micro > 0) return std::min(job.batch.micro, per_gpu);
  if (!is_transformer(job)) return per_gpu;
  const MemoryNeed empty = need_at(server, job, 0);
  return largest_divisor(per_gpu, (empty.available - empty.total) / activation_bytes_per_sample(job));
}

double micro_batches(const ServerSpec& server, const JobSpec& job) {
  return std::ceil(per_gpu_batch(server, job) / micro_batch(server, job));
}

MemoryNeed memory_need(const ServerSpec& server, const JobSpec& job) {
  return need_at(server, job, micro_batch(server, job));
}

}  // namespace rackcast::models
