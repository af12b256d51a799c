#pragma once

#include <string>
#include <utility>

#include "models/events/event_plan.hpp"
#include "models/profile_course.hpp"
#include "models/signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// What a room holds besides servers: publishes the heat of lights and people as the straight lines of its course, or
/// the constant that a planned event puts in its place while it lasts.
class OtherHeat : public sim::Component {
 public:
  /// Chords of a daily curve stay within this share of its amplitude.
  static constexpr double chord_tolerance = 0.01;

  OtherHeat(std::string path, const Profile& profile, Signal<Watts> heat)
      : sim::Component(std::move(path)), course_(profile, chord_tolerance * profile.daily_swing / 2), heat_(heat) {}

  /// Before the run.
  void plan(EventPlan events) { plan_ = std::move(events); }

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

 private:
  enum : sim::Tag { course_tag, event_tag };
  void follow(sim::Context& context);

  ProfileCourse course_;
  EventPlan plan_;
  Signal<Watts> heat_;
  sim::EventHandle next_;
};

}  // namespace rackcast::models
