#pragma once

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

}  // namespace rackcast::models
