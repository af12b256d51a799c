#include "models/workload/job_gpus.hpp"

#include <algorithm>
#include <numeric>

namespace rackcast::models {

namespace {

/// The links of some GPUs, which are numbered anew in that order.
TopologySpec links_of(const TopologySpec& whole, const std::vector<std::size_t>& gpus) {
  std::vector<SlotSpec> each;
  for (const SlotSpec& slot : whole.slots)
    each.insert(each.end(), static_cast<std::size_t>(slot.gpus), {1, slot.to, slot.link});
  TopologySpec some = whole;
  some.slots.clear();
  some.bridges.clear();
  for (const std::size_t gpu : gpus) {
    if (gpu < each.size()) some.slots.push_back(each[gpu]);
  }
  for (BridgeSpec bridge : whole.bridges) {
    bool both = true;
    for (double& end : bridge.gpus) {
      const auto found = std::find(gpus.begin(), gpus.end(), static_cast<std::size_t>(end));
      both = both && found != gpus.end();
      end = static_cast<double>(found - gpus.begin());
    }
    if (both) some.bridges.push_back(std::move(bridge));
  }
  return some;
}

}  // namespace

std::vector<std::size_t> gpus_of(const ServerSpec& server, const JobSpec& job) {
  if (!job.gpus.empty()) {
    std::vector<std::size_t> gpus(job.gpus.size());
    std::transform(job.gpus.begin(), job.gpus.end(), gpus.begin(),
                   [](double i) { return static_cast<std::size_t>(i); });
    return gpus;
  }
  std::vector<std::size_t> all(static_cast<std::size_t>(server.gpus.count));
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

ServerSpec seen_by(const ServerSpec& server, const JobSpec& job) {
  ServerSpec seen = server;
  if (job.gpus.empty()) return seen;
  seen.gpus.count = static_cast<int>(job.gpus.size());
  seen.gpus.topology = links_of(server.gpus.topology, gpus_of(server, job));
  return seen;
}

}  // namespace rackcast::models
