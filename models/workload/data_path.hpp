#pragma once

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// What the page cache holds of the data set: nothing yet, or what stays there from epoch to epoch.
enum class PageCache { cold, warm };

/// A stage of the way from the storage to the GPUs.
enum class DataStage { storage, cpu, host_link };
const char* name(DataStage stage);

/// How long each stage of the data path takes for the samples of one step, all GPUs of the server together. The stages
/// work at the same time on different samples (prefetch), so a step takes as long as the slowest of them. A stage of
/// which nothing is known takes no time. Of a data set that does not say the size of a sample nothing is known.
struct DataPath {
  double storage_cold_s = 0;
  double storage_warm_s = 0;
  double cpu_s = 0;        ///< decoding, augmenting and issuing the kernels, on all cores
  double host_link_s = 0;  ///< copying to the GPUs
  double samples = 0;      ///< of one step over all GPUs; 0: nothing is known
  double epoch_steps = 0;  ///< until every sample was read once
  double dataset_bytes = 0;
  double cache_bytes = 0;   ///< main memory left for the page cache
  double cached_share = 0;  ///< of the data set that the cache can hold
  double hit_share = 0;     ///< of the reads that it serves, from the second epoch on

  bool known() const { return samples > 0; }
  /// Of one step, s.
  double seconds(DataStage stage, PageCache cache) const;
  DataStage slowest(PageCache cache) const;
  /// Of the slowest stage, s.
  double step_s(PageCache cache) const { return seconds(slowest(cache), cache); }
  /// Infinite where nothing is known.
  double samples_per_s(DataStage stage, PageCache cache) const;
};

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

/// Main memory that a job and the system need: the state of one checkpoint on its way to the storage, a process with
/// its data loaders for each GPU, and the system. What is left is page cache.
double host_need_bytes(const ServerSpec& server, const JobSpec& job);

/// The data path of a step of `samples` over all GPUs, for which the host issues kernels for `host_issue_s` on each
/// GPU's core. Pure.
///   storage = samples · misses · storage_read_s, misses = 1 cold, 1 − h(cache / data set) warm
///   cpu     = (samples · cpu_time / core_speed + GPUs · host_issue) / cores
///   link    = samples / GPUs · input_size / host_bandwidth
DataPath data_path(const ServerSpec& server, const JobSpec& job, double samples, double host_issue_s);

}  // namespace rackcast::models
