#pragma once

#include <array>
#include <memory>

#include "models/compute/board_network.hpp"
#include "models/compute/gpu_power.hpp"
#include "models/failure/hazard_law.hpp"
#include "sim/modes.hpp"

namespace rackcast::models {

/// Inputs of a board's island.
enum BoardInput : std::size_t { die_heat_input, memory_heat_input, sink_heat_input, intake_input, board_inputs };

/// What all boards of one GPU type share: the network in its two modal forms and what is read from it. `free` has the
/// linear part of leakage, at 65 °C and the clock of the peak rates, in its matrix; in `fixed` the board's total power
/// does not follow temperature (a power cap holds it, or the board is idle).
struct BoardType {
  explicit BoardType(const GpuSpec& gpu);

  /// A temperature `ahead_s` later, the heats held and the intake going on along its slope:
  /// reading(now) + Σ response·heat + slope_response·slope of the intake.
  struct Foresight {
    sim::Output reading;
    std::array<double, board_inputs> response{};
    double slope_response = 0;
  };
  /// Where an output goes when all inputs stay as they are: Σ response·input. Meaningless in a form that runs away.
  using Steady = std::array<double, board_inputs>;
  struct Form {
    std::shared_ptr<const sim::Modes> modes;
    sim::Output die, memory, heat_out, electricity;
    Foresight die_soon, die_settled, memory_soon, memory_settled;  ///< `ahead_s` and `settling_s` later
    Steady steady_heat_out{}, steady_electricity{};
  };
  static constexpr double ahead_s = 1;

  GpuSpec spec;
  BoardNetwork network;
  HazardLaw hazard;              ///< of interruptions; rated maximum: the shutdown temperature
  double leakage_slope_w_per_k;  ///< in the matrix of `free`
  double settling_s;             ///< five of the slowest time constants: what changed has settled to 1 %
  Form free;
  Form fixed;
};

}  // namespace rackcast::models
