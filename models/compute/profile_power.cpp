#include "models/compute/profile_power.hpp"

#include <algorithm>

#include "models/compute/clock_search.hpp"
#include "models/workload/phase_activity.hpp"

namespace rackcast::models {

namespace {

/// Time and dynamic energy of a stretch of the step; base and leakage flow at all times and are added at the end.
struct Spent {
  double time_s = 0;
  double core_j = 0;
  double memory_j = 0;

  double mean_w() const { return time_s > 0 ? (core_j + memory_j) / time_s : 0; }
  Spent& operator+=(const Spent& other) {
    time_s += other.time_s;
    core_j += other.core_j;
    memory_j += other.memory_j;
    return *this;
  }
};

/// The same work and the same bytes as at the profile's clock, in the time that the own clock needs.
Spent busy(const GpuPower& gpu, const StepPhase& phase, double profile_hz, double own_hz) {
  const double time_s = phase.duration_s * (1 - phase.clock_share + phase.clock_share * profile_hz / own_hz);
  return {time_s, gpu.core_w(own_hz, phase.core_activity) * time_s,
          gpu.memory_w(phase.memory_activity) * phase.duration_s};
}

Spent waiting(const GpuPower& gpu, double time_s, double own_hz) {
  return {time_s, gpu.core_w(own_hz, activity::waiting.core) * time_s, gpu.memory_w(activity::waiting.memory) * time_s};
}

Spent starving(const GpuPower& gpu, double time_s, double own_hz) {
  return {time_s, gpu.core_w(own_hz, activity::starved.core) * time_s, gpu.memory_w(activity::starved.memory) * time_s};
}

bool is_busy(const StepPhase& phase) { return phase.kind == PhaseKind::kernels || phase.kind == PhaseKind::exchange; }

/// The step as this board lives it: its busy time, its gaps between kernels, its wait for data and for slower boards.
struct OwnStep {
  Spent busy;
  double gaps_s = 0;     ///< waiting for the host
  double starved_s = 0;  ///< waiting for data
  double peers_s = 0;    ///< waiting for slower boards
  double kernels_s = 0;  ///< of the profile: the gaps are spread over them
  double profile_gaps_s = 0;
};

OwnStep own_step(const GpuPower& gpu, const ClockedProfile& profile, double own_hz) {
  OwnStep own;
  double starved_s = 0;
  for (const StepPhase& phase : profile.step.phases) {
    if (is_busy(phase)) own.busy += busy(gpu, phase, profile.clock_hz, own_hz);
    if (phase.kind == PhaseKind::waiting) own.profile_gaps_s += phase.duration_s;
    if (phase.kind == PhaseKind::starved) starved_s += phase.duration_s;
    if (phase.kind == PhaseKind::kernels) own.kernels_s += phase.duration_s;
  }
  const double left_s = std::max(0.0, profile.step.step_s - own.busy.time_s);
  // A slower board's kernels first fill their gaps, then take from the wait for data.
  own.starved_s = std::min(starved_s, left_s);
  own.gaps_s = std::min(own.profile_gaps_s, left_s - own.starved_s);
  own.peers_s = left_s - own.starved_s - own.gaps_s;
  return own;
}

Spent whole(const GpuPower& gpu, const OwnStep& own, double own_hz) {
  Spent sum = own.busy;
  sum += waiting(gpu, own.gaps_s + own.peers_s, own_hz);
  sum += starving(gpu, own.starved_s, own_hz);
  return sum;
}

double constant_w(const GpuPower& gpu, double own_hz, double die_c) {
  return gpu.base_w() + gpu.leakage_w(own_hz, die_c);
}

}  // namespace

BoardPower mean_power(const GpuPower& gpu, const ClockedProfile& profile, double own_hz, double die_c) {
  const Spent sum = whole(gpu, own_step(gpu, profile, own_hz), own_hz);
  const double per_s = sum.time_s > 0 ? 1 / sum.time_s : 0;
  return {gpu.base_w(), sum.core_j * per_s, sum.memory_j * per_s, gpu.leakage_w(own_hz, die_c)};
}

double peak_power_w(const GpuPower& gpu, const ClockedProfile& profile, double own_hz, double die_c) {
  double highest_w = waiting(gpu, 1, own_hz).mean_w();
  for (const StepPhase& phase : profile.step.phases) {
    if (is_busy(phase)) highest_w = std::max(highest_w, busy(gpu, phase, profile.clock_hz, own_hz).mean_w());
  }
  return highest_w + constant_w(gpu, own_hz, die_c);
}

double regulated_power_w(const GpuPower& gpu, const ClockedProfile& profile, double own_hz, double die_c) {
  const OwnStep own = own_step(gpu, profile, own_hz);
  double highest_w = whole(gpu, own, own_hz).mean_w();
  for (const StepPhase& phase : profile.step.phases) {
    if (!is_busy(phase)) continue;
    const bool has_gaps = phase.kind == PhaseKind::kernels && own.kernels_s > 0;
    const double gap_share = has_gaps ? phase.duration_s / own.kernels_s : 0;
    // The profile's own duration decides, not the board's: the rule must not flip while a clock is searched for.
    if (phase.duration_s + gap_share * own.profile_gaps_s <= gpu.control_window_s()) continue;
    Spent stretch = busy(gpu, phase, profile.clock_hz, own_hz);
    stretch += waiting(gpu, gap_share * own.gaps_s, own_hz);
    highest_w = std::max(highest_w, stretch.mean_w());
  }
  return highest_w + constant_w(gpu, own_hz, die_c);
}

double capped_clock_hz(const GpuPower& gpu, const ClockedProfile& profile, double limit_w, double die_c) {
  return highest_within(gpu.min_clock_hz(), gpu.max_clock_hz(), limit_w,
                        [&](double own_hz) { return regulated_power_w(gpu, profile, own_hz, die_c); });
}

}  // namespace rackcast::models
