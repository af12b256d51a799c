#include "models/workload/activity_table.hpp"

namespace rackcast::models {

ActivityTable::ActivityTable(StepCost cost, double model_factor) : cost_(cost), model_factor_(model_factor) {
  entries_.push_back({ActivityKind::off, {}, 0});
  entries_.push_back({ActivityKind::idle, {}, 0});
  entries_.push_back({ActivityKind::waiting, {}, 0});
}

std::size_t ActivityTable::training(double clock_hz) {
  const auto [found, is_new] = numbers_.try_emplace(clock_hz, entries_.size());
  if (is_new) entries_.push_back({ActivityKind::training, step_profile(cost_, clock_hz, model_factor_), clock_hz});
  return found->second;
}

}  // namespace rackcast::models
