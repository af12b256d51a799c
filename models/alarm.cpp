#include "models/alarm.hpp"

namespace rackcast::models {

Alarm::Alarm(std::string when, Beyond beyond, double threshold, double for_s, sim::Time interval,
             std::vector<AlarmPoint> points)
    : sim::Component("alarm." + when),
      beyond_(beyond),
      threshold_(threshold),
      for_(sim::from_seconds(for_s)),
      interval_(interval),
      points_(std::move(points)),
      states_(points_.size()),
      outcome_{std::move(when), 0, 0} {}

void Alarm::start(sim::Context& context) { context.schedule(context.now(), sim::Phase::observe, 0); }

void Alarm::wake(sim::Context& context, sim::Tag) {
  for (std::size_t i = 0; i < points_.size(); ++i) look(context, points_[i], states_[i]);
  context.schedule(context.now() + interval_, sim::Phase::observe, 0);
}

void Alarm::look(sim::Context& context, const AlarmPoint& point, State& state) {
  const sim::Time now = context.now();
  const double value = point.read(now);
  const bool is_beyond = beyond_ == Beyond::above ? value > threshold_ : value < threshold_;
  if (!is_beyond) {
    state = {};
    return;
  }
  if (state.since == sim::Time::never()) state.since = now;
  if (state.raised || now - state.since < for_) return;
  state.raised = true;
  if (++outcome_.count == 1) outcome_.first_s = sim::to_seconds(now);
  context.record(sim::Severity::warning, "alarm", point.path + ": " + outcome_.when);
}

}  // namespace rackcast::models
