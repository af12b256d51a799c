#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/workload/data_path.hpp"
#include "models/workload/exchange.hpp"
#include "models/workload/job_length.hpp"
#include "models/workload/kernel_time.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/plan.hpp"
#include "models/workload/precision.hpp"
#include "models/workload/step_profile.hpp"
#include "models/workload/transformer.hpp"
#include "models/workload/transformer_time.hpp"

namespace rackcast::models {

namespace {

constexpr double bytes_fp32 = 4;
constexpr double entry_value_bytes = 2;  // WorkloadSpec gives vision traffic at 16 bits a value

/// Matrix products of a training pass relative to the forward pass: forward, gradient of the input, gradient of the
/// weights (arXiv 2104.04473, appendix).
constexpr double passes_forward = 1;
constexpr double passes_backward = 2;
constexpr double passes_training = passes_forward + passes_backward;

/// Accesses per parameter and step: the optimiser reads the gradient, reads and writes its state, writes the weights;
/// each backward pass reads and writes the gradient once to add to it.
constexpr double accesses_optimizer = 2;
constexpr double accesses_accumulate = 2;

/// An Adam step on the CPUs of a two-socket server, all cores (ZeRO-Offload, arXiv 2101.06840, table 4: about 0.25 s
/// for 10⁹ parameters; recalled): bound by main memory.
constexpr double host_adam_s_per_parameter = 0.25e-9;

/// Kernels of one GPU: arithmetic at the clock of the peaks, and memory traffic.
struct Work {
  double compute_s = 0;
  double bytes = 0;
};

/// The work of a job on one GPU.
struct GpuWork {
  Work training;              ///< one step
  Work forward;               ///< one batch, forward only
  double model_flops = 0;     ///< one step, recomputation not counted
  double backward_share = 0;  ///< of the device time: backward passes with their recomputation
  double other_stage = 1;     ///< work of a pipeline stage without the head, relative to it
};

void refuse_recomputation(const JobSpec& job) {
  if (job.recompute == Recompute::none) return;
  throw std::invalid_argument("job '" + job.name + "': recompute works for transformers only (other entries do " +
                              "not say what their layers keep); use recompute = \"none\"");
}

/// Multiplications that the minimal algorithm F(2 × 2, 3 × 3) saves: 16 in place of 36 (Lavin and Gray, CVPR 2016,
/// arXiv 1509.09308).
constexpr double winograd_saves = 36.0 / 16.0;

/// FLOPs that a network's convolutions take relative to direct ones. GPU libraries run 3 × 3 convolutions of stride 1
/// by Winograd's algorithm in full single precision; tensor units and the CPU library run them directly.
double arithmetic_of_convolutions(const ServerSpec& server, const JobSpec& job) {
  if (job.precision != Precision::fp32 || server.trained_on == Device::cpu) return 1;
  return 1 - job.workload.winograd_share * (1 - 1 / winograd_saves);
}

GpuWork vision_work(const ServerSpec& server, const JobSpec& job, double samples) {
  refuse_recomputation(job);
  const double flops = samples * job.workload.forward_flops;
  const double depthwise = job.workload.depthwise_share;
  const double dense = std::max(0.0, arithmetic_of_convolutions(server, job) - depthwise);
  const double done_s = convolution_s(server.gpus.gpu, job.precision, server.software.compute_efficiency,
                                      {flops * dense, flops * depthwise});
  const double bytes = samples * job.workload.activation_bytes * server.software.traffic_factor *
                       value_bytes(job.precision) / entry_value_bytes;
  return {{passes_training * done_s, bytes},
          {done_s, bytes * passes_forward / passes_training},
          passes_training * flops,
          passes_backward / passes_training,
          1};
}

/// Work that says itself what it takes; the stack's share of the arithmetic peak, its traffic as it is.
GpuWork custom_work(const ServerSpec& server, const JobSpec& job, double samples) {
  refuse_recomputation(job);
  const double flops = samples * job.workload.forward_flops;
  const double bytes = samples * job.workload.forward_bytes;
  const double done_s = flops / (server.software.compute_efficiency * peak_flops(server.gpus.gpu, job.precision));
  return {{passes_training * done_s, passes_training * bytes},
          {done_s, bytes},
          passes_training * flops,
          passes_backward / passes_training,
          1};
}

/// Weights, gradients and optimiser state that a step moves besides its matrix products.
double update_bytes(const ServerSpec& server, const JobSpec& job) {
  const ParameterBytes bytes = parameter_bytes(job);
  const double parameters = stage_parameters(job);
  const double shards = job.sharding == Sharding::none ? 1 : weight_copies(server, job);
  const double state = job.offload == Offload::optimizer ? 0 : accesses_optimizer * bytes.optimizer;
  const double update = bytes.weights + bytes.gradients + state;
  const double accumulate = accesses_accumulate * bytes.gradients * micro_batches(server, job);
  return parameters * (update / shards + accumulate);
}

/// Memory traffic of one GPU: what norms, residuals and embeddings move is split with the sequence only, and by
/// sequence parallelism; the rest with the matrices too.
TokenTraffic local_traffic(const WorkloadSpec& shape, const PlanSpec& plan, AttentionKernel attention) {
  TokenTraffic traffic = sample_traffic(shape);
  if (attention == AttentionKernel::unfused) {
    const TokenTraffic matrices = attention_matrix_traffic(shape);
    traffic.layers_forward += matrices.layers_forward;
    traffic.layers_backward += matrices.layers_backward;
  }
  const TokenTraffic whole = whole_traffic(shape);
  const double shared = plan.sequence == SequenceParallel::yes ? plan.tensor : 1;
  const auto local = [&](double all, double unsplit) {
    return (unsplit / shared + (all - unsplit) / plan.tensor) / plan.context;
  };
  return {local(traffic.layers_forward, whole.layers_forward), local(traffic.layers_backward, whole.layers_backward),
          local(traffic.loss_forward, 0), local(traffic.loss_backward, 0)};
}

/// Bytes of one pass over all samples.
struct PassBytes {
  double forward = 0;
  double backward = 0;
};

PassBytes transformer_bytes(const ServerSpec& server, const JobSpec& job, double samples) {
  const WorkloadSpec& shape = job.workload;
  const double again = recomputed_share(shape, job.recompute, server.software.attention);
  const double stage = stage_layers(job) / shape.layers;
  const TokenTraffic traffic = local_traffic(shape, job.plan, server.software.attention);
  const double width = value_bytes(job.precision);
  const double factor = samples * server.software.traffic_factor;
  return {factor * (stage * traffic.layers_forward * width + traffic.loss_forward * bytes_fp32),
          factor * (stage * (traffic.layers_backward + again * traffic.layers_forward) * width +
                    traffic.loss_backward * bytes_fp32)};
}

/// The last stage has a full share of the layers and the head.
GpuWork transformer_work(const ServerSpec& server, const JobSpec& job, double samples) {
  const WorkloadSpec& shape = job.workload;
  const TransformerTime one = transformer_time(server, job);
  const PassBytes bytes = transformer_bytes(server, job, samples);
  const double passes = samples / micro_batch(server, job);
  const double layers_s = one.layers_forward_s + one.layers_backward_s + one.layers_again_s;
  const double all_s = layers_s + one.head_forward_s + one.head_backward_s;
  const double forward_s = one.layers_forward_s + one.head_forward_s;
  const double forward_flops = samples * (layers_forward_flops(shape) + head_forward_flops(shape));
  return {{passes * all_s, bytes.forward + bytes.backward + update_bytes(server, job)},
          {passes * forward_s, bytes.forward},
          passes_training * forward_flops / model_gpus(job.plan),
          1 - forward_s / all_s,
          layers_s / all_s};
}

GpuWork gpu_work(const ServerSpec& server, const JobSpec& job, double samples) {
  switch (job.workload.kind) {
    case WorkloadKind::transformer:
      return transformer_work(server, job, samples);
    case WorkloadKind::vision:
      return vision_work(server, job, samples);
    case WorkloadKind::custom:
      return custom_work(server, job, samples);
  }
  return {};
}

/// Behind what the exchange may hide. Once a step: the backward pass of the last micro-batch. Gradients sharded: every
/// backward pass. Parameters sharded: the forward passes too, which gather weights.
double overlap_window(const ServerSpec& server, const JobSpec& job, double backward_share) {
  switch (job.sharding) {
    case Sharding::none:
    case Sharding::optimizer:
      return backward_share / micro_batches(server, job);
    case Sharding::gradients:
      return backward_share;
    case Sharding::parameters:
      return 1;
  }
  return 0;
}

/// Seconds to move `bytes`, or `otherwise` where the storage says no rate.
double transfer_s(double bytes, double bytes_per_s, double otherwise) {
  return bytes_per_s > 0 ? bytes / bytes_per_s : otherwise;
}

void add_checkpoints(const ServerSpec& server, const JobSpec& job, StepCost& cost) {
  if (!(job.checkpoint.every_s > 0)) return;
  const double bytes = checkpoint_bytes(job);
  if (!(job.checkpoint.write_s > 0) && !(server.storage.write_bytes_per_s > 0)) {
    throw std::invalid_argument("job '" + job.name + "' writes checkpoints, but the storage of server '" + server.name +
                                "' has no write rate; give it one, or checkpoint.write");
  }
  cost.checkpoint_s =
      job.checkpoint.write_s > 0 ? job.checkpoint.write_s : transfer_s(bytes, server.storage.write_bytes_per_s, 0);
  cost.restore_s = transfer_s(bytes, server.storage.read_bytes_per_s, cost.checkpoint_s);
}

double memory_s(const ServerSpec& server, const Work& work) {
  return work.bytes / (server.software.memory_efficiency * server.gpus.gpu.memory_bandwidth_bytes_per_s);
}

/// Forward passes over the validation samples at the training batch, the host issuing a third of a training pass.
void add_evaluations(const ServerSpec& server, const JobSpec& job, const GpuWork& work, StepCost& cost) {
  const Evaluations passes = evaluations(job, cost.steps, cost.samples);
  if (!(passes.passes > 0)) return;
  const double device_s = work.forward.compute_s + memory_s(server, work.forward);
  const double batch_s = std::max(device_s, cost.host_s * passes_forward / passes_training);
  cost.evaluations = passes.passes;
  cost.evaluation_every = passes.every_steps;
  cost.evaluation_samples = passes.samples;
  cost.evaluation_s = passes.passes * std::ceil(passes.samples / cost.samples) * batch_s;
}

void check_rates(const ServerSpec& server, const JobSpec& job) {
  const bool products = job.workload.kind == WorkloadKind::transformer;
  const double efficiency = products ? server.software.gemm_efficiency : server.software.compute_efficiency;
  const bool reachable = efficiency > 0 && server.software.memory_efficiency > 0 &&
                         server.gpus.gpu.memory_bandwidth_bytes_per_s > 0 && server.gpus.gpu.peak_at_hz > 0;
  if (reachable) return;
  throw std::invalid_argument("GPU '" + server.gpus.gpu.name + "' with software '" + server.software.name +
                              "' reaches no rate (an efficiency, the memory bandwidth or peak_at is zero); give all");
}

double host_issue_s(const ServerSpec& server, const JobSpec& job) {
  const double micro_batch_s = server.software.host_issue_s / job.plan.pipeline +
                               server.software.host_layer_s * (job.workload.layers > 0 ? stage_layers(job) : 0);
  return micro_batches(server, job) * micro_batch_s;
}

/// With offloaded state: the host's update of all parameters, and the weights' way back; gradients go down while the
/// backward pass works (arXiv 2101.06840, section 5).
double host_update_s(const ServerSpec& server, const JobSpec& job) {
  if (job.offload != Offload::optimizer) return 0;
  const double up_bytes = stage_parameters(job) * parameter_bytes(job).weights / weight_copies(server, job);
  const double up_s = transfer_s(up_bytes, server.gpus.gpu.host_bytes_per_s, 0);
  return parameter_count(job.workload) * host_adam_s_per_parameter + up_s;
}

}  // namespace

StepCost step_cost(const ServerSpec& server, const JobSpec& job) {
  const double samples = per_gpu_batch(server, job);
  const double peak = peak_flops(server.gpus.gpu, job.precision);
  check_rates(server, job);
  const GpuWork work = gpu_work(server, job, samples);
  const double gpus = server.gpus.count;
  StepCost cost;
  cost.compute_s = work.training.compute_s;
  if (server.trained_on == Device::cpu)
    cost.compute_s += decode_s(server, job.dataset, data_groups(server, job) * samples);
  cost.memory_s = memory_s(server, work.training);
  cost.host_s = host_issue_s(server, job);
  cost.update_s = host_update_s(server, job);
  cost.exchange_s = exchange_s(server, job);
  cost.inner_s = inner_exchange_s(server, job);
  cost.bubble = bubble_share(job.plan, micro_batches(server, job));
  cost.other_stage = work.other_stage;
  cost.overlap = server.software.overlap;
  cost.overlap_window = overlap_window(server, job, work.backward_share);
  cost.peak_at_hz = server.gpus.gpu.peak_at_hz;
  cost.model_flops = gpus * work.model_flops;
  cost.peak_flops = gpus * peak;
  cost.samples = data_groups(server, job) * samples;
  cost.steps = job_steps(job, cost.samples);
  cost.data = data_path(server, job, cost.samples, cost.host_s);
  add_evaluations(server, job, work, cost);
  add_checkpoints(server, job, cost);
  return cost;
}

}  // namespace rackcast::models
