#include "models/workload/data_path.hpp"

#include <algorithm>
#include <limits>

#include "scenarios/budget_parts.hpp"

namespace rackcast::scenarios {

namespace {

using models::JobSpec;
using models::PageCache;
using models::ServerSpec;

// Of the stages of the budget, in its order.
enum Stage : std::size_t { in_order, first_epoch, later_epochs, cores, host_link };

double epochs_of(const JobSpec& job, const models::DataPath& data) {
  if (job.dataset.steps > 0) return job.dataset.steps / data.epoch_steps;
  if (!(job.dataset.tokens > 0)) return job.dataset.epochs;
  return job.dataset.tokens / (data.samples * data.epoch_steps * job.workload.sequence);
}

// Nothing is cached in the first epoch; the stages work at the same time, the slowest sets the pace.
double wait_share(const models::DataPath& data, double step_s, double epochs) {
  const double later = std::max(0.0, epochs - 1);
  const double cold_s = std::max(step_s, data.step_s(PageCache::cold));
  const double warm_s = std::max(step_s, data.step_s(PageCache::warm));
  return 1 - (1 + later) * step_s / (cold_s + later * warm_s);
}

std::size_t slowest(const std::vector<DataStage>& stages, double epochs) {
  std::size_t slowest = epochs > 1 ? later_epochs : first_epoch;
  for (const std::size_t i : {cores, host_link}) {
    if (stages[i].samples_per_s < stages[slowest].samples_per_s) slowest = i;
  }
  return slowest;
}

// Of a part of which the others want `used`: what they leave, at least an equal share.
double left_of(double used, const Beside& beside) { return std::max(1 - used, 1.0 / (1 + beside.jobs)); }

// The stages at the pace that the others leave, with the page cache that all of them leave, shared equally.
models::DataPath with_others(models::DataPath data, const HostMemory& host, const Beside& beside) {
  if (beside.jobs == 0 || !data.known()) return data;
  models::set_cache(data, host.cache_bytes / (1 + beside.jobs));
  const double storage_left = left_of(beside.storage_used, beside);
  data.storage_cold_s /= storage_left;
  data.storage_warm_s /= storage_left;
  data.cpu_s /= left_of(beside.cpu_used, beside);
  return data;
}

}  // namespace

HostMemory host_memory(const ServerSpec& server, const JobSpec& job, const Beside& beside) {
  const double need_bytes = models::host_need_bytes(server, job) + beside.host_bytes;
  return {server.memory_bytes, need_bytes, std::max(0.0, server.memory_bytes - need_bytes)};
}

DataPathBudget data_path_budget(const ServerSpec& server, const JobSpec& job, const Beside& beside,
                                const JobBudget& b) {
  const models::DataPath data = with_others(b.cost.data, b.host, beside);
  DataPathBudget path;
  path.known = data.known();
  if (!path.known) return path;
  path.needed_per_s = b.cost.samples / b.step.step_s;
  path.dataset_bytes = data.dataset_bytes;
  path.cached_share = data.cached_share;
  path.hit_share = data.hit_share;
  using From = models::DataStage;
  const double storage_left = left_of(beside.storage_used, beside);
  path.stages = {{"storage, in order", storage_left * server.storage.read_bytes_per_s / job.dataset.sample_bytes},
                 {"storage, first epoch", data.samples_per_s(From::storage, PageCache::cold)},
                 {"storage, later epochs", data.samples_per_s(From::storage, PageCache::warm)},
                 {"CPU cores", data.samples_per_s(From::cpu, PageCache::cold)},
                 {"host to GPUs", data.samples_per_s(From::host_link, PageCache::cold)}};
  const double epochs = epochs_of(job, data);
  path.slowest = slowest(path.stages, epochs);
  path.rate_per_s = path.stages[path.slowest].samples_per_s;
  path.wait_share = wait_share(data, b.step.step_s, epochs);
  return path;
}

}  // namespace rackcast::scenarios
