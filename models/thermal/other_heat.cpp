#include "models/thermal/other_heat.hpp"

namespace rackcast::models {

void OtherHeat::start(sim::Context& context) {
  follow(context);
  context.schedule(plan_.next(), sim::Phase::fault, event_tag);
}

void OtherHeat::wake(sim::Context& context, sim::Tag tag) {
  if (tag == event_tag) {
    plan_.pass(context);
    context.schedule(plan_.next(), sim::Phase::fault, event_tag);
  }
  follow(context);
}

void OtherHeat::follow(sim::Context& context) {
  const sim::Time now = context.now();
  context.cancel(next_);
  if (const auto* event = plan_.in_force()) {
    context.publish(heat_, event->spec.value);
    return;
  }
  const auto stretch = course_.at(now);
  context.publish(heat_, stretch.line.at(now), stretch.line.slope);
  next_ = context.schedule(stretch.until, sim::Phase::physics, course_tag);
}

}  // namespace rackcast::models
