#include "scenarios/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/workload/data_path.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/step_profile.hpp"
#include "scenarios/budget.hpp"
#include "scenarios/fit_probability.hpp"
#include "scenarios/remedies.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

using models::JobSpec;
using models::MemoryNeed;
using models::ServerSpec;

constexpr double giga = 1e9;
constexpr double largest_rise_k = 300;                    // of air: copper-tin solder melts at 227 degC
constexpr double m3_per_s_per_cfm = 0.028316846592 / 60;  // a cubic foot is (0.3048 m)^3

std::string breakdown(const MemoryNeed& need) {
  return fmt::format("weights {}, gradients {}, optimizer {}, activations {}, reserved {}", bytes_text(need.weights),
                     bytes_text(need.gradients), bytes_text(need.optimizer), bytes_text(need.activations),
                     bytes_text(need.reserved));
}

std::string more_memory(const ServerSpec& server) {
  if (server.trained_on == models::Device::cpu) return "more main memory (server." + server.name + ".memory)";
  return std::string("GPUs with more memory") +
         (server.gpus.count > 1 ? " or more of them" : ", or shard over several");
}

std::string memory_obstacle(const ServerSpec& server, const JobSpec& job, const MemoryNeed& need,
                            const Catalog& catalog) {
  std::string text = fmt::format(
      "job.{}: needs {} of memory on each {}, which has {} ({}; {} too much; it would fit with a probability of {})",
      job.name, bytes_text(need.total), server.gpus.gpu.name, bytes_text(need.available), breakdown(need),
      bytes_text(need.total - need.available), probability_text(fit_probability(need)));
  const std::vector<Remedy> found = remedies(server, job, catalog);
  for (const Remedy& remedy : found) text += "\n  would fit with " + remedy_text(remedy);
  if (found.empty()) {
    const MemoryNeed least = models::memory_need(server, most_frugal(server, job));
    text += fmt::format("\n  no setting of the job fits (the least it can need is {}): take {}",
                        bytes_text(least.total), more_memory(server));
  }
  return text;
}

// Offloaded state must stand in main memory; without offloading what a job needs there is an estimate.
std::string host_obstacle(const ServerSpec& server, const JobSpec& job) {
  const double need = models::host_need_bytes(server, job);
  if (job.offload == models::Offload::none || need <= server.memory_bytes) return "";
  return fmt::format(
      "job.{}: needs {} of main memory, server.{} has {} ({} of them are offloaded)\n"
      "  would fit with server.{}.memory = \"{:.0f} GB\"",
      job.name, bytes_text(need), server.name, bytes_text(server.memory_bytes),
      bytes_text(models::offloaded_bytes(job)), server.name, std::ceil(need / giga));
}

// Heat without a way out, or with far too narrow a one, ends beyond any temperature that the laws hold for.
std::string room_obstacle(const ServerSpec& server, const JobBudget& budget) {
  const double rise_k = budget.heat.room_c - budget.heat.outdoor_c;
  if (rise_k <= largest_rise_k) return "";
  return fmt::format(
      "room.{}: the heat in it would warm it {} (its ventilation and walls carry too little away)"
      " give it more room.{}.ventilation",
      server.room, std::isinf(rise_k) ? "more every day, without end" : "by " + number_text(rise_k) + " K",
      server.room);
}

std::string case_obstacle(const ServerSpec& server, const JobBudget& budget) {
  if (budget.heat.case_rise_k <= largest_rise_k) return "";
  const double needed_m3_per_s = server.chassis.airflow_m3_per_s * budget.heat.case_rise_k / largest_rise_k;
  return fmt::format(
      "server.{}: {} into {} CFM of air would warm it by {} K (solder melts before that)\n"
      "  would run with server.{}.case.airflow = \"{:.0f} CFM\", and cool with ten times that",
      server.name, power_text(budget.heat.case_w), number_text(budget.heat.airflow_m3_per_s / m3_per_s_per_cfm),
      number_text(budget.heat.case_rise_k), server.name, std::ceil(needed_m3_per_s / m3_per_s_per_cfm));
}

std::string obstacle(const Scenario& scenario, const RoomHeat& heat, const JobSpec& job, const Catalog& catalog) {
  try {
    const ServerSpec server = server_seen_by(scenario, job);
    models::step_cost(server, job);
    const MemoryNeed need = models::memory_need(server, job);
    if (need.total > need.available) return memory_obstacle(server, job, need, catalog);
    const std::string in_host = host_obstacle(server, job);
    if (!in_host.empty()) return in_host;
    const JobBudget budget = job_budget(heat.around(server_of(scenario, job), job), server, job);
    const std::string in_case = case_obstacle(server, budget);
    return in_case.empty() ? room_obstacle(server, budget) : in_case;
  } catch (const std::invalid_argument& e) {
    return fmt::format("job.{}: {}", job.name, e.what());
  }
}

}  // namespace

std::vector<std::string> obstacles(const Scenario& scenario, const Catalog& catalog) {
  const RoomHeat heat(scenario);
  std::vector<std::string> found;
  for (const JobSpec& job : scenario.jobs) {
    const std::string text = obstacle(scenario, heat, job, catalog);
    if (!text.empty()) found.push_back(text);
  }
  return found;
}

}  // namespace rackcast::scenarios
