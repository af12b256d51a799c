#include "models/workload/activity_table.hpp"

namespace rackcast::models {

ActivityTable::ActivityTable(StepCost cost, double model_factor, double gpu_share)
    : cost_(cost), model_factor_(model_factor), gpu_share_(gpu_share) {
  for (const ActivityKind kind : {ActivityKind::off, ActivityKind::idle, ActivityKind::waiting}) {
    entries_.push_back({kind, {}, 0, 0, 0, gpu_share_, this});
  }
}

BoardActivity ActivityTable::at_clock(const BoardActivity& activity, double clock_hz) const {
  const StepProfile step = step_at(clock_hz, activity.data_s);
  // The data path's CPU work is done once a step, however long that is.
  return {activity.kind, step, clock_hz, activity.data_s, cost_.data.cpu_s / step.step_s, gpu_share_, this};
}

std::size_t ActivityTable::training(double clock_hz, double data_s) {
  const auto [found, is_new] = numbers_.try_emplace({clock_hz, data_s}, entries_.size());
  if (is_new) entries_.push_back(at_clock({ActivityKind::training, {}, 0, data_s, 0, gpu_share_, this}, clock_hz));
  return found->second;
}

}  // namespace rackcast::models
