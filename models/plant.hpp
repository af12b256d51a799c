#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/compute/gpu_board.hpp"
#include "models/event_spec.hpp"
#include "models/failure/server_faults.hpp"
#include "models/power/circuit.hpp"
#include "models/power/supply.hpp"
#include "models/thermal/other_heat.hpp"
#include "models/thermal/room.hpp"
#include "models/workload/training_job.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// A room and what others wire to.
struct RoomPart {
  Room* room = nullptr;
  OtherHeat* other_heat = nullptr;
  Signal<Celsius> air;
  Signal<CubicMetresPerSecond> ventilation;
  Signal<Count> settled;
};

/// A server: its components (owned by the simulator) and the signals that a job needs.
struct ServerPart {
  std::string path;
  ActivityTable* activities = nullptr;
  std::vector<GpuBoard*> boards;
  Supply* supply = nullptr;
  Circuit* circuit = nullptr;  ///< none where no breaker could ever trip
  ServerFaults* faults = nullptr;
  Signal<Activity> activity;
  Signal<Seconds> peak_duration;
  Signal<OnOff> powered;
  std::vector<Signal<Hertz>> clocks;
  std::vector<Signal<RecordId>> faults_told;
  Signal<RecordId> trip;               ///< the latest, of the supply or a breaker
  Signal<RecordId> crash;              ///< planned
  Signal<RecordId> outage;             ///< of the outlet, planned
  std::vector<Signal<RecordId>> gone;  ///< boards that failed until they are repaired; one for all if none ever will
  std::vector<Signal<Watts>> limits;   ///< power limits of the boards; one for all if none ever changes
  Signal<CubicMetresPerSecond> airflow;
  std::vector<Signal<Count>> settled;  ///< of the boards
  Signal<Watts> wall;
};

/// Everything one run consists of. Filled by the domains' assemble functions, in the order climate, rooms, servers,
/// jobs, events.
struct Plant {
  explicit Plant(sim::RunIdentity identity) : simulator(identity) {}

  sim::Simulator simulator;
  Profile climate;
  Signal<Celsius> outdoor;
  std::map<std::string, RoomPart> rooms;
  std::deque<ActivityTable> activities;  ///< one per server: addresses stay
  std::map<std::string, ServerPart> servers;
  std::vector<TrainingJob*> jobs;
  std::vector<Signal<OnOff>> finished;
};

void assemble_climate(const Profile& climate, Plant& plant);
void assemble_room(const RoomSpec& room, Plant& plant);

/// What a server needs to know of the job on it.
enum class BoardEvents { none, planned };  ///< failures or other power limits of single boards

struct ServerUse {
  StepCost cost;  ///< of the job; all 0 without one
  double model_factor = 1;
  double reset_s = 0;  ///< from a trip of the supply to its reset
  BoardEvents board_events = BoardEvents::planned;
};
void assemble_server(const ServerSpec& server, const ServerUse& use, Plant& plant);

void assemble_job(const JobSpec& job, const ServerSpec& server, double model_factor, Plant& plant);

/// What is planned to happen. Targets are resolved; throws std::out_of_range for a name that the plant does not have.
void assemble_events(const std::vector<EventSpec>& events, Plant& plant);

/// Intake at which the ideal is defined.
inline constexpr double ideal_intake_c = 25;

/// Sums of all parts at the end of the run.
Outcome conclude(Plant& plant, sim::Time end);

}  // namespace rackcast::models
