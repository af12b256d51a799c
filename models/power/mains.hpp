#pragma once

#include <optional>
#include <string>

#include "models/power/mains_spec.hpp"
#include "models/signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Outages of the mains of a site, which all its outlets share: they begin at a constant rate while the mains are live
/// and last for log-normal times of the given mean. The spread of their logarithm, 1, is an assumption: reported
/// durations look log-normal from minutes to days, one figure for it was not found.
class Mains : public sim::Component {
 public:
  Mains(const MainsSpec& mains, Signal<RecordId> outage)
      : sim::Component("site.mains"), mains_(mains), outage_(outage) {}

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

 private:
  void next(sim::Context& context);

  MainsSpec mains_;
  Signal<RecordId> outage_;  // given: the record of the one that lasts; 0 while mains are live
  std::optional<sim::Stream> luck_;
  std::uint64_t record_ = 0;
};

/// An outlet that is dead by plan or for want of mains.
class Outlet : public sim::Component {
 public:
  Outlet(std::string path, Signal<RecordId> planned, Signal<RecordId> mains, Signal<RecordId> dead)
      : sim::Component(std::move(path)), planned_(planned), mains_(mains), dead_(dead) {}

  void start(sim::Context&) override {}
  void wake(sim::Context& context, sim::Tag) override {
    const double planned = context.read(planned_);
    context.publish(dead_, planned != 0 ? planned : context.read(mains_));
  }

 private:
  Signal<RecordId> planned_;  // heard
  Signal<RecordId> mains_;    // heard
  Signal<RecordId> dead_;     // given
};

}  // namespace rackcast::models
