#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/events/event_plan.hpp"
#include "models/signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Planned events that give a quantity of each part of a target another value while they last: a failure makes it 0.
/// Before, between and after them it is what it was at assembly.
template <class Quantity>
class PlannedValue : public sim::Component {
 public:
  struct Part {
    Signal<Quantity> signal;  // given
    double as_built = 0;
  };

  PlannedValue(std::string path, EventPlan plan, std::vector<Part> parts)
      : sim::Component(std::move(path)), plan_(std::move(plan)), parts_(std::move(parts)) {}

  void start(sim::Context& context) override { context.schedule(plan_.next(), sim::Phase::fault, 0); }
  void wake(sim::Context& context, sim::Tag) override {
    plan_.pass(context);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const auto* event = plan_.in_force(static_cast<int>(i));
      const double changed = event != nullptr && event->spec.action == EventAction::set ? event->spec.value : 0;
      context.publish(parts_[i].signal, event != nullptr ? changed : parts_[i].as_built);
    }
    start(context);
  }

 private:
  EventPlan plan_;
  std::vector<Part> parts_;
};

/// Planned events that stop a part of a target while they last: tells each which record says so, 0 while it works.
class PlannedStop : public sim::Component {
 public:
  PlannedStop(std::string path, EventPlan plan, std::vector<Signal<RecordId>> parts)
      : sim::Component(std::move(path)), plan_(std::move(plan)), parts_(std::move(parts)) {}

  void start(sim::Context& context) override { context.schedule(plan_.next(), sim::Phase::fault, 0); }
  void wake(sim::Context& context, sim::Tag) override {
    plan_.pass(context);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const auto* event = plan_.in_force(static_cast<int>(i));
      context.publish(parts_[i], event != nullptr ? static_cast<double>(event->record) : 0);
    }
    start(context);
  }

 private:
  EventPlan plan_;
  std::vector<Signal<RecordId>> parts_;
};

}  // namespace rackcast::models
