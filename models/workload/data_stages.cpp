#include "models/workload/data_stages.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace rackcast::models {

namespace {

constexpr std::array<DataStage, 3> stages{DataStage::storage, DataStage::cpu, DataStage::host_link};

}  // namespace

const char* name(DataStage stage) {
  constexpr std::array<const char*, stages.size()> names{"storage", "CPU cores", "host to GPUs"};
  return names[static_cast<std::size_t>(stage)];
}

double DataPath::seconds(DataStage stage, PageCache cache) const {
  switch (stage) {
    case DataStage::storage:
      return cache == PageCache::cold ? storage_cold_s : storage_warm_s;
    case DataStage::cpu:
      return cpu_s;
    case DataStage::host_link:
      return host_link_s;
  }
  return 0;
}

DataStage DataPath::slowest(PageCache cache) const {
  return *std::max_element(stages.begin(), stages.end(),
                           [&](DataStage a, DataStage b) { return seconds(a, cache) < seconds(b, cache); });
}

double DataPath::samples_per_s(DataStage stage, PageCache cache) const {
  const double step_s = seconds(stage, cache);
  return step_s > 0 ? samples / step_s : std::numeric_limits<double>::infinity();
}

}  // namespace rackcast::models
