#pragma once

#include <cstdint>
#include <vector>

#include "models/profile.hpp"
#include "sim/signal.hpp"

namespace rackcast::models {

/// A profile as straight lines, one after the other: what a component publishes of it. A daily curve becomes chords of
/// equal length, as many a day as keep them within `tolerance` of it (amplitude·(1 − cos(π/chords)), at least six); a
/// polygon its own segments, those that lie on one line joined. Before the first point of a polygon stands its first
/// value; of points at one time the last one holds from then on; after the last it starts over.
class ProfileCourse {
 public:
  ProfileCourse(const Profile& profile, double tolerance);

  /// The line that holds at `now` and until when; never: for ever.
  struct Stretch {
    sim::Ramp line;
    sim::Time until;
  };
  Stretch at(sim::Time now) const;

 private:
  Stretch chord_at(sim::Time now) const;
  Stretch segment_at(sim::Time now) const;
  void join_segments();

  Profile profile_;
  sim::Time chord_ = sim::Time::never();
  std::vector<std::int64_t> vertices_ns_;  ///< of a polygon, from 0; empty: a daily curve, or a constant
  std::vector<double> values_;
};

}  // namespace rackcast::models
