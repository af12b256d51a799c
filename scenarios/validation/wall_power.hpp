#pragma once

#include <optional>
#include <string>

#include "scenarios/validation/score.hpp"
#include "scenarios/validation/tables.hpp"

namespace rackcast::scenarios {

/// A published server under a training load.
struct LoadedServer {
  const models::ServerSpec* server = nullptr;
  std::string reason;  ///< why there is none
};

/// The catalogue's server that a table means by `published`.
LoadedServer published_server(const ValidationContext& context, const std::string& published);

struct WallPower {
  double wall_w = 0;
  double board_w = 0;
  double clock_hz = 0;
};

/// Power at the outlet of a server whose GPUs all run kernels of a workload class, late for nothing: boards under
/// `limit_w` (0: the default), processors at the entry's training load, fans by the boards' heat, losses of the
/// supplies.
WallPower training_wall_power(const models::ServerSpec& server, std::string_view workload_class, double limit_w);

/// What the eight H100 of one constant set draw, immersed and in air.
std::vector<Bar> fan_wall_bars(const Catalog& catalog);

}  // namespace rackcast::scenarios
