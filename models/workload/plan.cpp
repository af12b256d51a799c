#include "models/workload/plan.hpp"

#include <algorithm>
#include <cmath>

#include "models/workload/parameters.hpp"
#include "models/workload/transformer.hpp"

namespace rackcast::models {

namespace {

/// Beyond the layers there is an embedding, and in larger rests a head of its own.
constexpr double own_head_from = 1.5;  // embeddings

}  // namespace

double model_gpus(const PlanSpec& plan) { return plan.tensor * plan.pipeline * plan.context; }

double data_groups(const ServerSpec& server, const JobSpec& job) { return server.gpus.count / model_gpus(job.plan); }

double weight_copies(const ServerSpec& server, const JobSpec& job) {
  return server.gpus.count / (job.plan.tensor * job.plan.pipeline);
}

double stage_layers(const JobSpec& job) { return std::ceil(job.workload.layers / job.plan.pipeline); }

double stage_parameters(const JobSpec& job) {
  const double all = parameter_count(job.workload);
  if (!(job.plan.pipeline > 1)) return all / job.plan.tensor;
  const double embedding = job.workload.vocabulary * job.workload.hidden;
  const double rest = all - job.workload.layers * layer_parameters(job.workload);
  const double embeddings = rest > own_head_from * embedding ? 2 : 1;
  const double layer = std::max(0.0, all - embeddings * embedding) / job.workload.layers;
  return (stage_layers(job) * layer + embedding) / job.plan.tensor;
}

double bubble_share(const PlanSpec& plan, double micro_batches) {
  return (plan.pipeline - 1) / (plan.interleave * micro_batches);
}

}  // namespace rackcast::models
