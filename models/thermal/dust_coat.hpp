#pragma once

#include <string>
#include <utility>

#include "models/events/event_plan.hpp"
#include "models/signals.hpp"
#include "models/thermal/dust.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Dust of a server that changes during a run: it gathers with time if the server says so, and is gone with every
/// cleaning, planned or at its interval. Publishes what it does to sinks and to the flow through the case, over what it
/// did at the start of the run, whenever the resistance has grown by `rung` (dust.hpp: uncalibrated).
class DustCoat : public sim::Component {
 public:
  static constexpr double rung = 0.02;

  DustCoat(std::string path, const ServerSpec& server, Signal<Factor> resistance, Signal<Factor> flow);

  /// Before the run.
  void plan(EventPlan events) { plan_ = std::move(events); }

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

 private:
  enum : sim::Tag { grown_tag, interval_tag, event_tag };
  void clean(sim::Context& context);
  void publish(sim::Context& context);
  double dust_s(sim::Time now) const;

  EventPlan plan_;
  DustCourse course_;
  double clogs_;
  double cleaning_s_;
  double at_start_s_;
  Signal<Factor> resistance_;
  Signal<Factor> flow_;
  double dust_s_;  ///< at `since_`
  sim::Time since_{};
  std::uint64_t cleaned_by_ = 0;
  sim::EventHandle next_;
};

}  // namespace rackcast::models
