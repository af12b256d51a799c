#pragma once

#include <string>

namespace rackcast::models {

/// What a planned event does to its target.
enum class EventAction {
  crash,      ///< a server hangs: its job is interrupted and the machine reboots
  fail,       ///< the part is gone until it is repaired
  clean,      ///< dust is gone
  power_off,  ///< the outlet of a server is dead until it is repaired
  set         ///< the quantity takes another value until it is repaired
};

/// What events can happen to. Which action fits which target: `event_targets()` of scenarios/path_events.hpp.
enum class EventTarget { server, gpu, gpu_fan, psu_unit, airflow, dust, power_limit, ventilation, other_heat };

/// Something that happens at a known time in every replication.
struct EventSpec {
  double at_s = 0;
  std::string path;  ///< as written
  EventAction action = EventAction::fail;
  double repair_s = 0;     ///< until it is as before; infinite: never
  std::string value_text;  ///< as written, of `set`
  // resolved from the path
  EventTarget target = EventTarget::server;
  std::string name;  ///< of the server or room
  int index = -1;    ///< of the GPU or supply unit; −1: all of them
  double value = 0;  ///< of `set`, SI
};

}  // namespace rackcast::models
