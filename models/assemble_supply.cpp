#include "models/assemble_supply.hpp"

#include <cmath>

#include "models/power/lowest_limit.hpp"

namespace rackcast::models {

namespace {

constexpr auto physics = sim::Phase::physics;

}  // namespace

void add_units(const ServerSpec& spec, ServerPart& server, Plant& plant) {
  auto& signals = plant.simulator.signals();
  UnitsWiring wiring;
  for (double unit = 0; unit < spec.psu.count; ++unit) wiring.planned.push_back(signals.create<RecordId>(0));
  wiring.lost = signals.create<RecordId>(0);
  wiring.working = signals.create<Count>(spec.psu.count);
  server.units = &plant.simulator.add<SupplyUnits>(server.path + ".psu", spec.psu, wiring);
  for (const auto unit : wiring.planned) {
    signals.listen(unit, *server.units, sim::Phase::fault, SupplyUnits::planned_tag);
  }
  server.planned_units = wiring.planned;
  server.unit_signals =
      UnitSignals{wiring.working, wiring.lost, signals.create<Watts>(INFINITY), signals.create<OnOff>(0)};
}

void add_reactions(const std::map<std::size_t, Reaction>& reactions, ServerPart& server, sim::SignalTable& signals) {
  for (const auto& [alarm, reaction] : reactions) {
    const AlarmSignals given{signals.create<RecordId>(0), signals.create<Watts>(INFINITY)};
    server.alarms.emplace(alarm, given);
    if (reaction == Reaction::stop) server.stops.push_back({given.stop, Loss::stopped});
    if (reaction == Reaction::cap) server.alarm_caps.push_back(given.cap);
  }
}

namespace {

// Limits that hold are the lowest of those set and of the caps.
void lower(const std::string& path, const std::vector<Signal<Watts>>& set, const std::vector<Signal<Watts>>& caps,
           const std::vector<Signal<Watts>>& holds, Plant& plant) {
  if (holds.empty()) return;
  auto& signals = plant.simulator.signals();
  std::vector<LowestLimit::Board> boards;
  for (std::size_t i = 0; i < set.size(); ++i) boards.push_back({set[i], holds[i]});
  auto& lowest = plant.simulator.add<LowestLimit>(path, boards, caps);
  for (const auto cap : caps) signals.listen(cap, lowest, physics, 0);
  for (const auto limit : set) signals.listen(limit, lowest, physics, 0);
}

}  // namespace

void hold_limits(ServerPart& server, Plant& plant) {
  lower(server.path + ".alarm_limits", server.limits, server.alarm_caps, server.set_limits, plant);
  if (!server.unit_signals) return;
  lower(server.path + ".limits", limits_set(server), {server.unit_signals->cap}, server.held_limits, plant);
}

double ServerPart::peak_wall_w() const {
  return ups != nullptr ? ups->peak_wall_w(supply->peak_wall_w()) : supply->peak_wall_w();
}

void assemble_mains(const MainsSpec& mains, Plant& plant) {
  if (!(mains.outages_per_year > 0)) return;
  plant.mains = plant.simulator.signals().create<RecordId>(0);
  plant.simulator.add<Mains>(mains, *plant.mains);
}

Feed feed_of(const ServerSpec& spec, const ServerPart& server, Plant& plant) {
  auto& signals = plant.simulator.signals();
  Feed feed{server.outage, server.outage, server.outage};
  if (plant.mains) {
    feed.outlet = signals.create<RecordId>(0);
    auto& outlet = plant.simulator.add<Outlet>(server.path + ".outlet", server.outage, *plant.mains, feed.outlet);
    signals.listen(server.outage, outlet, sim::Phase::fault, 0);
    signals.listen(*plant.mains, outlet, sim::Phase::fault, 0);
  }
  feed.breaker = may_trip(spec) ? signals.create<RecordId>(0) : feed.outlet;
  feed.supply = spec.ups.rating_w > 0 ? signals.create<RecordId>(0) : feed.breaker;
  return feed;
}

SupplyWiring supply_wiring(const Feed& feed, const ServerPart& server, const std::vector<BoardWiring>& boards,
                           sim::SignalTable& signals) {
  SupplyWiring wiring;
  wiring.jobs = server.jobs;
  wiring.powered = server.powered;
  wiring.trip = server.trip;
  wiring.outage = feed.supply;
  for (const auto& board : boards) {
    wiring.boards.push_back(board.electricity);
    wiring.peaks.push_back(board.peak);
  }
  wiring.units = server.unit_signals;
  wiring.wall = create_flow(signals);
  wiring.heat = create_flow(signals);
  return wiring;
}

void add_supply(const ServerSpec& spec, const SupplyWiring& wiring, double reset_s, ServerPart& server, Plant& plant) {
  auto& signals = plant.simulator.signals();
  server.supply = &plant.simulator.add<Supply>(server.path + ".psu", spec, reset_s, wiring);
  for (const JobSignals& job : *wiring.jobs) {
    signals.listen(job.activity, *server.supply, physics, 0);
    signals.listen(job.peak_duration, *server.supply, physics, 0);
  }
  signals.listen(wiring.outage, *server.supply, physics, 0);
  for (const auto& flow : wiring.boards) signals.listen(flow.power, *server.supply, physics, 0);
  for (const auto peak : wiring.peaks) signals.listen(peak, *server.supply, physics, 0);
  if (wiring.units) signals.listen(wiring.units->working, *server.supply, physics, 0);
}

Flow add_ups(const UpsSpec& ups, const Feed& feed, const SupplyWiring& supply, ServerPart& server, Plant& plant) {
  if (!(ups.rating_w > 0)) return supply.wall;
  auto& signals = plant.simulator.signals();
  UpsWiring wiring{supply.wall, feed.breaker, server.jobs, feed.supply, signals.create<RecordId>(0), {}, {}};
  wiring.wall = create_flow(signals);
  wiring.heat = create_flow(signals);
  server.stops.push_back({wiring.low, Loss::outage});
  server.ups = &plant.simulator.add<Ups>(server.path + ".ups", ups, wiring);
  signals.listen(wiring.load.power, *server.ups, physics, 0);
  signals.listen(wiring.mains, *server.ups, physics, 0);
  for (const JobSignals& job : *wiring.jobs) signals.listen(job.activity, *server.ups, physics, 0);
  server.ups_heat = wiring.heat;
  return wiring.wall;
}

void add_circuit(const ServerSpec& spec, const Feed& feed, Flow wall, double reset_s, ServerPart& server,
                 Plant& plant) {
  if (!may_trip(spec)) return;
  auto& signals = plant.simulator.signals();
  const CircuitWiring wiring{wall, feed.outlet, feed.breaker, server.trip};
  server.circuit = &plant.simulator.add<Circuit>(server.path + ".outlet", spec, reset_s, wiring);
  signals.listen(wiring.wall.power, *server.circuit, physics, 0);
  signals.listen(wiring.mains, *server.circuit, physics, 0);
}

}  // namespace rackcast::models
