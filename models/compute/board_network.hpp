#pragma once

#include <array>

#include "models/compute/gpu_power.hpp"
#include "models/compute/profile_power.hpp"
#include "models/workload/step_profile.hpp"

namespace rackcast::models {

enum class BoardNode { die, memory, package, sink };
inline constexpr std::size_t board_nodes = 4;

/// Lumped thermal network of one board; intake air is its only boundary:
///   die ── package ── sink ── air,   memory ── package.
/// Core power and leakage heat the die, memory power the memory. Base power (regulators, I/O, fans) goes to the sink:
/// regulators sit under it through pads and fans blow into its air stream. Conduction only, linear, W/K and J/K; the
/// resistance of the sink holds at the board's working air flow.
struct BoardNetwork {
  std::array<double, board_nodes> capacity_j_per_k{};  ///< in the order of BoardNode
  double die_package_w_per_k = 0;
  double memory_package_w_per_k = 0;
  double package_sink_w_per_k = 0;
  double sink_air_w_per_k = 0;
};

/// Heat into each node, W, in the order of BoardNode.
std::array<double, board_nodes> node_heat(const BoardPower& power);

/// Throws std::invalid_argument when a resistance or capacity is not positive.
BoardNetwork board_network(const GpuSpec& gpu, const GpuIndividual& individual = {});

/// Temperatures at constant heat and inlet, °C, in the order of BoardNode.
std::array<double, board_nodes> steady_temperatures(const BoardNetwork& network, const BoardPower& power,
                                                    double inlet_c);

/// Rise of the die per watt of its own heat, K/W.
double die_rise_k_per_w(const BoardNetwork& network);

/// Die temperature at which heat in equals heat out, leakage following temperature, when the dynamic parts of `power`
/// are constant and the board runs at `clock_hz` (power.leakage_w is ignored). The balance T = T₀ + r·leakage(T) is
/// convex: Newton's method from T₀ rises to the lower root and stops when a step is below 1e-10 K. Infinite when there
/// is no balance (thermal runaway: r·dleakage/dT reaches 1 first).
double balanced_die_c(const GpuPower& gpu, const BoardNetwork& network, const BoardPower& power, double clock_hz,
                      double inlet_c);

/// The highest clock that a board sustains for ever under `power_limit_w` with intake air at `inlet_c` while it trains:
/// at each clock the step profile, mean heat, die balance and regulated power follow from one another, and that power
/// rises with clock, so a bracketed search finds the fixed point (relative error of the clock below 1e-11). Thermal
/// limits are not applied: this is what the power limit alone allows. Real-valued, in [min_clock, max_clock]; min_clock
/// when no clock fits.
double sustained_clock_hz(const GpuSpec& gpu, const StepCost& cost, double power_limit_w, double inlet_c);

/// The same for a profile whose phases are given, made at profile.clock_hz.
double sustained_clock_hz(const GpuSpec& gpu, const ClockedProfile& profile, double power_limit_w, double inlet_c);

}  // namespace rackcast::models
