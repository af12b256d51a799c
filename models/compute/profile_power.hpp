#pragma once

#include "models/compute/gpu_power.hpp"
#include "models/workload/step_profile.hpp"

namespace rackcast::models {

/// A step profile and the clock of the slowest GPU it was made for. A board of its own clock f stays in each phase for
/// d·(1 − c + c·profile_hz/f), c the phase's clock share: it does the same work and moves the same bytes. What a faster
/// board gains it waits for the others; what a slower one loses first eats the step's gaps, then its wait for data,
/// then lengthens the step.
struct ClockedProfile {
  const StepProfile& step;
  double clock_hz = 0;
};

/// Mean over a step of a board that runs at `own_hz`. Leakage is that at `die_c`: it does not depend on the phase.
BoardPower mean_power(const GpuPower& gpu, const ClockedProfile& profile, double own_hz, double die_c);

/// The highest power of any phase of the step.
double peak_power_w(const GpuPower& gpu, const ClockedProfile& profile, double own_hz, double die_c);

/// What the board's capping loop sees: the mean over the step, or that of any phase longer than the control window when
/// it is higher. Waiting for the host consists of gaps between kernels, far shorter than the window, so it counts into
/// the kernels' phase; a wait for data is one stretch and does not. Rises with `own_hz`.
double regulated_power_w(const GpuPower& gpu, const ClockedProfile& profile, double own_hz, double die_c);

/// The highest clock in [min, max] at which the regulated power stays within `limit_w`; min_clock when none does.
double capped_clock_hz(const GpuPower& gpu, const ClockedProfile& profile, double limit_w, double die_c);

}  // namespace rackcast::models
