#pragma once

#include "models/server_spec.hpp"

namespace rackcast::models {

/// The processors of a server as boards that train, one a socket: what a board needs to be, from the facts of a CPU.
///   peak    = cores · FLOPs per core and cycle · vector clock
///   memory  = the server's main memory in equal parts, at the bandwidth of a CPU's channels
///   power   = idle + leakage + dynamic; the package draws its TDP in wide arithmetic on all cores at the vector clock
///             and at `cpu_target_c`: that is what a TDP says
///   cooling = a sink that holds a die at TDP at `cpu_design_c` in air of `cpu_design_air_c`
/// Processors turn no clock above the vector clock. They fail no more than their server does. Gradients go from socket
/// to socket over one link (10.4 GT/s of 16 bits, Intel UPI); a step that takes seconds does not notice it. The time
/// constants and the shape of the power curve are planning values. A CPU that says no vector clock, FLOPs per cycle or
/// memory bandwidth makes boards without a rate.
GpuGroupSpec cpu_boards(const ServerSpec& server);

inline constexpr double cpu_design_c = 85;
inline constexpr double cpu_design_air_c = 35;
inline constexpr double cpu_target_c = 95;  ///< from where the clock is reduced

/// From now on the processors of the server train; its GPUs, if it has any, rest.
void train_on_cpus(ServerSpec& server);

/// Whether a CPU says all that training on it needs.
enum class TrainingFacts { missing, complete };
TrainingFacts training_facts(const CpuSpec& cpu);

/// What the boards of a server are called in paths: "gpu" or "cpu".
const char* board_kind(const ServerSpec& server);

}  // namespace rackcast::models
