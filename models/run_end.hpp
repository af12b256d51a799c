#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "models/signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Ends the run when every job is finished.
class RunEnd : public sim::Component {
 public:
  explicit RunEnd(std::vector<Signal<OnOff>> finished) : sim::Component("run.end"), finished_(std::move(finished)) {}

  void start(sim::Context&) override {}
  void wake(sim::Context& context, sim::Tag) override {
    const auto done = [&](Signal<OnOff> job) { return context.read(job) > 0; };
    if (std::all_of(finished_.begin(), finished_.end(), done)) context.stop();
  }

 private:
  std::vector<Signal<OnOff>> finished_;
};

}  // namespace rackcast::models
