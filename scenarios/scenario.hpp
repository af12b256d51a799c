#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/alarm_reaction.hpp"
#include "models/event_spec.hpp"
#include "models/power/mains_spec.hpp"
#include "models/profile.hpp"
#include "models/server_spec.hpp"
#include "models/thermal/room_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::scenarios {

struct RunSpec {
  double horizon_s = 0;
  int replications = 0;
  double precision = 0;  ///< relative half width of the mean duration at which to stop; 0: run all replications
  std::uint64_t seed = 0;
  double sample_s = 0;  ///< trace interval; 0: horizon / 2000, at least 1 s
};

struct SiteSpec {
  models::Profile climate;  ///< outdoor temperature, °C
  double electricity_usd_per_j = 0;
  models::MainsSpec mains;
};

/// `when = "PATH OP QUANTITY"` held for `for_s`.
struct AlarmSpec {
  std::string when;
  double for_s = 0;
  models::Reaction reaction = models::Reaction::none;
  double limit_w = 0;  ///< of reaction cap; 0: not said
  double delay_s = 0;
  double hold_s = 0;
  // resolved from `when`
  std::string path;
  bool above = true;
  double threshold = 0;  ///< in the unit of the path's trace column
};

/// The whole validated input: plain data.
struct Scenario {
  std::string title;
  RunSpec run;
  SiteSpec site;
  std::vector<models::RoomSpec> rooms;
  std::vector<models::ServerSpec> servers;
  std::vector<models::JobSpec> jobs;
  std::vector<AlarmSpec> alarms;
  std::vector<models::EventSpec> events;
};

}  // namespace rackcast::scenarios
