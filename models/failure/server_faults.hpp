#pragma once

#include <optional>

#include "models/signals.hpp"
#include "models/workload/job_signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Job-stopping faults of a server other than its GPUs (software, memory, board, network adapter): a constant rate
/// while any job trains on it. One fault stops all its jobs.
class ServerFaults : public sim::Component {
 public:
  ServerFaults(std::string path, double per_year, HeardJobs jobs, Signal<RecordId> faults);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;
  int faults() const { return faults_; }

 private:
  void next(sim::Context& context);

  double per_year_;
  HeardJobs jobs_;
  Signal<RecordId> signal_;
  std::optional<sim::Stream> luck_;
  int faults_ = 0;
};

}  // namespace rackcast::models
