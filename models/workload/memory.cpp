#include "models/workload/memory.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/workload/plan.hpp"

namespace rackcast::models {

namespace {

bool is_transformer(const JobSpec& job) { return job.workload.kind == WorkloadKind::transformer; }

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

double per_gpu_batch(const ServerSpec& server, const JobSpec& job) {
  if (server.gpus.count < 1) {
    throw std::invalid_argument("server '" + server.name + "' has no GPU (job '" + job.name +
                                "' trains on it); add a [[server.gpu]]");
  }
  const double per_gpu = job.batch.per_gpu > 0 ? job.batch.per_gpu : job.batch.global / data_groups(server, job);
  if (per_gpu > 0) return per_gpu;
  throw std::invalid_argument("job '" + job.name + "' has no batch size (a step needs samples); give batch.global");
}

double micro_batch(const ServerSpec& server, const JobSpec& job) {
  const double per_gpu = per_gpu_batch(server, job);
  if (job.batch.micro > 0) return std::min(job.batch.micro, per_gpu);
  if (!is_transformer(job) && job.batch.micro != micro_auto) return per_gpu;
  return largest_divisor(per_gpu, most_samples(server, job));
}

double micro_batches(const ServerSpec& server, const JobSpec& job) {
  return std::ceil(per_gpu_batch(server, job) / micro_batch(server, job));
}

MemoryNeed memory_need(const ServerSpec& server, const JobSpec& job) {
  return memory_need_at(server, job, micro_batch(server, job), micro_batches(server, job));
}

}  // namespace rackcast::models
