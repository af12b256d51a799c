#include "scenarios/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/workload/memory.hpp"
#include "models/workload/step_profile.hpp"
#include "scenarios/budget.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

using models::JobSpec;
using models::MemoryNeed;
using models::ServerSpec;

constexpr double largest_rise_k = 300;                    // of air: copper-tin solder melts at 227 degC
constexpr double m3_per_s_per_cfm = 0.028316846592 / 60;  // a cubic foot is (0.3048 m)^3

bool fits(const ServerSpec& server, const JobSpec& job) {
  const MemoryNeed need = models::memory_need(server, job);
  return need.total <= need.available;
}

std::string key(const JobSpec& job, const char* rest) { return "job." + job.name + "." + rest; }

// The largest whole number below `limit` for which `holds`, which holds for everything below it; 0 if for none.
template <class Predicate>
double largest_below(double limit, Predicate holds) {
  double good = 0;
  for (double bad = limit; bad - good > 1;) {
    const double middle = std::floor((good + bad) / 2);
    (holds(middle) ? good : bad) = middle;
  }
  return good;
}

// The largest divisor of `whole` that is at most `limit`; at least 1.
double largest_divisor(double whole, double limit) {
  double best = 1;
  for (double small = 1; small * small <= whole; ++small) {
    if (std::fmod(whole, small) != 0) continue;
    for (const double divisor : {small, whole / small}) {
      if (divisor <= limit) best = std::max(best, divisor);
    }
  }
  return best;
}

// The largest micro-batch that fits and splits what a GPU takes into equal parts; 0 if none does.
double fitting_micro_batch(const ServerSpec& server, JobSpec job) {
  const double whole = job.batch.per_gpu > 0 ? job.batch.per_gpu : job.batch.global / server.gpus.count;
  const double most = largest_below(models::micro_batch(server, job), [&](double micro) {
    job.batch.micro = micro;
    return fits(server, job);
  });
  return most > 0 ? largest_divisor(whole, most) : 0;
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
  const std::string recompute = key(job, "recompute") + " = \"full\" and ";
  const std::string sharding = sharding_change(server, changed);
  if (!sharding.empty()) return recompute + sharding;
  const std::string micro = micro_change(server, changed);
  if (!micro.empty()) return recompute + micro;
  const std::string shard = key(job, "sharding") + " = \"parameters\" and ";
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

std::string obstacle(const Scenario& scenario, const RoomHeat& heat, const JobSpec& job) {
  try {
    const ServerSpec& server = server_of(scenario, job);
    models::step_cost(server, job);
    const MemoryNeed need = models::memory_need(server, job);
    if (need.total > need.available) return memory_obstacle(server, job, need);
    const JobBudget budget = job_budget(heat.around(server), server, job);
    const std::string in_case = case_obstacle(server, budget);
    return in_case.empty() ? room_obstacle(server, budget) : in_case;
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
  const RoomHeat heat(scenario);
  std::vector<std::string> found;
  for (const JobSpec& job : scenario.jobs) {
    const std::string text = obstacle(scenario, heat, job);
    if (!text.empty()) found.push_back(text);
  }
  return found;
}

}  // namespace rackcast::scenarios
