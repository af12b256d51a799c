#include "models/collective/ring.hpp"
#include "models/collective/ring_search.hpp"
#include "models/workload/exchange.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/plan.hpp"
#include "models/workload/precision.hpp"

namespace rackcast::models {

namespace {

/// Passes over a layer that exchange its activations: forward and backward, forward again if it is recomputed.
constexpr double passes_training = 2;
constexpr double reduces_per_pass = 2;  // after attention, after the FFN
constexpr double sends_per_part = 2;    // activations forward, gradients back

/// Keys and values of the ring: forward; backward with their gradients.
constexpr double keys_and_values = 2;
constexpr double context_passes = 1 + 2;

double again(const JobSpec& job) { return job.recompute == Recompute::full ? 1 : 0; }

/// One GPU's tokens of a micro-batch at the width of the network.
double stream_bytes(const ServerSpec& server, const JobSpec& job) {
  const WorkloadSpec& shape = job.workload;
  const double tokens = micro_batch(server, job) * shape.sequence / job.plan.context;
  return tokens * shape.hidden * value_bytes(job.precision);
}

double send_s(const LinkSpec& link, double bytes) {
  return link.start_s + link.latency_s + bytes / link.bandwidth_bytes_per_s;
}

/// A sequence-parallel scatter and gather move what one all-reduce does.
double tensor_s(const ServerSpec& server, const JobSpec& job) {
  const double reduces = reduces_per_pass * (passes_training + again(job));
  return stage_layers(job) * reduces * ring_all_reduce_s(server.gpus.link, job.plan.tensor, stream_bytes(server, job));
}

double pipeline_s(const ServerSpec& server, const JobSpec& job) {
  if (!(job.plan.pipeline > 1)) return 0;
  const double split = job.plan.sequence == SequenceParallel::yes ? job.plan.tensor : 1;
  return sends_per_part * job.plan.interleave * send_s(server.gpus.link, stream_bytes(server, job) / split);
}

double context_s(const ServerSpec& server, const JobSpec& job) {
  const double hops = job.plan.context - 1;
  if (!(hops > 0)) return 0;
  const double share = keys_and_values * job.workload.kv_heads / job.workload.heads / job.plan.tensor;
  const double passes = context_passes + again(job);
  return stage_layers(job) * passes * hops * send_s(server.gpus.link, share * stream_bytes(server, job));
}

}  // namespace

double inner_exchange_s(const ServerSpec& given, const JobSpec& job) {
  if (!(model_gpus(job.plan) > 1)) return 0;
  ServerSpec server = given;
  server.gpus.link = ring_link(given);
  const double micro_batch_s = tensor_s(server, job) + pipeline_s(server, job) + context_s(server, job);
  return micro_batches(server, job) * micro_batch_s;
}

}  // namespace rackcast::models
