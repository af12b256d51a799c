#include "models/alarm.hpp"

#include <algorithm>
#include <cmath>

namespace rackcast::models {

namespace {

// A value this close to the threshold (in its own unit) is beyond it, twice as far back no longer: a crossing found to
// the nanosecond is read with rounding, and a value that rests at the threshold must not be looked at for ever.
constexpr double tolerance = 1e-6;

}  // namespace

Alarm::Alarm(std::string when, Beyond beyond, double threshold, double for_s, std::vector<AlarmPoint> points,
             ReactionPlan reaction)
    : sim::Component("alarm." + when),
      beyond_(beyond),
      threshold_(threshold),
      for_(sim::from_seconds(for_s)),
      points_(std::move(points)),
      states_(points_.size()),
      outcome_{std::move(when), 0, 0},
      reaction_(std::move(reaction)) {}

void Alarm::start(sim::Context& context) { context.schedule(context.now(), sim::Phase::observe, look_tag); }

bool Alarm::is_beyond(double value) const {
  return beyond_ == Beyond::above ? value >= threshold_ - tolerance : value <= threshold_ + tolerance;
}

void Alarm::wake(sim::Context& context, sim::Tag tag) {
  if (tag == react_tag) return react(context);
  if (tag == release_tag) return release(context);
  watch(context);
}

// What changes something happens a nanosecond after what is observed, at the soonest.
void Alarm::watch(sim::Context& context) {
  const sim::Time now = context.now();
  sim::Time soonest = sim::Time::never();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    look(context, points_[i], states_[i]);
    soonest = std::min(soonest, next(now, points_[i], states_[i]));
  }
  const auto soon = [&](double after_s) { return now + std::max(sim::Time{1}, sim::from_seconds(after_s)); };
  if (reaction_.reaction != Reaction::none && any_raised() && !is_due_ && !is_acting_) {
    is_due_ = true;
    context.schedule(soon(reaction_.delay_s), sim::Phase::fault, react_tag);
  }
  if (is_acting_ && !is_held_ && !any_raised()) context.schedule(soon(0), sim::Phase::fault, release_tag);
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
  alarm_record_ = context.record(sim::Severity::warning, "alarm", point.path + ": " + outcome_.when);
}

bool Alarm::any_raised() const {
  return std::any_of(states_.begin(), states_.end(), [](const State& state) { return state.raised; });
}

void Alarm::react(sim::Context& context) {
  is_due_ = false;
  if (!any_raised()) return;
  is_acting_ = is_held_ = true;
  const bool caps = reaction_.reaction == Reaction::cap;
  const std::string what =
      caps ? std::to_string(std::lround(reaction_.limit_w)) + " W a GPU" : "jobs are asked to stop";
  reaction_record_ = context.record(sim::Severity::warning, "reaction to the alarm", what, alarm_record_);
  publish(context, static_cast<double>(reaction_record_), reaction_.limit_w);
  context.schedule(context.now() + sim::from_seconds(reaction_.hold_s), sim::Phase::fault, release_tag);
}

void Alarm::release(sim::Context& context) {
  is_held_ = false;
  if (!is_acting_ || any_raised()) return;
  is_acting_ = false;
  context.record(sim::Severity::info, "reaction ends", {}, reaction_record_);
  publish(context, 0, INFINITY);
}

void Alarm::publish(sim::Context& context, double record, double cap_w) {
  for (const auto stop : reaction_.stops) context.publish(stop, record);
  for (const auto cap : reaction_.caps) context.publish(cap, cap_w);
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
