#include "models/workload/activity_table.hpp"

namespace rackcast::models {

ActivityTable::ActivityTable(StepCost cost, double model_factor) : cost_(cost), model_factor_(model_factor) {
  for (const ActivityKind kind : {ActivityKind::off, ActivityKind::idle, ActivityKind::waiting}) {
    entries_.push_back({kind, {}, 0, 0, 0, this});
  }
}

BoardActivity ActivityTable::at_clock(const BoardActivity& activity, double clock_hz) const {
  const StepProfile step = step_at(clock_hz, activity.data_s);
  // The data path's CPU work is done once a step, however long that is.
  return {activity.kind, step, clock_hz, activity.data_s, cost_.data.cpu_s / step.step_s, this};
}

std::size_t ActivityTable::training(double clock_hz, double data_s) {
  const auto [found, is_new] = numbers_.try_emplace({clock_hz, data_s}, entries_.size());
  if (is_new) entries_.push_back(at_clock({ActivityKind::training, {}, 0, data_s, 0, this}, clock_hz));
  return found->second;
}

}  // namespace rackcast::models
