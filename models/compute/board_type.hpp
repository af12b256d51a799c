#pragma once

#include <memory>

#include "models/compute/board_network.hpp"
#include "models/compute/gpu_power.hpp"
#include "sim/modes.hpp"

namespace rackcast::models {

/// Inputs of a board's island.
enum BoardInput : std::size_t { die_heat_input, memory_heat_input, sink_heat_input, intake_input, board_inputs };

/// What all boards of one GPU type share: the network in its two modal forms and what is read from it. `free` has the
/// linear part of leakage, at 65 °C and the clock of the peak rates, in its matrix; in `fixed` the board's total power
/// does not follow temperature (a power cap holds it, or the board is idle).
struct BoardType {
  explicit BoardType(const GpuSpec& gpu);

  struct Form {
    std::shared_ptr<const sim::Modes> modes;
    sim::Output die, memory, heat_out, electricity;
  };

  GpuSpec spec;
  BoardNetwork network;
  double leakage_slope_w_per_k;  ///< in the matrix of `free`
  double settling_s;             ///< five of the slowest time constants: what changed has settled to 1 %
  Form free;
  Form fixed;
};

}  // namespace rackcast::models
