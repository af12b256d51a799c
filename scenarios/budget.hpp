#pragma once

#include <string>
#include <vector>

#include "models/workload/step_profile.hpp"
#include "scenarios/scenario.hpp"
#include "sim/json.hpp"

namespace rackcast::scenarios {

/// How much of a limit is used: 1 is the limit itself.
struct Margin {
  std::string what;
  double used = 0;
  std::string relief;  ///< what would help
};

/// Steady state of one job on its server, without simulating: everything at the ideal clock (what the default power
/// limit sustains at 25 °C intake), outdoor air at the mean and at the hottest of its day.
struct JobBudget {
  models::MemoryNeed memory;
  models::StepCost cost;
  models::StepProfile step;
  double clock_hz = 0;
  double board_w = 0;       ///< one GPU, mean over the step
  double steady_w = 0;      ///< DC side of the server, mean over the step
  double peak_w = 0;        ///< all boards in their highest phase at once
  double wall_w = 0;        ///< steady, at the outlet
  double rating_w = 0;      ///< of all supplies together
  double peak_limit_s = 0;  ///< how long the supply survives peak_w
  double case_rise_k = 0;   ///< wall power / (ρ c_p airflow)
  double outdoor_c = 0;     ///< the hottest of the day
  double room_c = 0;        ///< in balance with it, every server of the room under load
  double intake_c = 0;      ///< of the warmest GPU
  double die_c = 0;         ///< there
  double checkpoint_bytes = 0;
  std::vector<Margin> margins;  ///< tightest first
};

JobBudget job_budget(const Scenario& scenario, const models::JobSpec& job);

/// The budget sheet of `rackcast check`. The jobs must be runnable (`obstacles` empty).
std::string check_text(const Scenario& scenario);

/// The same as numbers; what is infinite prints as null.
sim::Json check_json(const Scenario& scenario);

}  // namespace rackcast::scenarios
