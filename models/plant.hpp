#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/alarm_reaction.hpp"
#include "models/compute/gpu_board.hpp"
#include "models/event_spec.hpp"
#include "models/failure/server_faults.hpp"
#include "models/power/circuit.hpp"
#include "models/power/mains.hpp"
#include "models/power/supply.hpp"
#include "models/power/supply_units.hpp"
#include "models/power/ups.hpp"
#include "models/thermal/dust_coat.hpp"
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

/// The place of one job on a server.
struct JobSeat {
  std::string job;
  ActivityTable* activities = nullptr;
  JobSignals signals;
  std::size_t tenant = 0;
};

/// By which the reaction to an alarm reaches a server.
struct AlarmSignals {
  Signal<RecordId> stop;
  Signal<Watts> cap;
};
enum class Fans { as_calibrated, driven };  ///< of the boards: by the scenario or by planned events

/// A server: its components (owned by the simulator) and the signals that a job needs.
struct ServerPart {
  std::string path;
  std::vector<GpuBoard*> boards;
  Supply* supply = nullptr;
  Ups* ups = nullptr;
  Circuit* circuit = nullptr;    ///< none where no breaker could ever trip
  SupplyUnits* units = nullptr;  ///< none where none may fail
  ServerFaults* faults = nullptr;
  std::vector<JobSeat> seats;  ///< of its jobs
  HeardJobs jobs;              ///< what they tell; of a server without a job, that nothing is done
  ServerJobs* shared = nullptr;
  Signal<Count> shared_changed;  ///< version of `shared`
  Signal<OnOff> powered;
  std::vector<Signal<Hertz>> clocks;
  std::vector<Signal<RecordId>> faults_told;  ///< of the boards
  Signal<RecordId> server_fault;
  Signal<RecordId> trip;          ///< the latest, of the supply or a breaker
  Signal<RecordId> crash;         ///< planned
  Signal<RecordId> outage;        ///< of the outlet, planned
  std::vector<StopSignal> stops;  ///< what asks its jobs to stop
  std::optional<Flow> ups_heat;
  std::vector<Signal<RecordId>> gone;  ///< boards that failed until they are repaired; one for all if none ever will
  std::vector<Signal<Watts>> limits;   ///< power limits of the boards; one for all if none ever changes
  std::vector<Signal<Duty>> fans;      ///< of the boards, by planned events; one for all if none ever changes
  std::vector<Signal<RecordId>> planned_units;  ///< of the supply, failed by plan
  std::optional<UnitSignals> unit_signals;      ///< where units of the supply may fail
  std::map<std::size_t, AlarmSignals> alarms;   ///< that somebody reacts to, by their number
  std::vector<Signal<Watts>> alarm_caps;        ///< of those
  std::vector<Signal<Watts>> set_limits;        ///< of the boards where there are any: the lowest of plan and those
  std::vector<Signal<Watts>> held_limits;       ///< that hold for the boards then: the lowest of all
  Signal<CubicMetresPerSecond> airflow;
  Signal<Factor> dust;       ///< on the resistance of sinks
  Signal<Factor> dust_flow;  ///< on the flow through the case
  DustCoat* coat = nullptr;  ///< where dust changes
  Fans driven = Fans::as_calibrated;
  std::vector<Signal<Count>> settled;  ///< of the boards
  Signal<Watts> wall;

  /// Highest drawn from the outlet, highest phases of a step included.
  double peak_wall_w() const;
  /// Drawn from the outlet, J.
  double wall_j(sim::Time t) const { return ups != nullptr ? ups->wall_j(t) : supply->wall_j(t); }
};

/// Everything one run consists of. Filled by the domains' assemble functions, in the order climate, rooms, servers,
/// jobs, events.
struct Plant {
  explicit Plant(sim::RunIdentity identity) : simulator(identity) {}

  sim::Simulator simulator;
  Profile climate;
  Signal<Celsius> outdoor;
  std::optional<Signal<RecordId>> mains;  ///< outages of the site, where there are any
  std::map<std::string, RoomPart> rooms;
  std::deque<ActivityTable> activities;  ///< one a job, one a server without: addresses stay
  std::deque<ServerJobs> server_jobs;    ///< one a server: addresses stay
  std::map<std::string, ServerPart> servers;
  std::vector<TrainingJob*> jobs;  ///< in the order in which their outcomes stand
  std::vector<Signal<OnOff>> finished;
};

void assemble_climate(const Profile& climate, Plant& plant);
void assemble_mains(const MainsSpec& mains, Plant& plant);
void assemble_room(const RoomSpec& room, Plant& plant);

enum class BoardEvents { none, planned };  ///< failures, other power limits or fans of single boards
enum class Sinks { stay, change };         ///< of the boards, by dust
enum class Units { last, may_fail };       ///< of the supply

/// What a server needs to know of a job on it.
struct JobUse {
  JobSpec job;
  StepCost cost;
  double model_factor = 1;
  std::size_t place = 0;  ///< in the line for GPUs among jobs submitted at the same time
};

/// Power limits of the boards as they are set, by plan and in reaction to alarms.
inline const std::vector<Signal<Watts>>& limits_set(const ServerPart& server) {
  return server.set_limits.empty() ? server.limits : server.set_limits;
}

struct ServerUse {
  std::vector<JobUse> jobs;
  double reset_s = 0;                               ///< from a trip of the supply to its reset
  BoardEvents board_events = BoardEvents::planned;  ///< planned where units may fail: limits change then
  Units units = Units::last;
  std::map<std::size_t, Reaction> reactions;  ///< to alarms, by their number; board events are planned where one caps
  Fans fans = Fans::as_calibrated;
  Sinks sinks = Sinks::stay;
};
void assemble_server(const ServerSpec& server, const ServerUse& use, Plant& plant);

/// A job that its server was assembled with.
void assemble_job(const JobSpec& job, const ServerSpec& server, double model_factor, Plant& plant);

/// What is planned to happen. Targets are resolved; throws std::out_of_range for a name that the plant does not have.
void assemble_events(const std::vector<EventSpec>& events, Plant& plant);

/// Intake at which the ideal is defined.
inline constexpr double ideal_intake_c = 25;

/// Sums of all parts at the end of the run.
Outcome conclude(Plant& plant, sim::Time end);

}  // namespace rackcast::models
