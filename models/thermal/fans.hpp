#pragma once

#include "models/server_spec.hpp"

namespace rackcast::models {

/// Electric power of a chassis' fans, of which the case entry gives that at full speed: P = P_full·s³ (affinity law of
/// fans; it holds while the air path stays the same). The controller follows the heat to be carried away: speed share
/// s = Σ P_boards/(n·P_limit), between a third, below which no maker of servers lets them go, and 1. Its air flow is
/// taken as installed at any speed: only the electricity follows. 0 for a case whose fans count into `other_power`.
double fan_power_w(const ServerSpec& server, double boards_w);

/// dP_fans/dP_boards.
double fan_power_slope(const ServerSpec& server, double boards_w);

}  // namespace rackcast::models
