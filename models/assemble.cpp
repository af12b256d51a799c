#include <cmath>

#include "models/plant.hpp"
#include "models/thermal/case_air.hpp"
#include "models/thermal/climate.hpp"
#include "models/thermal/dust.hpp"
#include "sim/distributions.hpp"

namespace rackcast::models {

namespace {

constexpr auto physics = sim::Phase::physics;
constexpr auto control = sim::Phase::control;
constexpr auto work = sim::Phase::work;

GpuIndividual draw_individual(const GpuVariation& spread, const sim::RunIdentity& identity, const std::string& path) {
  const auto factor = [&](const char* purpose, double sd) {
    return sim::lognormal(sim::Stream(identity, path, purpose).uniform(), sd);
  };
  return {factor("leakage", spread.leakage_sd), factor("dynamic power", spread.power_sd),
          factor("resistance", spread.resistance_sd)};
}

double power_limit_w(const GpuGroupSpec& gpus) {
  return gpus.power_limit_w > 0 ? gpus.power_limit_w : gpus.gpu.power.default_w;
}

BoardWiring create_board_signals(const ServerPart& server, const GpuGroupSpec& gpus, double air_c,
                                 sim::SignalTable& signals) {
  BoardWiring wiring;
  wiring.intake = signals.create<Celsius>(air_c);
  wiring.activity = server.activity;
  wiring.powered = server.powered;
  wiring.gone = server.gone.back();
  wiring.limit = server.limits.back();
  wiring.clock = signals.create<Hertz>(gpus.gpu.max_clock_hz);
  wiring.peak = signals.create<Watts>(0);
  wiring.faults = signals.create<RecordId>(0);
  wiring.settled = signals.create<Count>(0);
  wiring.electricity = create_flow(signals);
  wiring.heat = create_flow(signals);
  return wiring;
}

// What planned events do to one board. Where nothing is planned all boards share signals that nobody needs to hear.
void add_event_signals(const ServerSpec& spec, ServerPart& server, sim::SignalTable& signals) {
  server.gone.push_back(signals.create<RecordId>(0));
  server.limits.push_back(signals.create<Watts>(power_limit_w(spec.gpus)));
}

std::vector<BoardWiring> add_boards(const ServerSpec& spec, BoardEvents events, ServerPart& server, double air_c,
                                    Plant& plant) {
  auto& signals = plant.simulator.signals();
  const auto type = std::make_shared<const BoardType>(spec.gpus.gpu);
  std::vector<BoardWiring> wirings;
  for (int i = 0; i < spec.gpus.count; ++i) {
    const std::string path = server.path + ".gpu[" + std::to_string(i) + "]";
    if (i == 0 || events == BoardEvents::planned) add_event_signals(spec, server, signals);
    const BoardWiring wiring = create_board_signals(server, spec.gpus, air_c, signals);
    const GpuIndividual individual = draw_individual(spec.gpus.gpu.variation, plant.simulator.identity(), path);
    auto& board = plant.simulator.add<GpuBoard>(path, type, individual, spec.gpus.power_limit_w,
                                                spec.gpus.clock_limit_hz, *server.activities, wiring, air_c);
    signals.listen(wiring.intake, board, control, 0);
    signals.listen(wiring.activity, board, control, 0);
    signals.listen(wiring.powered, board, control, 0);
    if (events == BoardEvents::planned) {
      signals.listen(wiring.gone, board, control, 0);
      signals.listen(wiring.limit, board, control, 0);
    }
    server.boards.push_back(&board);
    server.clocks.push_back(wiring.clock);
    server.faults_told.push_back(wiring.faults);
    server.settled.push_back(wiring.settled);
    wirings.push_back(wiring);
  }
  return wirings;
}

SupplyWiring supply_wiring(const ServerSpec& spec, const ServerPart& server, const std::vector<BoardWiring>& boards,
                           sim::SignalTable& signals) {
  SupplyWiring wiring;
  wiring.activity = server.activity;
  wiring.peak_duration = server.peak_duration;
  wiring.powered = server.powered;
  wiring.trip = server.trip;
  wiring.outage = may_trip(spec) ? signals.create<RecordId>(0) : server.outage;
  for (const auto& board : boards) {
    wiring.boards.push_back(board.electricity);
    wiring.peaks.push_back(board.peak);
  }
  wiring.wall = create_flow(signals);
  wiring.heat = create_flow(signals);
  return wiring;
}

void add_supply(const ServerSpec& spec, const SupplyWiring& wiring, double reset_s, ServerPart& server, Plant& plant) {
  auto& signals = plant.simulator.signals();
  server.supply = &plant.simulator.add<Supply>(server.path + ".psu", spec, *server.activities, reset_s, wiring);
  signals.listen(wiring.activity, *server.supply, physics, 0);
  signals.listen(wiring.peak_duration, *server.supply, physics, 0);
  signals.listen(wiring.outage, *server.supply, physics, 0);
  for (const auto& flow : wiring.boards) signals.listen(flow.power, *server.supply, physics, 0);
  for (const auto peak : wiring.peaks) signals.listen(peak, *server.supply, physics, 0);
}

// The supply hears of dead outlets from the circuit where there is one.
void add_circuit(const ServerSpec& spec, const SupplyWiring& supply, double reset_s, ServerPart& server, Plant& plant) {
  if (!may_trip(spec)) return;
  auto& signals = plant.simulator.signals();
  const CircuitWiring wiring{supply.wall, server.outage, supply.outage, server.trip};
  server.circuit = &plant.simulator.add<Circuit>(server.path + ".outlet", spec, reset_s, wiring);
  signals.listen(wiring.wall.power, *server.circuit, physics, 0);
  signals.listen(wiring.mains, *server.circuit, physics, 0);
}

void add_case_air(const ServerSpec& spec, const std::vector<BoardWiring>& boards, Flow supply_heat,
                  const ServerPart& server, Plant& plant) {
  auto& signals = plant.simulator.signals();
  CaseWiring wiring{plant.rooms.at(spec.room).air, server.airflow, {}, supply_heat, {}};
  for (const auto& board : boards) {
    wiring.gpu_heat.push_back(board.heat);
    wiring.intakes.push_back(board.intake);
  }
  auto& case_air = plant.simulator.add<CaseAir>(server.path + ".case", spec.chassis, spec.gpus.cooler.inside, wiring);
  signals.listen(wiring.room_air, case_air, physics, 0);
  signals.listen(wiring.airflow, case_air, physics, 0);
  signals.listen(supply_heat.power, case_air, physics, 0);
  for (const auto& heat : wiring.gpu_heat) signals.listen(heat.power, case_air, physics, 0);
}

void heat_room(Flow flow, Room& room, sim::SignalTable& signals) {
  room.add_heat(flow);
  signals.listen(flow.power, room, physics, 0);
}

// Clocks of the machine as it was built: what dust costs is heat, not less to hope for.
IdealClocks ideal_clocks(const ServerSpec& spec, const StepCost& cost) {
  const ServerSpec built = as_it_was_built(spec);
  const GpuSpec& gpu = built.gpus.gpu;
  const double lock_hz = built.gpus.clock_limit_hz;
  const auto under_limit_hz = [gpu, cost, lock_hz](double limit_w) {
    const double clock_hz = sustained_clock_hz(gpu, cost, limit_w, ideal_intake_c);
    return lock_hz > 0 ? std::min(clock_hz, lock_hz) : clock_hz;
  };
  return {sustained_clock_hz(gpu, cost, gpu.power.default_w, ideal_intake_c), under_limit_hz(power_limit_w(built.gpus)),
          gpu.max_clock_hz, under_limit_hz};
}

double sink_constant_s(const ServerSpec& spec) {
  const GpuThermalNetwork thermal = as_it_stands(spec).gpus.gpu.thermal;
  return thermal.sink_air_k_per_w * thermal.sink_j_per_k;
}

}  // namespace

void assemble_climate(const Profile& climate, Plant& plant) {
  plant.climate = climate;
  plant.outdoor = plant.simulator.signals().create<Celsius>(value_at(climate, 0));
  plant.simulator.add<Climate>(climate, plant.outdoor);
}

void assemble_room(const RoomSpec& spec, Plant& plant) {
  auto& signals = plant.simulator.signals();
  const double outside_c = value_at(plant.climate, 0);
  RoomPart part;
  part.air = signals.create<Celsius>(std::isnan(spec.start_c) ? outside_c : spec.start_c);
  part.ventilation = signals.create<CubicMetresPerSecond>(spec.ventilation_m3_per_s);
  part.settled = signals.create<Count>(0);
  const auto other_heat = signals.create<Watts>(value_at(spec.other_heat, 0));
  const RoomWiring wiring{plant.outdoor, other_heat, part.ventilation, part.air, part.settled};
  const std::string path = "room." + spec.name;
  part.other_heat = &plant.simulator.add<OtherHeat>(path + ".other_heat", spec.other_heat, other_heat);
  part.room = &plant.simulator.add<Room>(spec, outside_c, wiring);
  signals.listen(wiring.outdoor, *part.room, physics, 0);
  signals.listen(wiring.other_heat, *part.room, physics, 0);
  signals.listen(wiring.ventilation, *part.room, physics, 0);
  plant.rooms.emplace(spec.name, part);
}

void assemble_server(const ServerSpec& described, const ServerUse& use, Plant& plant) {
  auto& signals = plant.simulator.signals();
  const ServerSpec spec = as_it_stands(described);
  const RoomPart& room = plant.rooms.at(spec.room);
  ServerPart server;
  server.path = "server." + spec.name;
  server.activities = &plant.activities.emplace_back(use.cost, use.model_factor);
  server.activity = signals.create<Activity>(ActivityTable::idle);
  server.peak_duration = signals.create<Seconds>(0);
  server.powered = signals.create<OnOff>(1);
  server.trip = signals.create<RecordId>(0);
  server.crash = signals.create<RecordId>(0);
  server.outage = signals.create<RecordId>(0);
  server.airflow = signals.create<CubicMetresPerSecond>(spec.chassis.airflow_m3_per_s);
  const auto boards = add_boards(spec, use.board_events, server, room.room->air_c({}), plant);
  const auto wiring = supply_wiring(spec, server, boards, signals);
  server.wall = wiring.wall.power;
  add_supply(spec, wiring, use.reset_s, server, plant);
  add_circuit(spec, wiring, use.reset_s, server, plant);
  add_case_air(spec, boards, wiring.heat, server, plant);
  for (const auto& board : boards) heat_room(board.heat, *room.room, signals);
  heat_room(wiring.heat, *room.room, signals);
  const auto faults = signals.create<RecordId>(0);
  server.faults = &plant.simulator.add<ServerFaults>(server.path, spec.interruptions_per_year, *server.activities,
                                                     server.activity, faults);
  server.faults_told.push_back(faults);
  plant.servers.emplace(spec.name, std::move(server));
}

void assemble_job(const JobSpec& job, const ServerSpec& spec, double model_factor, Plant& plant) {
  auto& signals = plant.simulator.signals();
  const ServerPart& server = plant.servers.at(job.on);
  const StepCost& cost = server.activities->cost();
  const double relaunch_s = spec.reboot_s + spec.software.startup_s + cost.restore_s;
  const JobTimes times{spec.software.startup_s,
                       job.checkpoint.every_s,
                       sink_constant_s(spec),
                       job.restart.delay_s + relaunch_s,
                       relaunch_s,
                       spec.reboot_s};
  const JobWiring wiring{
      server.clocks, server.faults_told, server.gone,     server.crash,         server.powered,          server.trip,
      server.outage, server.limits,      server.activity, server.peak_duration, signals.create<OnOff>(0)};
  auto& model = plant.simulator.add<TrainingJob>("job." + job.name, job, *server.activities, times,
                                                 ideal_clocks(spec, cost), model_factor, wiring);
  for (const auto clock : wiring.clocks) signals.listen(clock, model, work, TrainingJob::clocks_tag);
  for (const auto fault : wiring.faults) signals.listen(fault, model, work, TrainingJob::faults_tag);
  for (const auto board : wiring.gone) signals.listen(board, model, work, TrainingJob::faults_tag);
  signals.listen(wiring.crash, model, work, TrainingJob::faults_tag);
  signals.listen(wiring.powered, model, work, TrainingJob::power_tag);
  for (const auto limit : wiring.limits) signals.listen(limit, model, work, TrainingJob::limits_tag);
  plant.jobs.push_back(&model);
  plant.finished.push_back(wiring.finished);
}

}  // namespace rackcast::models
