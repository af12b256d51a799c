#include "scenarios/budget.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/compute/board_network.hpp"
#include "models/power/psu_law.hpp"
#include "models/thermal/dust.hpp"
#include "models/workload/job_gpus.hpp"
#include "models/workload/memory.hpp"
#include "scenarios/budget_beside.hpp"
#include "scenarios/budget_parts.hpp"
#include "scenarios/summary.hpp"

namespace rackcast::scenarios {

namespace {

using models::JobSpec;
using models::ServerSpec;

// Of the first job of a server and those that run beside it.
double wall_w(const Scenario& scenario, const ServerSpec& server) {
  const auto job = std::find_if(scenario.jobs.begin(), scenario.jobs.end(),
                                [&](const JobSpec& candidate) { return candidate.on == server.name; });
  if (job == scenario.jobs.end()) return idle_wall_w(server);
  try {
    const ServerSpec seen = models::seen_by(server, *job);
    const Beside beside = beside_of(scenario, server, *job);
    const JobBudget b = step_budget(seen, *job);
    return power_budget(models::as_it_was_built(seen), b.cost, b.clock_hz, beside).wall_w;
  } catch (const std::invalid_argument&) {
    return idle_wall_w(server);  // what cannot run takes nothing more; its own budget says why
  }
}

}  // namespace

const Margin* JobBudget::margin(Limit limit) const {
  const auto found =
      std::find_if(margins.begin(), margins.end(), [limit](const Margin& m) { return m.limit == limit; });
  return found == margins.end() ? nullptr : &*found;
}

RoomHeat::RoomHeat(const Scenario& scenario) : scenario_(scenario) {
  for (const ServerSpec& server : scenario.servers) wall_w_.push_back(wall_w(scenario, server));
}

Surroundings RoomHeat::around(const ServerSpec& server) const {
  Surroundings around{scenario_.site.climate, {}, {}, 0};
  for (const models::RoomSpec& room : scenario_.rooms) {
    if (room.name == server.room) around.room = room;
  }
  around.others_w = models::highest(around.room.other_heat);
  for (std::size_t i = 0; i < scenario_.servers.size(); ++i) {
    const ServerSpec& other = scenario_.servers[i];
    if (other.room == server.room && other.name != server.name) around.others_w += wall_w_[i];
  }
  return around;
}

Surroundings RoomHeat::around(const ServerSpec& server, const JobSpec& job) const {
  Surroundings all = around(server);
  all.beside = beside_of(scenario_, server, job);
  return all;
}

JobBudget job_budget(const Surroundings& around, const ServerSpec& server, const JobSpec& job) {
  JobBudget b = step_budget(server, job);
  b.host = host_memory(server, job, around.beside);
  b.power = power_budget(models::as_it_was_built(server), b.cost, b.clock_hz, around.beside);
  b.outlet = outlet_budget(server, b.power);
  b.heat = heat_budget(around, server, b);
  b.data_path = data_path_budget(server, job, around.beside, b);
  b.link = link_budget(server, job, b);
  b.margins = margins_of(server, b);
  return b;
}

JobBudget job_budget(const Scenario& scenario, const JobSpec& job) {
  const ServerSpec& server = server_of(scenario, job);
  return job_budget(RoomHeat(scenario).around(server, job), models::seen_by(server, job), job);
}

}  // namespace rackcast::scenarios
