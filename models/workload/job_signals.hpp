#pragma once

#include <memory>
#include <vector>

#include "models/signals.hpp"
#include "models/workload/activity_table.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// What one job tells the parts of its server.
struct JobSignals {
  const ActivityTable* activities = nullptr;
  Signal<Activity> activity;
  Signal<Seconds> peak_duration;  ///< how long the busiest phase of a step lasts
  std::vector<std::size_t> gpus;  ///< that it takes, all of them while it does anything

  const BoardActivity& doing(const sim::Context& context) const {
    return (*activities)[static_cast<std::size_t>(context.read(activity))];
  }
};

/// The jobs of a server, or those that use a board one after the other; never none.
using HeardJobs = std::shared_ptr<const std::vector<JobSignals>>;

/// What a board does: at most one of its jobs is not idle.
inline const BoardActivity& doing_of_one(const std::vector<JobSignals>& jobs, const sim::Context& context) {
  for (const JobSignals& job : jobs) {
    const BoardActivity& doing = job.doing(context);
    if (doing.kind != ActivityKind::idle) return doing;
  }
  return (*jobs.front().activities)[ActivityTable::idle];
}

/// Whether any of the jobs trains.
inline bool any_trains(const std::vector<JobSignals>& jobs, const sim::Context& context) {
  for (const JobSignals& job : jobs) {
    if (job.doing(context).kind == ActivityKind::training) return true;
  }
  return false;
}

}  // namespace rackcast::models
