#pragma once

#include <array>

#include "models/flow.hpp"
#include "models/thermal/room_spec.hpp"
#include "sim/crossing.hpp"
#include "sim/island.hpp"

namespace rackcast::models {

/// Wall area of a room: as given, or the surface of a cube of its volume.
double wall_area_m2(const RoomSpec& room);

/// Heat conductance from the room air to the outdoor air, W/K: walls U·A and ventilation ρ·c_p·V̇.
double loss_w_per_k(const RoomSpec& room);

/// A room as air and solids: C_air dT/dt = Q − (ρc_p V̇ + U·A)(T − T_out) − G_s(T − T_s), C_s dT_s/dt = G_s(T − T_s).
/// Heat comes from servers and from whatever else the room holds; the outdoor temperature is a boundary. Publishes the
/// air temperature as a ramp, again when the truth has left it by `air_quantum_k`.
class Room : public sim::Component {
 public:
  static constexpr double air_quantum_k = 0.1;

  /// `air` and `settled` (how often the room changed course) are given.
  Room(const RoomSpec& spec, Signal<Celsius> outdoor, double outdoor_at_start_c, Signal<Celsius> air,
       Signal<Count> settled);

  void add_heat(Flow flow) { heat_.add(flow); }
  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

  double air_c(sim::Time t) const { return island_.read(air_output_, t); }
  sim::Time air_reaches(sim::Time from, double threshold_c, sim::Direction direction) const {
    return sim::next_crossing(island_, air_output_, {threshold_c, 0, from}, direction, from, sim::Time::never());
  }
  /// Energy to the outdoors, from other heat, and held more than at the start, J.
  double lost_j(sim::Time t) const { return island_.area(loss_output_, t); }
  double other_heat_j(sim::Time t) const { return spec_.other_heat.mean * sim::to_seconds(t); }
  double gained_j(sim::Time t) const { return island_.stored_j(t) - stored_at_start_j_; }

 private:
  sim::Time leaves(sim::Time now, sim::Time until) const;

  RoomSpec spec_;
  Signal<Celsius> outdoor_;
  Signal<Celsius> air_;
  Signal<Count> settled_;
  std::uint64_t changes_ = 0;
  FlowSink heat_;
  sim::Island island_;
  sim::Output air_output_;
  sim::Output loss_output_;
  double stored_at_start_j_;
  sim::Ramp published_;
  sim::EventHandle next_;
};

}  // namespace rackcast::models
