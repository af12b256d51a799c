#include "models/thermal/room.hpp"

#include <algorithm>
#include <cmath>

#include "models/thermal/air.hpp"
#include "sim/math.hpp"

namespace rackcast::models {

namespace {

enum Node : std::size_t { air_node, solids_node };
enum Input : std::size_t { heat_input, outdoor_input, input_count };

constexpr double chord_s = 600;        // the published slope is that of a chord this long: minutes of air, not seconds
constexpr double look_ahead_s = 3600;  // on ramps: no longer does anybody know where they go
constexpr double cube_faces = 6;
constexpr double cube_dimensions = 3;
constexpr double nearly = 1 - 1e-9;  // a crossing found to the nanosecond is read with rounding

std::shared_ptr<const sim::Modes> modes_of(const RoomSpec& room) {
  sim::Network network;
  network.capacity_j_per_k = {room.volume_m3 * air_j_per_m3_k, room.solids_j_per_k};
  network.conductances = {{air_node, solids_node, room.solids_w_per_k}};
  network.boundaries = {{air_node, outdoor_input, loss_w_per_k(room)}};
  network.heats = {{air_node, heat_input, 1}};
  network.inputs = input_count;
  if (room.solids_j_per_k <= 0) {
    network.capacity_j_per_k.pop_back();
    network.conductances.clear();
  }
  return std::make_shared<const sim::Modes>(network);
}

std::vector<double> starting_temperatures(const RoomSpec& room, double outdoor_c) {
  const double start_c = std::isnan(room.start_c) ? outdoor_c : room.start_c;
  return std::vector<double>(room.solids_j_per_k > 0 ? 2 : 1, start_c);
}

}  // namespace

double wall_area_m2(const RoomSpec& room) {
  if (room.wall_area_m2 > 0) return room.wall_area_m2;
  const double edge_m = sim::pow(room.volume_m3, 1.0 / cube_dimensions);
  return cube_faces * edge_m * edge_m;
}

double loss_w_per_k(const RoomSpec& room) {
  return room.ventilation_m3_per_s * air_j_per_m3_k + room.walls_w_per_m2_k * wall_area_m2(room);
}

Room::Room(const RoomSpec& spec, double outdoor_at_start_c, const RoomWiring& wiring)
    : sim::Component("room." + spec.name),
      spec_(spec),
      wiring_(wiring),
      island_(modes_of(spec), starting_temperatures(spec, outdoor_at_start_c)),
      air_output_(island_.modes().temperature(air_node)),
      loss_output_(island_.modes().boundary_flow(outdoor_input)),
      stored_at_start_j_(island_.stored_j({})) {}

void Room::start(sim::Context& context) {
  published_ = {air_c({}), 0, {}};
  context.publish(wiring_.air, published_.value);
  wake(context, 0);
}

// A new island from where the old one is, without inputs: they are set next. What was lost through the old network is
// kept as a number: the integrals of a new one begin at 0.
void Room::ventilate(sim::Time now, double m3_per_s) {
  if (m3_per_s == spec_.ventilation_m3_per_s) return;
  spec_.ventilation_m3_per_s = m3_per_s;
  lost_before_j_ = lost_j(now);
  std::vector<double> temperatures;
  for (std::size_t node = 0; node < island_.modes().nodes(); ++node) {
    temperatures.push_back(island_.temperature(node, now));
  }
  island_ = sim::Island(modes_of(spec_), temperatures, now);
  air_output_ = island_.modes().temperature(air_node);
  loss_output_ = island_.modes().boundary_flow(outdoor_input);
}

void Room::follow_other_heat(const sim::Ramp& published) {
  const sim::Ramp& known = other_heat_;
  if (published.since == known.since && published.value == known.value && published.slope == known.slope) return;
  other_heat_before_j_ += other_heat_.area(published.since);
  other_heat_ = published;
}

void Room::wake(sim::Context& context, sim::Tag) {
  const sim::Time now = context.now();
  const auto taken = heat_.take(context);
  const sim::Ramp& outdoor = context.ramp(wiring_.outdoor);
  ventilate(now, context.read(wiring_.ventilation));
  follow_other_heat(context.ramp(wiring_.other_heat));
  if (taken.lump_j != 0) island_.add_heat(now, air_node, taken.lump_j);
  island_.set_input(now, heat_input, taken.power_w + other_heat_.at(now), taken.slope_w_per_s + other_heat_.slope);
  island_.set_input(now, outdoor_input, outdoor.at(now), outdoor.slope);

  const double air_now_c = air_c(now);
  const double quantum_k = std::max(air_quantum_k, air_quantum_share * std::fabs(air_now_c - outdoor.at(now)));
  if (std::fabs(air_now_c - published_.at(now)) >= quantum_k * nearly) {
    const double later_c = air_c(now + sim::from_seconds(chord_s));
    published_ = {air_now_c, (later_c - air_now_c) / chord_s, now};
    context.publish(wiring_.air, published_.value, published_.slope);
  }
  context.cancel(next_);
  const bool moves = taken.slope_w_per_s + other_heat_.slope != 0 || outdoor.slope != 0 || published_.slope != 0;
  next_ = context.schedule(leaves(quantum_k, now, moves ? now + sim::from_seconds(look_ahead_s) : sim::Time::never()),
                           sim::Phase::physics, 0);
  context.publish(wiring_.settled, static_cast<double>(++changes_));
}

// When the air has left what is published by a quantum; not later than `until`.
sim::Time Room::leaves(double quantum_k, sim::Time now, sim::Time until) const {
  sim::Time soonest = until;
  const auto look = [&](double by_k, sim::Direction direction) {
    const sim::Ramp edge{published_.value + by_k, published_.slope, published_.since};
    soonest = std::min(soonest, sim::next_crossing(island_, air_output_, edge, direction, now, soonest));
  };
  look(quantum_k, sim::Direction::rising);
  look(-quantum_k, sim::Direction::falling);
  return soonest;
}

}  // namespace rackcast::models
