#include "models/workload/activity_table.hpp"

namespace rackcast::models {

ActivityTable::ActivityTable(StepCost cost, double model_factor) : cost_(cost), model_factor_(model_factor) {
  for (const ActivityKind kind : {ActivityKind::off, ActivityKind::idle, ActivityKind::waiting}) {
    entries_.push_back({kind, {}, 0, this});
  }
}

std::size_t ActivityTable::training(double clock_hz) {
  const auto [found, is_new] = numbers_.try_emplace(clock_hz, entries_.size());
  if (is_new) entries_.push_back({ActivityKind::training, step_at(clock_hz), clock_hz, this});
  return found->second;
}

}  // namespace rackcast::models
