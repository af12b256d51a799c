#include "models/outcome.hpp"

namespace rackcast::models {

const char* name(Loss loss) {
  constexpr std::array<const char*, loss_count> names{
      "outage",     "stopped",     "queueing",    "restart", "rework",    "checkpoint", "startup",
      "evaluation", "power_limit", "supply_loss", "thermal", "straggler", "data_input"};
  return names[static_cast<std::size_t>(loss)];
}

const char* name(Throttle cause) {
  constexpr std::array<const char*, throttle_count> names{"none",           "power_cap",   "thermal_die",
                                                          "thermal_memory", "hw_slowdown", "shut_down"};
  return names[static_cast<std::size_t>(cause)];
}

}  // namespace rackcast::models
