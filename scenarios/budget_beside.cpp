#include "scenarios/budget_beside.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/thermal/dust.hpp"
#include "models/workload/data_path.hpp"
#include "models/workload/job_gpus.hpp"
#include "scenarios/budget_parts.hpp"
#include "scenarios/budget_step.hpp"

namespace rackcast::scenarios {

namespace {

using models::JobSpec;
using models::ServerSpec;

// What a job's GPUs and its share of the host add.
void add(const ServerSpec& server, const JobSpec& job, Beside& beside) {
  const ServerSpec seen = models::seen_by(server, job);
  const JobBudget b = step_budget(seen, job);
  const PowerBudget power = power_budget(models::as_it_was_built(seen), b.cost, b.clock_hz, {});
  const double host_w = power.steady_w - power.gpus_w;
  beside.mean_w += power.gpus_w;
  beside.window_w += power.peaks[1].power_w - host_w;
  beside.highest_w += power.peaks[2].power_w - host_w;
  beside.burst_w += power.peaks[3].power_w - host_w;
  const double gpu_share = static_cast<double>(seen.gpus.count) / server.gpus.count;
  beside.cpu_load += cpu_load(server, b.cost, b.step.step_s, gpu_share);
  beside.host_bytes += models::job_host_bytes(seen, job);
  if (!b.cost.data.known()) return;
  beside.storage_used += std::min(1.0, b.cost.data.storage_warm_s / b.step.step_s);
  beside.cpu_used += std::min(1.0, b.cost.data.cpu_s / b.step.step_s);
}

void add_idle(const ServerSpec& server, std::size_t gpus, Beside& beside) {
  const double idle_w = static_cast<double>(gpus) * server.gpus.gpu.power.idle_w;
  for (double* power_w : {&beside.mean_w, &beside.window_w, &beside.highest_w, &beside.burst_w}) *power_w += idle_w;
}

}  // namespace

Beside beside_of(const Scenario& scenario, const ServerSpec& server, const JobSpec& job) {
  Beside beside;
  std::vector<char> taken(static_cast<std::size_t>(server.gpus.count), 0);
  const auto take = [&](const JobSpec& taker) {
    const auto gpus = models::gpus_of(server, taker);
    if (std::any_of(gpus.begin(), gpus.end(), [&](std::size_t gpu) { return taken[gpu] != 0; })) return false;
    for (const std::size_t gpu : gpus) taken[gpu] = 1;
    return true;
  };
  take(job);
  if (std::find(taken.begin(), taken.end(), 0) == taken.end()) return beside;
  beside.gpu_share = static_cast<double>(std::count(taken.begin(), taken.end(), 1)) / server.gpus.count;
  for (const JobSpec& other : scenario.jobs) {
    if (other.on != server.name || other.name == job.name || !take(other)) continue;
    ++beside.jobs;
    try {
      add(server, other, beside);
    } catch (const std::invalid_argument&) {
      --beside.jobs;  // its own budget says why
    }
  }
  add_idle(server, static_cast<std::size_t>(std::count(taken.begin(), taken.end(), 0)), beside);
  return beside;
}

}  // namespace rackcast::scenarios
