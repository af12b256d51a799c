#pragma once

#include <optional>

#include "models/signals.hpp"
#include "models/workload/activity_table.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Job-stopping faults of a server other than its GPUs (software, memory, board, network adapter): a constant rate
/// while it trains.
class ServerFaults : public sim::Component {
 public:
  ServerFaults(std::string path, double per_year, const ActivityTable& activities, Signal<Activity> activity,
               Signal<RecordId> faults);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;
  int faults() const { return faults_; }

 private:
  void next(sim::Context& context);

  double per_year_;
  const ActivityTable& activities_;
  Signal<Activity> activity_;
  Signal<RecordId> signal_;
  std::optional<sim::Stream> luck_;
  int faults_ = 0;
};

}  // namespace rackcast::models
