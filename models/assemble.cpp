#include <algorithm>
#include <cmath>

#include "models/assemble_supply.hpp"
#include "models/compute/cpu_board.hpp"
#include "models/plant.hpp"
#include "models/thermal/case_air.hpp"
#include "models/thermal/climate.hpp"
#include "models/thermal/dust.hpp"
#include "models/workload/data_path.hpp"
#include "models/workload/job_gpus.hpp"
#include "sim/distributions.hpp"

namespace rackcast::models {

namespace {

constexpr auto physics = sim::Phase::physics;
constexpr auto control = sim::Phase::control;

GpuIndividual draw_individual(const GpuVariation& spread, const sim::RunIdentity& identity, const std::string& path) {
  const auto factor = [&](const char* purpose, double sd) {
    return sim::lognormal(sim::Stream(identity, path, purpose).uniform(), sd);
  };
  return {factor("leakage", spread.leakage_sd), factor("dynamic power", spread.power_sd),
          factor("resistance", spread.resistance_sd)};
}

BoardWiring create_board_signals(const ServerPart& server, const GpuGroupSpec& gpus, double air_c,
                                 sim::SignalTable& signals) {
  BoardWiring wiring;
  wiring.intake = signals.create<Celsius>(air_c);
  wiring.powered = server.powered;
  wiring.gone = server.gone.back();
  wiring.limit = server.held_limits.empty() ? limits_set(server).back() : server.held_limits.back();
  if (server.unit_signals) wiring.brake = server.unit_signals->brake;
  wiring.fans = server.fans.back();
  wiring.dust = server.dust;
  wiring.clock = signals.create<Hertz>(gpus.gpu.max_clock_hz);
  wiring.peak = signals.create<Watts>(0);
  wiring.faults = signals.create<RecordId>(0);
  wiring.settled = signals.create<Count>(0);
  wiring.electricity = create_flow(signals);
  wiring.heat = create_flow(signals);
  return wiring;
}

JobSignals create_job_signals(const ActivityTable& activities, sim::SignalTable& signals) {
  return {&activities, signals.create<Activity>(ActivityTable::idle), signals.create<Seconds>(0), {}};
}

HeardJobs nothing_done(Plant& plant) {
  const ActivityTable& activities = plant.activities.emplace_back(StepCost{}, 1);
  return std::make_shared<const std::vector<JobSignals>>(1, create_job_signals(activities, plant.simulator.signals()));
}

JobSeat create_seat(const ServerSpec& spec, const JobUse& use, ServerJobs& jobs, Plant& plant) {
  JobSeat seat;
  seat.job = use.job.name;
  const double share = static_cast<double>(gpus_of(spec, use.job).size()) / spec.gpus.count;
  seat.activities = &plant.activities.emplace_back(use.cost, use.model_factor, share);
  seat.signals = create_job_signals(*seat.activities, plant.simulator.signals());
  seat.signals.gpus = gpus_of(spec, use.job);
  const double host_bytes = job_host_bytes(seen_by(spec, use.job), use.job);
  seat.tenant = jobs.add({seat.signals.gpus, use.job.start_s, use.place, host_bytes, use.cost.data.dataset_bytes});
  return seat;
}

void add_seats(const ServerSpec& spec, const ServerUse& use, ServerPart& server, Plant& plant) {
  server.shared = &plant.server_jobs.emplace_back(spec.memory_bytes);
  server.shared_changed = plant.simulator.signals().create<Count>(0);
  std::vector<JobSignals> heard;
  for (const JobUse& used : use.jobs) {
    server.seats.push_back(create_seat(spec, used, *server.shared, plant));
    heard.push_back(server.seats.back().signals);
  }
  server.jobs = heard.empty() ? nothing_done(plant) : std::make_shared<const std::vector<JobSignals>>(heard);
}

// Those that may use it. Boards that all jobs use share one list, and so do those that none uses.
HeardJobs jobs_of_board(const ServerPart& server, std::size_t board, HeardJobs& idle, Plant& plant) {
  std::vector<JobSignals> jobs;
  for (const JobSeat& seat : server.seats) {
    if (std::binary_search(seat.signals.gpus.begin(), seat.signals.gpus.end(), board)) jobs.push_back(seat.signals);
  }
  if (jobs.size() == server.seats.size()) return server.jobs;
  if (!jobs.empty()) return std::make_shared<const std::vector<JobSignals>>(std::move(jobs));
  if (idle == nullptr) idle = nothing_done(plant);
  return idle;
}

// What planned events do to one board. Where nothing is planned all boards share signals that nobody needs to hear.
void add_event_signals(const ServerSpec& spec, ServerPart& server, sim::SignalTable& signals) {
  server.gone.push_back(signals.create<RecordId>(0));
  server.limits.push_back(signals.create<Watts>(limit_w(spec.gpus)));
  if (!server.alarm_caps.empty()) server.set_limits.push_back(signals.create<Watts>(limit_w(spec.gpus)));
  server.fans.push_back(signals.create<Duty>(FanControl::own));
  if (server.unit_signals) server.held_limits.push_back(signals.create<Watts>(limit_w(spec.gpus)));
}

/// Boards of one server: all of one type.
class BoardMaker {
 public:
  BoardMaker(const GpuGroupSpec& gpus, const ServerUse& use) : gpus_(gpus) {
    if (use.fans == Fans::driven || use.sinks == Sinks::change) {
      fans_.emplace(std::make_shared<SinkTypes>(gpus.gpu));
    } else {
      type_ = std::make_shared<const BoardType>(gpus.gpu);
    }
  }

