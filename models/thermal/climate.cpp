#include "models/thermal/climate.hpp"

#include <algorithm>
#include <cmath>

#include "sim/math.hpp"

namespace rackcast::models {

namespace {

constexpr double day_s = 86400;
constexpr int fewest_chords = 6;

// The sagitta of a chord of the cosine at its crest.
int chords_per_day(double amplitude_k) {
  int chords = fewest_chords;
  while (amplitude_k * (1 - sim::cos_turns(0.5 / chords)) > Climate::chord_tolerance_k) ++chords;
  return chords;
}

}  // namespace

double outdoor_c(const Profile& climate, double t_s) {
  return climate.mean + climate.daily_swing / 2 * sim::cos_turns((t_s - climate.peak_s) / day_s);
}

Climate::Climate(const Profile& spec, Signal<Celsius> outdoor)
    : sim::Component("site.climate"),
      spec_(spec),
      outdoor_(outdoor),
      chord_(sim::from_seconds(day_s / chords_per_day(spec.daily_swing / 2))) {}

void Climate::wake(sim::Context& context, sim::Tag) {
  const double from_c = outdoor_c(spec_, sim::to_seconds(context.now()));
  if (spec_.daily_swing == 0) {
    context.publish(outdoor_, from_c);
    return;
  }
  const double to_c = outdoor_c(spec_, sim::to_seconds(context.now() + chord_));
  context.publish(outdoor_, from_c, (to_c - from_c) / sim::to_seconds(chord_));
  context.schedule(context.now() + chord_, sim::Phase::physics, 0);
}

}  // namespace rackcast::models
