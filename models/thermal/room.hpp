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

struct RoomWiring {
  Signal<Celsius> outdoor;                   // heard
  Signal<Watts> other_heat;                  // heard
  Signal<CubicMetresPerSecond> ventilation;  // heard
  Signal<Celsius> air;                       // given
  Signal<Count> settled;                     // given: how often the room changed course
};

/// A room as air and solids: C_air dT/dt = Q − (ρc_p V̇ + U·A)(T − T_out) − G_s(T − T_s), C_s dT_s/dt = G_s(T − T_s).
/// Heat comes from servers and from whatever else the room holds; the outdoor temperature is a boundary. A change of
/// ventilation V̇ is another network: temperatures and energies go on from where they are. Publishes the air temperature
/// as a ramp, again when the truth has left it by `air_quantum_k`, or by `air_quantum_share` of its distance from the
/// outdoor air where that is more (a room without any loss heats up without bound, and cools fast when it gets one).
class Room : public sim::Component {
 public:
  static constexpr double air_quantum_k = 0.1;
  static constexpr double air_quantum_share = 1e-3;

  Room(const RoomSpec& spec, double outdoor_at_start_c, const RoomWiring& wiring);

  void add_heat(Flow flow) { heat_.add(flow); }
  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

  double air_c(sim::Time t) const { return island_.read(air_output_, t); }
  sim::Time air_reaches(sim::Time from, double threshold_c, sim::Direction direction) const {
    return sim::next_crossing(island_, air_output_, {threshold_c, 0, from}, direction, from, sim::Time::never());
  }
  /// Energy to the outdoors, from other heat, and held more than at the start, J.
  double lost_j(sim::Time t) const { return lost_before_j_ + island_.area(loss_output_, t); }
  double other_heat_j(sim::Time t) const { return other_heat_before_j_ + other_heat_.area(t); }
  double gained_j(sim::Time t) const { return island_.stored_j(t) - stored_at_start_j_; }

 private:
  sim::Time leaves(double quantum_k, sim::Time now, sim::Time until) const;
  void ventilate(sim::Time now, double m3_per_s);
  void follow_other_heat(const sim::Ramp& published);

  RoomSpec spec_;  ///< ventilated as at present
  RoomWiring wiring_;
  std::uint64_t changes_ = 0;
  FlowSink heat_;
  sim::Island island_;
  sim::Output air_output_;
  sim::Output loss_output_;
  double stored_at_start_j_;
  double lost_before_j_ = 0;        ///< under other ventilation
  sim::Ramp other_heat_;            ///< the last one published
  double other_heat_before_j_ = 0;  ///< by those before
  sim::Ramp published_;
  sim::EventHandle next_;
};

}  // namespace rackcast::models
