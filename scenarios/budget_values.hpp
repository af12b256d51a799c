#pragma once

#include <string>
#include <vector>

#include "models/workload/memory_need.hpp"
#include "models/workload/step_profile.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// What a limit is about; `name` is its key in the JSON sheet.
enum class Limit {
  gpu_memory,
  host_memory,
  supply_steady,
  supply_peaks,
  supply_spare,
  outlet,
  inlet,
  die,
  memory_temperature,
  data_path
};
const char* name(Limit limit);

/// How much of a limit is used: 1 is the limit itself. Of a temperature both are counted from the outdoor air.
struct Margin {
  Limit limit = Limit::gpu_memory;
  std::string what;
  double used = 0;
  double value = 0;    ///< in `unit`
  double allowed = 0;  ///< in `unit`
  std::string unit;
};

/// Main memory. What a job needs there is an estimate: the state of one checkpoint on its way to the storage, offloaded
/// state, a process with its data loaders and pinned buffers for each GPU, and the system.
struct HostMemory {
  double available_bytes = 0;
  double need_bytes = 0;
  double cache_bytes = 0;  ///< what is left for the page cache
};

/// All boards together at some point of a step, against what the supply survives for that long.
struct Peak {
  std::string what;
  double power_w = 0;     ///< DC side of the server
  double duration_s = 0;  ///< infinite: steady
  double allowed_w = 0;   ///< infinite: nothing is said about so short a peak
  double survived_s = 0;  ///< how long the supply survives `allowed_w`; infinite: it is the rating
};

/// Steady power by part, mean over the step, and the supply.
struct PowerBudget {
  double board_w = 0;  ///< one GPU
  double gpus_w = 0;   ///< all of them
  double cpus_w = 0;   ///< of the server
  double storage_w = 0;
  double other_w = 0;
  double losses_w = 0;               ///< of the supply
  double steady_w = 0;               ///< DC side: the parts without the losses
  double wall_w = 0;                 ///< steady, at the outlet: the parts with the losses
  double rating_w = 0;               ///< of all supply units together
  double spare_rating_w = 0;         ///< of the units that have to carry the server alone; `rating_w` without spares
  double one_lost_rating_w = 0;      ///< of the units left after the loss of one; 0: there is but one
  std::vector<Peak> peaks;           ///< steady first
  double excursion_trips_per_s = 0;  ///< of training
  double peak_w = 0;                 ///< all boards in their highest phase at once
  double peak_limit_s = 0;           ///< how long the supply survives `peak_w`
};

struct OutletBudget {
  double current_a = 0;  ///< steady, of one outlet
  double peak_a = 0;     ///< of one outlet, in the highest of the peaks
  double allowed_a = 0;  ///< for hours: of the breaker or of the socket, whichever is less
  double holds_a = 0;    ///< the breaker holds it for an hour
  double trips_a = 0;    ///< the breaker trips within an hour
  double instant_a = 0;  ///< the breaker trips at once
  bool socket_binds = false;
};

/// In balance with the hottest outdoor air, everything in the room under load.
struct HeatBudget {
  double case_w = 0;            ///< heat into the air of the case
  double airflow_m3_per_s = 0;  ///< as it stands
  double needed_m3_per_s = 0;   ///< for a rise of `design_rise_k`
  double clean_m3_per_s = 0;    ///< without dust
  double case_rise_k = 0;       ///< case_w / (ρ c_p airflow)
  double outdoor_c = 0;         ///< hottest
  double room_w = 0;            ///< heat of the room
  double room_c = 0;
  double inlet_c = 0;           ///< of the case: the room's air and what returns to it
  double intake_c = 0;          ///< of the warmest GPU
  double die_c = 0;             ///< there, if nothing regulates it
  double memory_c = 0;          ///< there
  double settled_clock_hz = 0;  ///< the clock at which both stay within their limits; 0: none
  double settled_step_s = 0;    ///< at that clock
};
inline constexpr double design_rise_k = 15;  ///< of the air through a case, as fans are usually chosen

/// A stage of the way from the storage to the GPUs.
struct DataStage {
  std::string what;
  double samples_per_s = 0;  ///< infinite: nothing known of it
};

/// Rates of the data path at the step's own rate; an estimate, for a data set that says what a sample costs.
struct DataPathBudget {
  bool known = false;
  double needed_per_s = 0;  ///< samples
  double dataset_bytes = 0;
  double cached_share = 0;        ///< of the data set that the page cache can hold
  double hit_share = 0;           ///< of the reads, from the second epoch on
  std::vector<DataStage> stages;  ///< in the order of the way; every GPU's share together
  std::size_t slowest = 0;        ///< the stage that bounds the job
  double rate_per_s = 0;          ///< of that stage
  double wait_share = 0;          ///< of the time that GPUs wait for data, over all epochs
};

struct LinkBudget {
  double message_bytes = 0;  ///< gradients and weights exchanged in a step
  double exchange_s = 0;     ///< whole
  double exposed_s = 0;      ///< not hidden behind the backward pass
  double exposed_share = 0;  ///< of the step
};

/// Steady state of one job on its server, without simulating: everything at the ideal clock (what the power limit
/// sustains at 25 °C intake), the outdoor air at its hottest.
struct JobBudget {
  models::MemoryNeed memory;
  HostMemory host;
  models::StepCost cost;
  models::StepProfile step;
  double clock_hz = 0;
  double checkpoint_bytes = 0;
  PowerBudget power;
  OutletBudget outlet;
  HeatBudget heat;
  DataPathBudget data_path;
  LinkBudget link;
  std::vector<Margin> margins;  ///< tightest first

  const Margin* margin(Limit limit) const;  ///< null: this server or job has no such limit
};

/// What else is on the server of a job: the jobs that may run at the same time and the GPUs that are left. All 0 for a
/// job that has its server for itself.
struct Beside {
  int jobs = 0;
  double gpu_share = 1;  ///< of the server's GPUs: those of the job itself
  double mean_w = 0;     ///< of the other GPUs, over a step
  double window_w = 0;   ///< over the limiters' window
  double highest_w = 0;  ///< in their highest phases at once
  double burst_w = 0;    ///< before the limiters act
  double cpu_load = 0;   ///< of the others, of the range from idle to design power
  double host_bytes = 0;
  double storage_used = 0;  ///< of the storage's time at the others' ideal step, from the second epoch on
  double cpu_used = 0;      ///< of the time of all cores
};

/// What stands around a server.
struct Surroundings {
  models::Profile climate;
  models::RoomSpec room;
  Beside beside;
  double others_w = 0;  ///< heat of the other servers of the room and of whatever else it holds, at its highest
};

}  // namespace rackcast::scenarios
