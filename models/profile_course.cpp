#include "models/profile_course.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/math.hpp"

namespace rackcast::models {

namespace {

constexpr double day_s = 86400;
constexpr int fewest_chords = 6;
constexpr double on_one_line = 1e-12;  // share of the largest value: rounding of the points themselves

// The sagitta of a chord of the cosine at its crest.
int chords_per_day(double amplitude, double tolerance) {
  int chords = fewest_chords;
  while (amplitude * (1 - sim::cos_turns(0.5 / chords)) > tolerance) ++chords;
  return chords;
}

/// The slopes that lead from a vertex past all points since within a tolerance.
struct Fan {
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();

  bool holds(double slope) const { return slope >= lowest && slope <= highest; }
  void narrow(double slope, double off) {
    lowest = std::max(lowest, slope - off);
    highest = std::min(highest, slope + off);
  }
};

}  // namespace

ProfileCourse::ProfileCourse(const Profile& profile, double tolerance) : profile_(profile) {
  const bool polygon = !profile.at_s.empty() && sim::from_seconds(profile.at_s.back()).ns > 0;
  if (profile.at_s.empty() && profile.daily_swing != 0) {
    chord_ = sim::from_seconds(day_s / chords_per_day(profile.daily_swing / 2, tolerance));
  }
  if (polygon) join_segments();
}

void ProfileCourse::join_segments() {
  std::vector<std::int64_t> at_ns{0};
  std::vector<double> values{profile_.values.front()};
  for (std::size_t i = 0; i < profile_.at_s.size(); ++i) {
    at_ns.push_back(sim::from_seconds(profile_.at_s[i]).ns);
    values.push_back(profile_.values[i]);
  }
  const double off = on_one_line * std::max(std::fabs(highest(profile_)), std::fabs(lowest(profile_)));
  vertices_ns_ = {at_ns.front()};
  values_ = {values.front()};
  Fan fan;
  for (std::size_t i = 1; i < at_ns.size(); ++i) {
    const auto span_ns = [&] { return static_cast<double>(at_ns[i] - vertices_ns_.back()); };
    const bool step = at_ns[i] == at_ns[i - 1];
    if (step || !fan.holds((values[i] - values_.back()) / span_ns())) {  // the point before is a vertex
      vertices_ns_.push_back(at_ns[i - 1]);
      values_.push_back(values[i - 1]);
      fan = {};
    }
    if (step) {  // and so is this one
      vertices_ns_.push_back(at_ns[i]);
      values_.push_back(values[i]);
    } else {
      fan.narrow((values[i] - values_.back()) / span_ns(), off / span_ns());
    }
  }
  vertices_ns_.push_back(at_ns.back());
  values_.push_back(values.back());
}

ProfileCourse::Stretch ProfileCourse::at(sim::Time now) const {
  if (!vertices_ns_.empty()) return segment_at(now);
  if (chord_ != sim::Time::never()) return chord_at(now);
  return {{value_at(profile_, 0), 0, {}}, sim::Time::never()};
}

ProfileCourse::Stretch ProfileCourse::chord_at(sim::Time now) const {
  const sim::Time from{now.ns - now.ns % chord_.ns};
  const double value = value_at(profile_, sim::to_seconds(from));
  const double then = value_at(profile_, sim::to_seconds(from + chord_));
  return {{value, (then - value) / sim::to_seconds(chord_), from}, from + chord_};
}

ProfileCourse::Stretch ProfileCourse::segment_at(sim::Time now) const {
  const std::int64_t phase_ns = now.ns % vertices_ns_.back();
  const auto next = std::upper_bound(vertices_ns_.begin(), vertices_ns_.end(), phase_ns);
  const auto i = static_cast<std::size_t>(next - vertices_ns_.begin());  // 0 is a vertex, the end lies beyond the phase
  const sim::Time length{vertices_ns_[i] - vertices_ns_[i - 1]};
  const sim::Time from{now.ns - phase_ns + vertices_ns_[i - 1]};
  return {{values_[i - 1], (values_[i] - values_[i - 1]) / sim::to_seconds(length), from}, from + length};
}

}  // namespace rackcast::models
