#include <algorithm>
#include <cmath>

#include "models/compute/board_network.hpp"
#include "models/compute/fan.hpp"
#include "models/compute/gpu_power.hpp"
#include "models/compute/profile_power.hpp"
#include "models/thermal/air.hpp"
#include "models/thermal/case_streams.hpp"
#include "models/thermal/dust.hpp"
#include "models/thermal/room.hpp"
#include "scenarios/budget_parts.hpp"

namespace rackcast::scenarios {

namespace {

using models::BoardNode;
using models::ServerSpec;

/// Halvings of the range of clocks: below a thousandth of a megahertz.
constexpr int clock_halvings = 24;

// The room's balance: heat of everything in it over its conductance to the outdoor air.
void set_air(HeatBudget& heat, const Surroundings& around, const ServerSpec& server, const PowerBudget& power) {
  const double inside = server.gpus.cooler.inside;
  const double stream_w_per_k = models::air_j_per_m3_k * heat.airflow_m3_per_s;
  const auto gpus = static_cast<std::size_t>(std::lround(server.gpus.count / around.beside.gpu_share));
  const models::CaseStreams streams = models::case_streams(server.chassis, gpus);
  const double columns_share = static_cast<double>(streams.columns) / static_cast<double>(gpus);
  const double neighbour_w = streams.before < gpus ? inside * power.gpus_w * columns_share : 0;
  heat.case_w = power.wall_w - (1 - inside) * power.gpus_w;
  heat.case_rise_k = heat.case_w / stream_w_per_k;
  heat.needed_m3_per_s = heat.case_w / (models::air_j_per_m3_k * design_rise_k);
  heat.room_w = around.others_w + power.wall_w;
  heat.room_c = heat.outdoor_c + heat.room_w / models::loss_w_per_k(around.room);
  heat.inlet_c = heat.room_c + server.chassis.recirculation * heat.case_rise_k;
  heat.intake_c = heat.inlet_c + server.chassis.preheat * neighbour_w / stream_w_per_k;
}

void set_board(HeatBudget& heat, const ServerSpec& server, const models::ClockedProfile& profile) {
  const models::GpuPower gpu(server.gpus.gpu);
  const auto network = models::board_network(server.gpus.gpu);
  models::BoardPower parts = models::mean_power(gpu, profile, profile.clock_hz, models::leakage_reference_c);
  heat.die_c = models::balanced_die_c(gpu, network, parts, profile.clock_hz, heat.intake_c);
  if (!std::isfinite(heat.die_c)) {
    heat.memory_c = heat.die_c;
    return;
  }
  parts.leakage_w = gpu.leakage_w(profile.clock_hz, heat.die_c);
  heat.memory_c =
      models::steady_temperatures(network, parts, heat.intake_c)[static_cast<std::size_t>(BoardNode::memory)];
}

bool within_limits(const HeatBudget& heat, const ServerSpec& server) {
  const models::GpuThermalLimits& limits = server.gpus.gpu.limits;
  return heat.die_c <= limits.target_c && heat.memory_c <= limits.memory_c;
}

// `standing` is the server as it stands: with its dust, cooler and mounting.
HeatBudget heat_at(const Surroundings& around, const ServerSpec& standing, const PowerBudget& power,
                   const models::ClockedProfile& profile) {
  HeatBudget heat;
  heat.airflow_m3_per_s = standing.chassis.airflow_m3_per_s;
  heat.outdoor_c = models::highest(around.climate);
  set_air(heat, around, standing, power);
  set_board(heat, standing, profile);
  return heat;
}

// The highest clock at which everything, the room's air included, is in balance within the limits; 0: none.
double settled_clock_hz(const Surroundings& around, const ServerSpec& standing, const JobBudget& b) {
  const auto cool = [&](double clock_hz) {
    const models::StepProfile step = models::step_profile(b.cost, clock_hz);
    const PowerBudget power = power_budget(standing, b.cost, clock_hz, around.beside);
    return within_limits(heat_at(around, standing, power, {step, clock_hz}), standing);
  };
  double good_hz = standing.gpus.gpu.min_clock_hz;
  double bad_hz = b.clock_hz;
  if (!cool(good_hz)) return 0;
  for (int i = 0; i < clock_halvings; ++i) {
    const double middle_hz = (good_hz + bad_hz) / 2;
    (cool(middle_hz) ? good_hz : bad_hz) = middle_hz;
  }
  return good_hz;
}

// Its fans where a loop over their duty comes to rest.
ServerSpec with_fans_at_rest(const Surroundings& around, ServerSpec standing, const JobBudget& b) {
  models::GpuSpec& gpu = standing.gpus.gpu;
  if (gpu.fan.target_c <= 0) return standing;
  const double duty = models::resting_duty(gpu.fan, [&](double resistance_factor) {
    ServerSpec at_rung = standing;
    at_rung.gpus.gpu.thermal.sink_air_k_per_w *= resistance_factor;
    return heat_at(around, at_rung, b.power, {b.step, b.clock_hz}).die_c;
  });
  gpu = models::calibrated_at(gpu, duty);
  return standing;
}

}  // namespace

HeatBudget heat_budget(const Surroundings& around, const ServerSpec& server, const JobBudget& b) {
  const ServerSpec standing = with_fans_at_rest(around, models::as_it_stands(server), b);
  HeatBudget heat = heat_at(around, standing, b.power, {b.step, b.clock_hz});
  heat.clean_m3_per_s = server.chassis.airflow_m3_per_s;
  heat.settled_clock_hz = within_limits(heat, standing) ? b.clock_hz : settled_clock_hz(around, standing, b);
  if (heat.settled_clock_hz > 0) heat.settled_step_s = models::step_profile(b.cost, heat.settled_clock_hz).step_s;
  return heat;
}

}  // namespace rackcast::scenarios
