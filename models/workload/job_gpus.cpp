#include "models/workload/job_gpus.hpp"

#include <algorithm>
#include <numeric>

namespace rackcast::models {

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
  if (!job.gpus.empty()) seen.gpus.count = static_cast<int>(job.gpus.size());
  return seen;
}

}  // namespace rackcast::models
