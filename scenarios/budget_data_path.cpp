#include <algorithm>
#include <limits>

#include "models/workload/memory.hpp"
#include "scenarios/budget_parts.hpp"
#include "sim/math.hpp"

namespace rackcast::scenarios {

namespace {

using models::DatasetSpec;
using models::JobSpec;
using models::ServerSpec;

constexpr double bytes_per_gib = 1024.0 * 1024 * 1024;
/// A training process with its libraries, pinned buffers and data loaders; and the system. Planning values, not
/// measured.
constexpr double process_bytes = 4 * bytes_per_gib;
constexpr double system_bytes = 2 * bytes_per_gib;

constexpr double unbounded = std::numeric_limits<double>::infinity();

double samples_of(const JobSpec& job) {
  if (job.dataset.samples > 0) return job.dataset.samples;
  return job.workload.sequence > 0 ? job.dataset.tokens / job.workload.sequence : 0;
}

double epochs_of(const JobSpec& job) {
  const double samples = samples_of(job);
  if (!(job.dataset.tokens > 0) || !(samples > 0)) return job.dataset.epochs;
  return job.dataset.tokens / (samples * job.workload.sequence);
}

double rate(double amount_per_s, double per_sample) { return per_sample > 0 ? amount_per_s / per_sample : unbounded; }

// Share of the reads that a cache of the least recently used serves when every epoch reads all samples in a new order:
// a sample read at u of one epoch and v of the next is still there if fewer others than fit came between,
// 1 − u·(1 − v) < c; over uniform u and v that is c + (1 − c)·ln(1 − c).
double hits(double cached_share) {
  if (cached_share >= 1) return 1;
  return cached_share + (1 - cached_share) * sim::log(1 - cached_share);
}

// Nothing is cached in the first epoch; the stages work at the same time, the slowest sets the pace.
void conclude(DataPathBudget& path, double cold_per_s, double warm_per_s, double others_per_s, double epochs) {
  const auto time_per_sample = [&](double storage_per_s) {
    return 1 / std::min({storage_per_s, others_per_s, path.needed_per_s});
  };
  const double spent = time_per_sample(cold_per_s) + std::max(0.0, epochs - 1) * time_per_sample(warm_per_s);
  path.wait_share = 1 - std::max(1.0, epochs) / path.needed_per_s / spent;
}

}  // namespace

HostMemory host_memory(const ServerSpec& server, const JobSpec& job) {
  HostMemory host;
  host.available_bytes = server.memory_bytes;
  host.need_bytes = models::checkpoint_bytes(job) + server.gpus.count * process_bytes + system_bytes;
  host.cache_bytes = std::max(0.0, host.available_bytes - host.need_bytes);
  return host;
}

DataPathBudget data_path_budget(const ServerSpec& server, const JobSpec& job, const JobBudget& b) {
  const DatasetSpec& data = job.dataset;
  DataPathBudget path;
  path.known = data.sample_bytes > 0;
  if (!path.known) return path;
  const models::StorageSpec& storage = server.storage;
  const double random =
      storage.random_read_bytes_per_s > 0 ? storage.random_read_bytes_per_s : storage.read_bytes_per_s;
  path.needed_per_s = b.cost.samples / b.step.step_s;
  path.dataset_bytes = samples_of(job) * data.sample_bytes;
  path.cached_share = path.dataset_bytes > 0 ? std::min(1.0, b.host.cache_bytes / path.dataset_bytes) : 1;
  path.hit_share = hits(path.cached_share);
  const double cold_per_s = rate(random, data.sample_bytes);
  const double warm_per_s = path.hit_share < 1 ? cold_per_s / (1 - path.hit_share) : unbounded;
  const double speed = server.cpu.core_speed > 0 ? server.cpu.core_speed : 1;
  const double cpu_per_s = rate(server.cpu_count * server.cpu.cores * speed, data.cpu_s);
  const double host_per_s = rate(server.gpus.count * server.gpus.gpu.host_bytes_per_s, data.input_bytes);
  path.stages = {{"storage, in order", rate(storage.read_bytes_per_s, data.sample_bytes)},
                 {"storage, first epoch", cold_per_s},
                 {"storage, later epochs", warm_per_s},
                 {"CPU cores", cpu_per_s},
                 {"host to GPUs", host_per_s}};
  const double epochs = epochs_of(job);
  const std::size_t storage_stage = epochs > 1 ? 2 : 1;
  path.slowest = storage_stage;
  for (std::size_t i : {std::size_t{3}, std::size_t{4}}) {
    if (path.stages[i].samples_per_s < path.stages[path.slowest].samples_per_s) path.slowest = i;
  }
  path.rate_per_s = path.stages[path.slowest].samples_per_s;
  conclude(path, cold_per_s, warm_per_s, std::min(cpu_per_s, host_per_s), epochs);
  return path;
}

}  // namespace rackcast::scenarios
