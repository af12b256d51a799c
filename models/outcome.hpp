#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rackcast::models {

/// Causes of lost time whose model exists, in the order in which they are charged.
enum class Loss {
  outage,
  stopped,   ///< by somebody who was alarmed
  queueing,  ///< for GPUs that earlier jobs have
  restart,
  rework,
  checkpoint,
  startup,
  evaluation,
  power_limit,
  supply_loss,  ///< limits and brakes after the loss of supply units
  thermal,
  straggler,
  data_input
};
inline constexpr std::size_t loss_count = 13;
const char* name(Loss loss);

/// Why a GPU runs below the clock its workload would take.
enum class Throttle { none, power_cap, thermal_die, thermal_memory, hw_slowdown, shut_down };
inline constexpr std::size_t throttle_count = 6;
const char* name(Throttle cause);

/// What one job concluded. duration = ideal + Σ lost, when finished.
struct JobOutcome {
  std::string name;
  bool finished = false;
  double steps_done = 0;
  double steps_total = 0;
  double duration_s = 0;  ///< submission to last step; of an unfinished job: to the horizon
  double ideal_duration_s = 0;
  double training_s = 0;  ///< time inside steps that counted
  std::array<double, loss_count> lost_s{};
  double samples_per_step = 0;
  double model_flops_per_step = 0;
  double peak_flops = 0;      ///< of all its GPUs, dense, at this precision
  double clock_headroom = 0;  ///< boost clock / ideal clock − 1
  double energy_j = 0;        ///< its part of what its server took at the outlet
};

struct ComputeOutcome {
  std::array<double, throttle_count> fraction{};  ///< of GPU-time while the job trains
  std::string worst_component;
  double hottest_c = 0;
  double worst_inlet_c = 0;
};

struct FailureOutcome {
  int gpu = 0;
  int server = 0;
  int psu_trip = 0;
  int planned = 0;  ///< interruptions by planned events
  int breaker_trip = 0;
  int mains = 0;     ///< interruptions by outages of the site's mains
  int psu_unit = 0;  ///< supply units lost; what they interrupt is a trip
};

struct PowerOutcome {
  double peak_it_w = 0;
  double mean_it_w = 0;
};

/// Energies, J. electricity_j = room_out_j + stored_j + outstanding_j up to rounding.
struct EnergyOutcome {
  double it_j = 0;           ///< at the wall, all servers
  double room_in_j = 0;      ///< other heat of rooms
  double room_out_j = 0;     ///< through walls and ventilation
  double stored_j = 0;       ///< in boards, air and solids
  double outstanding_j = 0;  ///< residues of coupling signals not yet paid
  double residual_fraction = 0;
};

struct AlarmOutcome {
  std::string when;
  int count = 0;
  double first_s = 0;
};

struct Outcome {
  std::vector<JobOutcome> jobs;
  ComputeOutcome compute;
  FailureOutcome failures;
  PowerOutcome power;
  EnergyOutcome energy;
  std::vector<AlarmOutcome> alarms;
  double end_s = 0;
  std::uint64_t events = 0;
  std::uint64_t profiles = 0;  ///< distinct step profiles
};

}  // namespace rackcast::models
