#pragma once

#include "models/profile_course.hpp"
#include "models/signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Publishes the outdoor temperature as the straight lines of its course: chords of the daily curve within
/// `chord_tolerance_k`, or the segments of given points.
class Climate : public sim::Component {
 public:
  static constexpr double chord_tolerance_k = 0.1;

  Climate(const Profile& profile, Signal<Celsius> outdoor)
      : sim::Component("site.climate"), course_(profile, chord_tolerance_k), outdoor_(outdoor) {}
  void start(sim::Context& context) override { wake(context, 0); }
  void wake(sim::Context& context, sim::Tag tag) override;

 private:
  ProfileCourse course_;
  Signal<Celsius> outdoor_;
};

}  // namespace rackcast::models