  GpuBoard& make(const std::string& path, const BoardWiring& wiring, double air_c, Plant& plant) const {
    const GpuIndividual individual = draw_individual(gpus_.gpu.variation, plant.simulator.identity(), path);
    const auto add = [&](const auto& kind) -> GpuBoard& {
      return plant.simulator.add<GpuBoard>(path, kind, individual, gpus_.power_limit_w, gpus_.clock_limit_hz, wiring,
                                           air_c);
    };
    return fans_ ? add(*fans_) : add(type_);
  }

 private:
  const GpuGroupSpec& gpus_;
  std::shared_ptr<const BoardType> type_;
  std::optional<FanControl> fans_;
};

std::vector<BoardWiring> add_boards(const ServerSpec& spec, const ServerUse& use, ServerPart& server, double air_c,
                                    Plant& plant) {
  auto& signals = plant.simulator.signals();
  const BoardMaker maker(spec.gpus, use);
  const BoardEvents events = use.board_events;
  std::vector<BoardWiring> wirings;
  HeardJobs idle;
  for (int i = 0; i < spec.gpus.count; ++i) {
    const std::string path = server.path + "." + board_kind(spec) + "[" + std::to_string(i) + "]";
    if (i == 0 || events == BoardEvents::planned) add_event_signals(spec, server, signals);
    BoardWiring wiring = create_board_signals(server, spec.gpus, air_c, signals);
    wiring.jobs = jobs_of_board(server, static_cast<std::size_t>(i), idle, plant);
    auto& board = maker.make(path, wiring, air_c, plant);
    signals.listen(wiring.intake, board, control, 0);
    for (const JobSignals& job : *wiring.jobs) signals.listen(job.activity, board, control, 0);
    signals.listen(wiring.powered, board, control, 0);
    if (events == BoardEvents::planned) {
      signals.listen(wiring.gone, board, control, 0);
      signals.listen(wiring.limit, board, control, 0);
      signals.listen(wiring.fans, board, control, 0);
      if (wiring.brake) signals.listen(*wiring.brake, board, control, 0);
    }
    if (server.coat != nullptr) signals.listen(wiring.dust, board, control, 0);
    server.boards.push_back(&board);
    server.clocks.push_back(wiring.clock);
    server.faults_told.push_back(wiring.faults);
    server.settled.push_back(wiring.settled);
    wirings.push_back(wiring);
  }
  return wirings;
}

void add_case_air(const ServerSpec& spec, const std::vector<BoardWiring>& boards, Flow supply_heat,
                  const ServerPart& server, Plant& plant) {
  auto& signals = plant.simulator.signals();
  CaseWiring wiring{plant.rooms.at(spec.room).air, server.airflow, server.dust_flow, {}, supply_heat, {}};
  for (const auto& board : boards) {
    wiring.gpu_heat.push_back(board.heat);
    wiring.intakes.push_back(board.intake);
  }
  auto& case_air = plant.simulator.add<CaseAir>(server.path + ".case", spec.chassis, spec.gpus.cooler.inside, wiring);
  signals.listen(wiring.room_air, case_air, physics, 0);
  signals.listen(wiring.airflow, case_air, physics, 0);
  if (server.coat != nullptr) signals.listen(wiring.dust, case_air, physics, 0);
  signals.listen(supply_heat.power, case_air, physics, 0);
  for (const auto& heat : wiring.gpu_heat) signals.listen(heat.power, case_air, physics, 0);
}

void heat_room(Flow flow, Room& room, sim::SignalTable& signals) {
  room.add_heat(flow);
  signals.listen(flow.power, room, physics, 0);
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
  add_seats(spec, use, server, plant);
  server.powered = signals.create<OnOff>(1);
  server.trip = signals.create<RecordId>(0);
  server.crash = signals.create<RecordId>(0);
  server.outage = signals.create<RecordId>(0);
  server.airflow = signals.create<CubicMetresPerSecond>(spec.chassis.airflow_m3_per_s);
  add_reactions(use.reactions, server, signals);
  server.dust = signals.create<Factor>(1);
  server.dust_flow = signals.create<Factor>(1);
  server.driven = use.fans;
  if (use.sinks == Sinks::change) {
    server.coat = &plant.simulator.add<DustCoat>(server.path + ".dust", described, server.dust, server.dust_flow);
  }
  if (use.units == Units::may_fail) add_units(spec, server, plant);
  const auto boards = add_boards(spec, use, server, room.room->air_c({}), plant);
  hold_limits(server, plant);
  const Feed feed = feed_of(spec, server, plant);
  const auto wiring = supply_wiring(feed, server, boards, signals);
  server.wall = wiring.wall.power;
  add_supply(spec, wiring, use.reset_s, server, plant);
  const Flow wall = add_ups(spec.ups, feed, wiring, server, plant);
  add_circuit(spec, feed, wall, use.reset_s, server, plant);
  add_case_air(spec, boards, wiring.heat, server, plant);
  for (const auto& board : boards) heat_room(board.heat, *room.room, signals);
  heat_room(wiring.heat, *room.room, signals);
  if (server.ups_heat) heat_room(*server.ups_heat, *room.room, signals);
  server.server_fault = signals.create<RecordId>(0);
  server.faults =
      &plant.simulator.add<ServerFaults>(server.path, spec.interruptions_per_year, server.jobs, server.server_fault);
  plant.servers.emplace(spec.name, std::move(server));
}

}  // namespace rackcast::models
