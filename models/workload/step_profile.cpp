#include "models/workload/step_profile.hpp"

#include <algorithm>

#include "models/workload/phase_activity.hpp"

namespace rackcast::models {

namespace {

/// The part of the exchange that nothing hides: at least what the software leaves in the open, and at least what is
/// longer than the pass it hides behind. A pass takes as long as the slower of host and device.
double exposed_s(const StepCost& cost, double exchange_s, double passes_s) {
  return std::max((1 - cost.overlap) * exchange_s, exchange_s - cost.overlap_window * passes_s);
}

/// Tensor-bound and memory-bound kernels alternate within milliseconds: one phase with their mean activity.
StepPhase kernels(double compute_s, double memory_s) {
  const double device_s = compute_s + memory_s;
  const double share = device_s > 0 ? compute_s / device_s : 0;
  const auto mix = [share](double tensor, double memory) { return share * tensor + (1 - share) * memory; };
  return {device_s, share, mix(activity::tensor_kernels.core, activity::memory_kernels.core),
          mix(activity::tensor_kernels.memory, activity::memory_kernels.memory), PhaseKind::kernels};
}

void add_phase(StepProfile& profile, double duration_s, const activity::Activity& level, PhaseKind kind) {
  if (duration_s > 0) profile.phases.push_back({duration_s, 0, level.core, level.memory, kind});
}

}  // namespace

StepProfile step_profile(const StepCost& cost, double clock_hz, double factor, double data_s) {
  const double compute_s = factor * cost.compute_s * cost.peak_at_hz / clock_hz;
  const double memory_s = factor * cost.memory_s;
  StepProfile profile;
  profile.kernel_s = compute_s + memory_s;
  const double inner_s = factor * cost.inner_s;
  profile.wait_s = std::max(0.0, cost.host_s - profile.kernel_s - inner_s);
  const double passes_s = profile.kernel_s + inner_s + profile.wait_s;
  profile.exchange_s = exposed_s(cost, factor * cost.exchange_s, passes_s) + inner_s;
  profile.bubble_s = cost.bubble * std::max(cost.host_s, cost.other_stage * (profile.kernel_s + inner_s));
  profile.wait_s += factor * cost.update_s;
  const double busy_s = profile.kernel_s + profile.wait_s + profile.exchange_s + profile.bubble_s;
  profile.step_s = std::max(busy_s, data_s);
  profile.starved_s = profile.step_s - busy_s;
  profile.phases.push_back(kernels(compute_s, memory_s));
  add_phase(profile, profile.exchange_s, activity::exchange, PhaseKind::exchange);
  add_phase(profile, profile.wait_s + profile.bubble_s, activity::waiting, PhaseKind::waiting);
  add_phase(profile, profile.starved_s, activity::starved, PhaseKind::starved);
  return profile;
}

}  // namespace rackcast::models
