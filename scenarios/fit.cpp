#include "scenarios/fit.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "models/workload/memory.hpp"
#include "models/workload/step_profile.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

using models::JobSpec;
using models::MemoryNeed;
using models::ServerSpec;

bool fits(const ServerSpec& server, const JobSpec& job) {
  const MemoryNeed need = models::memory_need(server, job);
  return need.total <= need.available;
}

std::string key(const JobSpec& job, const char* rest) { return "job." + job.name + "." + rest; }

// The largest micro-batch that fits, by halving; 0 if none does or it is small enough already.
double fitting_micro_batch(const ServerSpec& server, JobSpec job) {
  for (double micro = std::floor(models::micro_batch(server, job) / 2); micro >= 1; micro = std::floor(micro / 2)) {
    job.batch.micro = micro;
    if (fits(server, job)) return micro;
  }
  return 0;
}

std::string micro_change(const ServerSpec& server, const JobSpec& job) {
  const double micro = fitting_micro_batch(server, job);
  return micro > 0 ? fmt::format("{} = {:.0f}", key(job, "batch.micro"), micro) : "";
}

std::string recompute_change(const ServerSpec& server, JobSpec job) {
  if (job.recompute == models::Recompute::full) return "";
  job.recompute = models::Recompute::full;
  return fits(server, job) ? key(job, "recompute") + " = \"full\"" : "";
}

constexpr std::pair<models::Sharding, const char*> shardings[] = {{models::Sharding::optimizer, "optimizer"},
                                                                  {models::Sharding::gradients, "gradients"},
                                                                  {models::Sharding::parameters, "parameters"}};

// The least sharding that fits.
std::string sharding_change(const ServerSpec& server, JobSpec job) {
  const models::Sharding now = job.sharding;
  for (const auto& [sharding, name] : shardings) {
    job.sharding = sharding;
    if (sharding > now && server.gpus.count > 1 && fits(server, job)) {
      return fmt::format("{} = \"{}\"", key(job, "sharding"), name);
    }
  }
  return "";
}

JobSpec most_frugal(const ServerSpec& server, JobSpec job) {
  job.recompute = models::Recompute::full;
  if (server.gpus.count > 1) job.sharding = models::Sharding::parameters;
  job.batch.micro = 1;
  return job;
}

// Full recomputation and the least sharding that fits with it, then with the largest micro-batch that fits.
std::string combined_change(const ServerSpec& server, const JobSpec& job) {
  if (!fits(server, most_frugal(server, job))) return "";
  JobSpec changed = job;
  changed.recompute = models::Recompute::full;
  const std::string recompute = key(job, "recompute") + " = \"full\" with ";
  const std::string sharding = sharding_change(server, changed);
  if (!sharding.empty()) return recompute + sharding;
  const std::string micro = micro_change(server, changed);
  if (!micro.empty()) return recompute + micro;
  const std::string shard = key(job, "sharding") + " = \"parameters\" with ";
  changed.sharding = models::Sharding::parameters;
  const std::string both = recompute + shard + micro_change(server, changed);
  changed.recompute = job.recompute;
  const std::string unrecomputed = micro_change(server, changed);
  return unrecomputed.empty() ? both : shard + unrecomputed;
}

std::string breakdown(const MemoryNeed& need) {
  return fmt::format("weights {}, gradients {}, optimizer {}, activations {}, reserved {}", bytes_text(need.weights),
                     bytes_text(need.gradients), bytes_text(need.optimizer), bytes_text(need.activations),
                     bytes_text(need.reserved));
}

std::string memory_obstacle(const ServerSpec& server, const JobSpec& job, const MemoryNeed& need) {
  std::string text = fmt::format("job.{}: needs {} of memory on each {}, which has {} ({}; {} too much)", job.name,
                                 bytes_text(need.total), server.gpus.gpu.name, bytes_text(need.available),
                                 breakdown(need), bytes_text(need.total - need.available));
  const std::vector<std::string> changes = changes_that_fit(server, job);
  for (const std::string& change : changes) text += "\n  would fit with " + change;
  if (changes.empty()) {
    const MemoryNeed least = models::memory_need(server, most_frugal(server, job));
    text +=
        fmt::format("\n  no setting of the job fits (the least it can need is {}): take GPUs with more memory{}",
                    bytes_text(least.total), server.gpus.count > 1 ? " or more of them" : ", or shard over several");
  }
  return text;
}

std::string obstacle(const ServerSpec& server, const JobSpec& job) {
  try {
    models::step_cost(server, job);
    const MemoryNeed need = models::memory_need(server, job);
    return need.total <= need.available ? "" : memory_obstacle(server, job, need);
  } catch (const std::invalid_argument& e) {
    return fmt::format("job.{}: {}", job.name, e.what());
  }
}

}  // namespace

std::vector<std::string> changes_that_fit(const ServerSpec& server, const JobSpec& job) {
  if (fits(server, job)) return {};
  std::vector<std::string> changes;
  for (const auto& change : {micro_change(server, job), recompute_change(server, job), sharding_change(server, job)}) {
    if (!change.empty()) changes.push_back(change);
  }
  const std::string combined = changes.empty() ? combined_change(server, job) : "";
  if (!combined.empty()) changes.push_back(combined);
  return changes;
}

std::vector<std::string> obstacles(const Scenario& scenario) {
  std::vector<std::string> found;
  for (const JobSpec& job : scenario.jobs) {
    const std::string text = obstacle(server_of(scenario, job), job);
    if (!text.empty()) found.push_back(text);
  }
  return found;
}

}  // namespace rackcast::scenarios
