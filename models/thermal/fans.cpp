#include "models/thermal/fans.hpp"

#include <algorithm>

namespace rackcast::models {

namespace {

constexpr double slowest = 1.0 / 3;  // assumed: controllers of the makers of servers idle at 30 to 40 %
constexpr double cubed = 3;          // d(s³) = 3s²

double full_load_w(const ServerSpec& server) { return server.gpus.count * server.gpus.gpu.power.default_w; }

double share(const ServerSpec& server, double boards_w) {
  const double full_w = full_load_w(server);
  return full_w > 0 ? boards_w / full_w : 0;
}

}  // namespace

double fan_power_w(const ServerSpec& server, double boards_w) {
  const double speed = std::clamp(share(server, boards_w), slowest, 1.0);
  return server.chassis.fans_w * speed * speed * speed;
}

double fan_power_slope(const ServerSpec& server, double boards_w) {
  const double speed = share(server, boards_w);
  if (speed <= slowest || speed >= 1) return 0;
  return server.chassis.fans_w * cubed * speed * speed / full_load_w(server);
}

}  // namespace rackcast::models
