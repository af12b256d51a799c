#include "models/events/event_plan.hpp"

#include <algorithm>

namespace rackcast::models {

namespace {

sim::Severity severity(EventAction action) {
  if (action == EventAction::clean) return sim::Severity::info;
  return action == EventAction::set ? sim::Severity::warning : sim::Severity::error;
}

const char* begin_text(EventAction action) {
  switch (action) {
    case EventAction::crash:
      return "planned crash";
    case EventAction::fail:
      return "planned failure";
    case EventAction::clean:
      return "planned cleaning";
    case EventAction::power_off:
      return "planned power off";
    case EventAction::set:
      return "planned change";
  }
  return "";
}

const char* end_text(EventAction action) {
  switch (action) {
    case EventAction::power_off:
      return "power is back";
    case EventAction::set:
      return "planned change ends";
    default:
      return "repaired";
  }
}

std::string detail(const EventSpec& spec) {
  return spec.action == EventAction::set ? spec.path + " = " + spec.value_text : spec.path;
}

EventPlan::Planned planned(const EventSpec& spec) {
  const sim::Time begins = sim::from_seconds(spec.at_s);
  const sim::Time lasts = std::max(sim::from_seconds(spec.repair_s), sim::Time{1});
  const bool at_once = spec.action == EventAction::crash || spec.action == EventAction::clean;
  return {spec, begins, at_once ? sim::Time::never() : begins + lasts, 0, false};
}

}  // namespace

EventPlan::EventPlan(const std::vector<EventSpec>& events) {
  for (const EventSpec& spec : events) events_.push_back(planned(spec));
  std::stable_sort(events_.begin(), events_.end(),
                   [](const Planned& a, const Planned& b) { return a.begins < b.begins; });
}

void EventPlan::pass(sim::Context& context) {
  const sim::Time now = context.now();
  for (Planned& event : events_) {
    if (!event.lasts || event.ends > now) continue;
    event.lasts = false;
    context.record(sim::Severity::info, end_text(event.spec.action), event.spec.path, event.record);
  }
  for (Planned& event : events_) {
    if (event.record != 0 || event.begins > now) continue;
    event.lasts = true;
    event.record = context.record(severity(event.spec.action), begin_text(event.spec.action), detail(event.spec));
  }
}

sim::Time EventPlan::next() const {
  sim::Time soonest = sim::Time::never();
  for (const Planned& event : events_) {
    if (event.record == 0) soonest = std::min(soonest, event.begins);
    if (event.lasts) soonest = std::min(soonest, event.ends);
  }
  return soonest;
}

const EventPlan::Planned* EventPlan::in_force(int index) const {
  const auto counts = [index](const Planned& event) {
    return event.lasts && (event.spec.index < 0 || event.spec.index == index);
  };
  const auto found = std::find_if(events_.rbegin(), events_.rend(), counts);
  return found == events_.rend() ? nullptr : &*found;
}

}  // namespace rackcast::models
