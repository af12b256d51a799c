#pragma once

#include "models/server_spec.hpp"
#include "models/workload/data_stages.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// Share of the reads that a cache of the least recently used serves when it holds `cached_share` of the samples and
/// every epoch reads all of them in a new random order:
///   h(c) = c + (1 − c)·ln(1 − c)
/// A sample read at u of one epoch and at v of the next (both uniform) is still there if fewer others than fit were
/// read in between: 1 − u·(1 − v) < c. Never more than c: a cache smaller than the data set mostly holds what is not
/// read soon. Valid from the second epoch after the cache was empty.
double page_cache_hits(double cached_share);

/// Seconds that the storage takes for one sample that the page cache does not hold.
///   records: bytes / read                 (large files read in sequence)
///   files:   max(fixed, open / outstanding) + bytes / read
/// `fixed` is what `random_read`, a rate for files of `small_file_bytes`, says that a file costs besides its bytes.
double storage_read_s(const StorageSpec& storage, const DatasetSpec& dataset);
/// The size of file that `random_read` of storage refers to: an ImageNet photo.
inline constexpr double small_file_bytes = 110e3;

/// Seconds in which all cores of the server decode and augment `samples`. Where the processors train, that takes its
/// turn with the arithmetic on the same cores: it is part of a step (step_cost), and no stage beside it.
double decode_s(const ServerSpec& server, const DatasetSpec& dataset, double samples);

/// Main memory that a job needs: what trains where the processors do, the state of one checkpoint on its way to the
/// storage, and a process with its data loaders for each GPU.
double job_host_bytes(const ServerSpec& server, const JobSpec& job);
/// That the system needs. A planning value, not measured.
inline constexpr double system_host_bytes = 2.0 * 1024 * 1024 * 1024;
/// The two together. What is left is page cache.
double host_need_bytes(const ServerSpec& server, const JobSpec& job);

/// The data path of a step of `samples` over all GPUs, for which the host issues kernels for `host_issue_s` on each
/// GPU's core. Pure.
///   storage = samples · misses · storage_read_s, misses = 1 cold, 1 − h(cache / data set) warm
///   cpu     = (samples · cpu_time / core_speed + GPUs · host_issue) / cores; 0 where the processors train
///   link    = samples / GPUs · input_size / host_bandwidth
DataPath data_path(const ServerSpec& server, const JobSpec& job, double samples, double host_issue_s);

/// Another size of the page cache, and what follows from it.
void set_cache(DataPath& path, double cache_bytes);

}  // namespace rackcast::models
