#include "models/workload/data_path.hpp"

#include <algorithm>

#include "models/collective/topology.hpp"
#include "models/workload/job_length.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/memory_need.hpp"
#include "sim/math.hpp"

namespace rackcast::models {

namespace {

constexpr double bytes_per_gib = 1024.0 * 1024 * 1024;
/// A training process with its libraries, pinned buffers and data loaders. A planning value, not measured.
constexpr double process_bytes = 4 * bytes_per_gib;

/// All cores at work on `samples`, and on something else for `besides_s` of one core.
double core_s(const ServerSpec& server, const DatasetSpec& dataset, double samples, double besides_s) {
  const double cores = server.cpu_count * server.cpu.cores;
  const double speed = server.cpu.core_speed > 0 ? server.cpu.core_speed : 1;
  return cores > 0 ? (samples * dataset.cpu_s / speed + besides_s) / cores : 0;
}

double cpu_s(const ServerSpec& server, const DatasetSpec& dataset, double samples, double host_issue_s) {
  if (!(dataset.cpu_s > 0) || server.trained_on == Device::cpu) return 0;
  return core_s(server, dataset, samples, server.gpus.count * host_issue_s);
}

/// Each GPU gets its share of the step: the one that gets it last counts.
double host_bytes_per_s(const ServerSpec& server) {
  const double slot = server.gpus.gpu.host_bytes_per_s;
  if (server.gpus.topology.slots.empty()) return slot;
  return std::min(slot, Topology(server).from_host_all_bytes_per_s());
}

double host_link_s(const ServerSpec& server, const DatasetSpec& dataset, double samples) {
  const double bytes_per_s = server.gpus.count * host_bytes_per_s(server);
  return bytes_per_s > 0 ? samples * dataset.input_bytes / bytes_per_s : 0;
}

}  // namespace

double page_cache_hits(double cached_share) {
  if (cached_share >= 1) return 1;
  // Rounding leaves a sum of next to nothing below zero.
  return std::max(0.0, cached_share + (1 - cached_share) * sim::log(1 - cached_share));
}

double storage_read_s(const StorageSpec& storage, const DatasetSpec& dataset) {
  if (!(storage.read_bytes_per_s > 0)) return 0;
  const double bytes_s = dataset.sample_bytes / storage.read_bytes_per_s;
  if (dataset.stored == StoredAs::records) return bytes_s;
  const double open_s = storage.outstanding > 0 ? storage.open_s / storage.outstanding : storage.open_s;
  if (!(storage.random_read_bytes_per_s > 0)) return open_s + bytes_s;
  const double fixed_s =
      small_file_bytes / storage.random_read_bytes_per_s - small_file_bytes / storage.read_bytes_per_s;
  return std::max(fixed_s, open_s) + bytes_s;
}

double decode_s(const ServerSpec& server, const DatasetSpec& dataset, double samples) {
  return core_s(server, dataset, samples, 0);
}

double job_host_bytes(const ServerSpec& server, const JobSpec& job) {
  const double trains_bytes = server.trained_on == Device::cpu ? server.gpus.count * memory_need(server, job).total : 0;
  return trains_bytes + checkpoint_bytes(job) + offloaded_bytes(job) + server.gpus.count * process_bytes;
}

double host_need_bytes(const ServerSpec& server, const JobSpec& job) {
  return job_host_bytes(server, job) + system_host_bytes;
}

void set_cache(DataPath& path, double cache_bytes) {
  path.cache_bytes = cache_bytes;
  path.cached_share = std::min(1.0, cache_bytes / path.dataset_bytes);
  path.hit_share = page_cache_hits(path.cached_share);
  path.storage_warm_s = (1 - path.hit_share) * path.storage_cold_s;
}

DataPath data_path(const ServerSpec& server, const JobSpec& job, double samples, double host_issue_s) {
  const DatasetSpec& dataset = job.dataset;
  DataPath path;
  const double epoch = epoch_samples(job);
  if (!(dataset.sample_bytes > 0) || !(samples > 0) || !(epoch > 0)) return path;
  path.samples = samples;
  path.epoch_steps = epoch / samples;
  path.dataset_bytes = epoch * dataset.sample_bytes;
  path.storage_cold_s = samples * storage_read_s(server.storage, dataset);
  set_cache(path, std::max(0.0, server.memory_bytes - host_need_bytes(server, job)));
  path.cpu_s = cpu_s(server, dataset, samples, host_issue_s);
  path.host_link_s = host_link_s(server, dataset, samples);
  return path;
}

}  // namespace rackcast::models
