#include "scenarios/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/compute/board_network.hpp"
#include "models/power/psu_law.hpp"
#include "models/thermal/air.hpp"
#include "models/thermal/room.hpp"
#include "models/workload/memory.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

using models::ServerSpec;

constexpr double reference_inlet_c = 25;  // of the ideal clock

enum class Load { idle, training };

double case_w(const ServerSpec& server, Load load) {
  const double cpu_share = load == Load::training ? server.cpu_load : 0;
  const double cpu_w = server.cpu.idle_w + cpu_share * (server.cpu.tdp_w - server.cpu.idle_w);
  return server.cpu_count * cpu_w + server.storage.power_w + server.other_w;
}

double default_limit_w(const ServerSpec& server) {
  return server.gpus.power_limit_w > 0 ? server.gpus.power_limit_w : server.gpus.gpu.power.default_w;
}

void set_step(JobBudget& b, const ServerSpec& server, const models::JobSpec& job) {
  const models::GpuSpec& gpu = server.gpus.gpu;
  b.memory = models::memory_need(server, job);
  b.cost = models::step_cost(server, job);
  b.checkpoint_bytes = models::checkpoint_bytes(job);
  b.clock_hz = models::sustained_clock_hz(gpu, b.cost, default_limit_w(server), reference_inlet_c);
  if (server.gpus.clock_limit_hz > 0) b.clock_hz = std::min(b.clock_hz, server.gpus.clock_limit_hz);
  b.step = models::step_profile(b.cost, b.clock_hz);
}

// Leakage and die temperature follow from each other: from the leakage at 65 °C the balance is found once.
void set_power(JobBudget& b, const ServerSpec& server) {
  const models::GpuPower gpu(server.gpus.gpu);
  const models::ClockedProfile profile{b.step, b.clock_hz};
  const auto network = models::board_network(server.gpus.gpu);
  const auto parts = models::mean_power(gpu, profile, b.clock_hz, models::leakage_reference_c);
  const double die_c = models::balanced_die_c(gpu, network, parts, b.clock_hz, reference_inlet_c);
  const double at_c = std::min(die_c, server.gpus.gpu.limits.target_c);
  const double count = server.gpus.count;
  b.board_w = models::mean_power(gpu, profile, b.clock_hz, at_c).total_w();
  b.steady_w = count * b.board_w + case_w(server, Load::training);
  b.peak_w = count * models::peak_power_w(gpu, profile, b.clock_hz, at_c) + case_w(server, Load::training);
  const models::PsuLaw psu(server.psu);
  b.wall_w = psu.wall_power_w(b.steady_w);
  b.rating_w = server.psu.rating_w * server.psu.count;
  b.peak_limit_s = psu.overload_limit_s(psu.load_ratio(b.peak_w));
}

bool has_job(const Scenario& scenario, const ServerSpec& server) {
  return std::any_of(scenario.jobs.begin(), scenario.jobs.end(), [&](const auto& j) { return j.on == server.name; });
}

double idle_wall_w(const ServerSpec& server) {
  return models::wall_power_w(server.psu,
                              server.gpus.count * server.gpus.gpu.power.idle_w + case_w(server, Load::idle));
}

double training_wall_w(const Scenario& scenario, const ServerSpec& server) {
  for (const auto& job : scenario.jobs) {
    if (job.on != server.name) continue;
    JobBudget b;
    set_step(b, server, job);
    set_power(b, server);
    return b.wall_w;
  }
  return idle_wall_w(server);
}

// Heat of everything in the room over its conductance to the outdoors.
double room_rise_k(const Scenario& scenario, const ServerSpec& server) {
  for (const models::RoomSpec& room : scenario.rooms) {
    if (room.name != server.room) continue;
    double heat_w = room.other_heat.mean;
    for (const ServerSpec& s : scenario.servers) {
      if (s.room == room.name) heat_w += has_job(scenario, s) ? training_wall_w(scenario, s) : idle_wall_w(s);
    }
    return heat_w / models::loss_w_per_k(room);
  }
  return 0;
}

void set_heat(JobBudget& b, const Scenario& scenario, const ServerSpec& server) {
  const auto& climate = scenario.site.climate;
  const double stream_w_per_k = models::air_j_per_m3_k * server.chassis.airflow_m3_per_s;
  const double neighbour_w = server.gpus.count > 1 ? b.board_w * server.gpus.count : 0;
  b.case_rise_k = b.wall_w / stream_w_per_k;
  b.outdoor_c = climate.mean + climate.daily_swing / 2;
  b.room_c = b.outdoor_c + room_rise_k(scenario, server);
  b.intake_c =
      b.room_c + server.chassis.recirculation * b.case_rise_k + server.chassis.preheat * neighbour_w / stream_w_per_k;
  const models::GpuPower gpu(server.gpus.gpu);
  const auto parts = models::mean_power(gpu, {b.step, b.clock_hz}, b.clock_hz, models::leakage_reference_c);
  b.die_c = models::balanced_die_c(gpu, models::board_network(server.gpus.gpu), parts, b.clock_hz, b.intake_c);
}

void set_margins(JobBudget& b, const ServerSpec& server) {
  const double target_c = server.gpus.gpu.limits.target_c;
  const double usable_k = target_c - b.outdoor_c;
  b.margins = {
      {"GPU memory", b.memory.total / b.memory.available,
       "a smaller batch.micro, recompute = \"full\", sharding, or GPUs with more memory"},
      {"supply rating, steady", b.steady_w / b.rating_w, "a larger supply, or a lower gpu.power_limit"},
      {"die temperature", usable_k > 0 ? (b.die_c - b.outdoor_c) / usable_k : std::numeric_limits<double>::infinity(),
       b.room_c - b.outdoor_c > b.intake_c - b.room_c
           ? "more ventilation or cooling of the room, or a lower gpu.power_limit"
           : "more airflow through the case, or a lower gpu.power_limit"}};
  if (!server.psu.overload_ratio.empty()) {
    const double survived_w = server.psu.overload_ratio.front() * b.rating_w;
    b.margins.push_back(
        {"supply tolerance of peaks", b.peak_w / survived_w, "a larger supply or one of a newer design"});
  }
  std::stable_sort(b.margins.begin(), b.margins.end(), [](const auto& x, const auto& y) { return x.used > y.used; });
}

}  // namespace

JobBudget job_budget(const Scenario& scenario, const models::JobSpec& job) {
  const ServerSpec& server = server_of(scenario, job);
  JobBudget b;
  set_step(b, server, job);
  set_power(b, server);
  set_heat(b, scenario, server);
  set_margins(b, server);
  return b;
}

}  // namespace rackcast::scenarios
