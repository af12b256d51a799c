#include "models/alarm.hpp"

#include <algorithm>

namespace rackcast::models {

namespace {

// A value this close to the threshold (in its own unit) is beyond it, twice as far back no longer: a crossing found to
// the nanosecond is read with rounding, and a value that rests at the threshold must not be looked at for ever.
constexpr double tolerance = 1e-6;

}  // namespace

Alarm::Alarm(std::string when, Beyond beyond, double threshold, double for_s, std::vector<AlarmPoint> points)
    : sim::Component("alarm." + when),
      beyond_(beyond),
      threshold_(threshold),
      for_(sim::from_seconds(for_s)),
      points_(std::move(points)),
      states_(points_.size()),
      outcome_{std::move(when), 0, 0} {}

void Alarm::start(sim::Context& context) { context.schedule(context.now(), sim::Phase::observe, look_tag); }

bool Alarm::is_beyond(double value) const {
  return beyond_ == Beyond::above ? value >= threshold_ - tolerance : value <= threshold_ + tolerance;
}

void Alarm::wake(sim::Context& context, sim::Tag) {
  const sim::Time now = context.now();
  sim::Time soonest = sim::Time::never();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    look(context, points_[i], states_[i]);
    soonest = std::min(soonest, next(now, points_[i], states_[i]));
  }
  context.cancel(next_);
  if (soonest != sim::Time::never()) next_ = context.schedule(soonest, sim::Phase::observe, look_tag);
}

void Alarm::look(sim::Context& context, const AlarmPoint& point, State& state) {
  const sim::Time now = context.now();
  if (!is_beyond(point.read(now))) {
    state = {};
    return;
  }
  if (state.since == sim::Time::never()) state.since = now;
  if (state.raised || now - state.since < for_) return;
  state.raised = true;
  if (++outcome_.count == 1) outcome_.first_s = sim::to_seconds(now);
  context.record(sim::Severity::warning, "alarm", point.path + ": " + outcome_.when);
}

sim::Time Alarm::next(sim::Time now, const AlarmPoint& point, const State& state) const {
  const bool beyond = state.since != sim::Time::never();
  const sim::Time due = beyond && !state.raised ? state.since + for_ : sim::Time::never();
  if (!point.next) return due;
  const bool rises = (beyond_ == Beyond::above) != beyond;  // to the threshold, or back from it
  const double back = beyond_ == Beyond::above ? -2 * tolerance : 2 * tolerance;
  const double level = beyond ? threshold_ + back : threshold_;
  return std::min(due, point.next(now, level, rises ? sim::Direction::rising : sim::Direction::falling));
}

}  // namespace rackcast::models
