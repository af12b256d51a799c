#pragma once

#include "models/server_spec.hpp"

namespace rackcast::models {

/// Resistance from sink to air over that at the calibrated duty: (calibrated / duty)^exponent, speed and flow taken as
/// proportional to duty, never more than with the fans at rest (duty 0). The air between the fins of a card is laminar
/// and its layers still grow: Nu ∝ Re^0.5 (Teertstra, Yovanovich and Culham, J. Electronics Manufacturing 10, 2000).
/// The resistances of fin and base, which no fan changes, are taken as part of it. At rest it is natural convection:
/// cards that stop their fans at 25 to 30 W stand 20 to 30 K above the room, 0.9 K/W where a loaded one has 0.11.
double fan_resistance_factor(const GpuFan& fan, double duty);

/// Electric power of a board's fans at `duty`, W: P_full·duty³ (affinity law of fans).
double board_fan_w(const GpuFan& fan, double duty);

/// The type with its fans held at `duty`: resistance of the sink, and the base power that holds that of the fans (what
/// was fitted holds it at the calibrated duty; never below 0).
GpuSpec at_duty(const GpuSpec& gpu, double duty);

/// The same, and the new duty is what the values are calibrated at: doing it again changes nothing. `duty` above 0.
GpuSpec calibrated_at(const GpuSpec& gpu, double duty);

/// Whether the boards drive fans of their own; those of passive cards are the chassis'.
bool drives_fans(const GpuGroupSpec& gpus);

/// Duties that a loop may take: from lowest_duty up in steps of 4 % of the speed, at last full speed.
class FanLadder {
 public:
  static constexpr double step_ratio = 1.04;

  explicit FanLadder(const GpuFan& fan);

  int top() const { return top_; }
  double duty(int rung) const;
  /// The rung nearest to `duty`.
  int nearest(double duty) const;

 private:
  double lowest_;
  int top_;
};

/// The rung on which a loop rests that holds `target_c` with a die that stands at `settled_c(resistance factor)`: the
/// lowest at or below the target, at last full speed.
template <class SettledC>
double resting_duty(const GpuFan& fan, const SettledC& settled_c) {
  const FanLadder ladder(fan);
  int rung = 0;
  while (rung < ladder.top() && settled_c(fan_resistance_factor(fan, ladder.duty(rung))) > fan.target_c) ++rung;
  return ladder.duty(rung);
}

}  // namespace rackcast::models
