#pragma once

#include "models/signals.hpp"
#include "models/thermal/room_spec.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Outdoor temperature at time t of the run, °C.
double outdoor_c(const Profile& climate, double t_s);

/// Publishes the outdoor temperature as chords of its daily curve. A day has as many chords as keep them within
/// `chord_tolerance_k` of the curve, amplitude·(1 − cos(π/chords)).
class Climate : public sim::Component {
 public:
  static constexpr double chord_tolerance_k = 0.1;

  Climate(const Profile& spec, Signal<Celsius> outdoor);
  void start(sim::Context& context) override { wake(context, 0); }
  void wake(sim::Context& context, sim::Tag tag) override;

 private:
  Profile spec_;
  Signal<Celsius> outdoor_;
  sim::Time chord_;
};

}  // namespace rackcast::models
