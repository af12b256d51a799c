#include "models/compute/board_network.hpp"

#include <limits>
#include <stdexcept>

#include "models/compute/clock_search.hpp"

namespace rackcast::models {

namespace {

constexpr double balance_tolerance_k = 1e-10;
/// Newton's method on a convex balance doubles its digits each step; near runaway it halves the distance instead.
constexpr int balance_steps_max = 200;

double conductance(const GpuSpec& gpu, double resistance_k_per_w, const char* key) {
  if (resistance_k_per_w > 0) return 1 / resistance_k_per_w;
  throw std::invalid_argument("GPU '" + gpu.name + "': thermal." + key +
                              " must be positive (heat flows through it); give it in K/W");
}

double capacity(const GpuSpec& gpu, double j_per_k, const char* key) {
  if (j_per_k > 0) return j_per_k;
  throw std::invalid_argument("GPU '" + gpu.name + "': thermal." + key +
                              " must be positive (a part without heat capacity has no temperature of its own)");
}

double regulated_at(const GpuPower& gpu, const BoardNetwork& network, const ClockedProfile& profile, double own_hz,
                    double inlet_c) {
  const BoardPower heat = mean_power(gpu, profile, own_hz, inlet_c);
  const double die_c = balanced_die_c(gpu, network, heat, own_hz, inlet_c);
  if (die_c == std::numeric_limits<double>::infinity()) return die_c;
  return regulated_power_w(gpu, profile, own_hz, die_c);
}

}  // namespace

std::array<double, board_nodes> node_heat(const BoardPower& power) {
  return {power.core_w + power.leakage_w, power.memory_w, 0, power.base_w};
}

BoardNetwork board_network(const GpuSpec& gpu, const GpuIndividual& individual) {
  const GpuThermalNetwork& t = gpu.thermal;
  return {{capacity(gpu, t.die_j_per_k, "die_capacity"), capacity(gpu, t.memory_j_per_k, "memory_capacity"),
           capacity(gpu, t.package_j_per_k, "package_capacity"), capacity(gpu, t.sink_j_per_k, "sink_capacity")},
          conductance(gpu, t.die_package_k_per_w, "die_to_package"),
          conductance(gpu, t.memory_package_k_per_w, "memory_to_package"),
          conductance(gpu, t.package_sink_k_per_w, "package_to_sink"),
          conductance(gpu, t.sink_air_k_per_w * individual.resistance, "sink_to_air")};
}

std::array<double, board_nodes> steady_temperatures(const BoardNetwork& network, const BoardPower& power,
                                                    double inlet_c) {
  const double die_w = power.core_w + power.leakage_w;
  const double package_w = die_w + power.memory_w;
  const double sink_c = inlet_c + (package_w + power.base_w) / network.sink_air_w_per_k;
  const double package_c = sink_c + package_w / network.package_sink_w_per_k;
  return {package_c + die_w / network.die_package_w_per_k, package_c + power.memory_w / network.memory_package_w_per_k,
          package_c, sink_c};
}

double die_rise_k_per_w(const BoardNetwork& network) {
  return 1 / network.die_package_w_per_k + 1 / network.package_sink_w_per_k + 1 / network.sink_air_w_per_k;
}

double balanced_die_c(const GpuPower& gpu, const BoardNetwork& network, const BoardPower& power, double clock_hz,
                      double inlet_c) {
  BoardPower dynamic = power;
  dynamic.leakage_w = 0;
  const double cold_c = steady_temperatures(network, dynamic, inlet_c)[static_cast<std::size_t>(BoardNode::die)];
  const double rise_k_per_w = die_rise_k_per_w(network);
  double die_c = cold_c;
  for (int step = 0; step < balance_steps_max; ++step) {
    const double gain = rise_k_per_w * gpu.leakage_slope_w_per_k(clock_hz, die_c);
    if (gain >= 1) return std::numeric_limits<double>::infinity();
    const double missing_k = cold_c + rise_k_per_w * gpu.leakage_w(clock_hz, die_c) - die_c;
    const double rise_k = missing_k / (1 - gain);
    die_c += rise_k;
    if (rise_k < balance_tolerance_k) return die_c;
  }
  return std::numeric_limits<double>::infinity();
}

double sustained_clock_hz(const GpuSpec& gpu, const StepCost& cost, double power_limit_w, double inlet_c) {
  const GpuPower power(gpu);
  const BoardNetwork network = board_network(gpu);
  return highest_within(power.min_clock_hz(), power.max_clock_hz(), power_limit_w, [&](double clock_hz) {
    const StepProfile profile = step_profile(cost, clock_hz);
    return regulated_at(power, network, {profile, clock_hz}, clock_hz, inlet_c);
  });
}

double sustained_clock_hz(const GpuSpec& gpu, const ClockedProfile& profile, double power_limit_w, double inlet_c) {
  const GpuPower power(gpu);
  const BoardNetwork network = board_network(gpu);
  return highest_within(power.min_clock_hz(), power.max_clock_hz(), power_limit_w,
                        [&](double clock_hz) { return regulated_at(power, network, profile, clock_hz, inlet_c); });
}

}  // namespace rackcast::models
