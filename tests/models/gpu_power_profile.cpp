#include <cmath>

#include "models/compute/profile_power.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

/// 50 W base and 800 W of core at the peak clock, nothing else: phases have powers one can read off.
GpuSpec plain_board() {
  GpuSpec gpu = samples::board();
  gpu.curve = {50, 800, 0, 0, 0, 0.7, 0.6};
  gpu.max_clock_hz = gpu.peak_at_hz;
  return gpu;
}

StepProfile profile(std::vector<StepPhase> phases) {
  StepProfile step;
  step.phases = std::move(phases);
  for (const StepPhase& phase : step.phases) {
    step.step_s += phase.duration_s;
    if (phase.kind == PhaseKind::waiting) step.wait_s += phase.duration_s;
  }
  return step;
}

constexpr double peak_hz = 1695e6;

}  // namespace

TEST_CASE("a long phase above the limit is capped although the step's mean is below it") {
  // 60 % of the step at 850 W and 40 % at 250 W: a mean of 610 W under a limit of 700 W.
  const GpuPower gpu(plain_board());
  const StepProfile step = profile({{0.6, 1, 1, 0, PhaseKind::kernels}, {0.4, 0, 0.25, 0, PhaseKind::exchange}});
  const ClockedProfile clocked{step, peak_hz};
  CHECK(mean_power(gpu, clocked, peak_hz, 60).total_w() == Approx(610));
  CHECK(peak_power_w(gpu, clocked, peak_hz, 60) == Approx(850));
  CHECK(regulated_power_w(gpu, clocked, peak_hz, 60) == Approx(850));
  const double capped_hz = capped_clock_hz(gpu, clocked, 700, 60);
  CHECK(capped_hz < peak_hz);
  CHECK(gpu.power_w(capped_hz, 1, 0, 60) == Approx(700));
}

TEST_CASE("phases shorter than the control window pass the cap when the mean is below it") {
  const GpuPower gpu(plain_board());
  const StepProfile step = profile({{0.018, 1, 1, 0, PhaseKind::kernels}, {0.012, 0, 0.25, 0, PhaseKind::exchange}});
  CHECK(regulated_power_w(gpu, {step, peak_hz}, peak_hz, 60) == Approx(610));
  CHECK(capped_clock_hz(gpu, {step, peak_hz}, 700, 60) == peak_hz);
  CHECK(peak_power_w(gpu, {step, peak_hz}, peak_hz, 60) == Approx(850));
}

TEST_CASE("gaps between kernels count into the kernels' phase") {
  // Kernels 60 % at 850 W, gaps 40 % at 50 W + 0.1 · 800 W: 562 W, whatever the window.
  const GpuPower gpu(plain_board());
  const StepProfile step = profile({{0.6, 1, 1, 0, PhaseKind::kernels}, {0.4, 0, 0.1, 0, PhaseKind::waiting}});
  CHECK(regulated_power_w(gpu, {step, peak_hz}, peak_hz, 60) == Approx(562));
  CHECK(capped_clock_hz(gpu, {step, peak_hz}, 700, 60) == peak_hz);
}

TEST_CASE("a board faster than the slowest does the same work and waits for the rest") {
  const GpuPower gpu(samples::board());
  const StepProfile step = profile({{1, 0.8, 0.9, 0.5, PhaseKind::kernels}});
  // At 1500 MHz against 1000 MHz the busy time is 0.2 + 0.8/1.5, the rest waits at activity 0.1.
  const double busy_s = 0.2 + 0.8 / 1.5;
  const BoardPower mean = mean_power(gpu, {step, 1000e6}, 1500e6, 70);
  CHECK(mean.core_w == Approx(busy_s * gpu.core_w(1500e6, 0.9) + (1 - busy_s) * gpu.core_w(1500e6, 0.1)));
  CHECK(mean.memory_w == Approx(gpu.memory_w(0.5)));  // the same bytes in the same step
  CHECK(mean.base_w == 40);
  CHECK(mean.leakage_w == Approx(gpu.leakage_w(1500e6, 70)));
}

TEST_CASE("a board slower than the profile first loses the step's waiting, then lengthens the step") {
  const GpuPower gpu(plain_board());
  const StepProfile step = profile({{0.6, 1, 1, 0, PhaseKind::kernels}, {0.4, 0, 0.1, 0, PhaseKind::waiting}});
  // At 0.75 of the clock kernels take 0.8 of a step of 1 s; at half the clock they take 1.2 s and nothing waits.
  const double hz = 0.75 * peak_hz;
  CHECK(mean_power(gpu, {step, peak_hz}, hz, 60).core_w == Approx(gpu.core_w(hz, 0.8 * 1 + 0.2 * 0.1)));
  CHECK(mean_power(gpu, {step, peak_hz}, peak_hz / 2, 60).core_w == Approx(gpu.core_w(peak_hz / 2, 1)));
}

TEST_CASE("regulated power rises with the own clock, and the capped clock never exceeds the limit") {
  const GpuPower gpu(samples::board());
  samples::Spread spread;
  for (int i = 0; i < 1000; ++i) {
    const StepProfile step = profile({{spread(0.005, 0.2), spread(0, 1), spread(0.5, 1), spread(0.3, 0.6)},
                                      {spread(0, 0.05), 0, 0.2, 0.2, PhaseKind::exchange},
                                      {spread(0, 0.1), 0, 0.1, 0, PhaseKind::waiting}});
    const ClockedProfile clocked{step, spread(400e6, 2000e6)};
    const double die_c = spread(20, 95), hz = spread(210e6, 2000e6), limit_w = spread(120, 380);
    const double w = regulated_power_w(gpu, clocked, hz, die_c);
    REQUIRE(regulated_power_w(gpu, clocked, hz + spread(0, 1e8), die_c) >= w * (1 - 1e-12));
    REQUIRE(w >= mean_power(gpu, clocked, hz, die_c).total_w() * (1 - 1e-12));
    REQUIRE(w <= peak_power_w(gpu, clocked, hz, die_c) * (1 + 1e-12));
    const double capped_hz = capped_clock_hz(gpu, clocked, limit_w, die_c);
    if (capped_hz > gpu.min_clock_hz()) REQUIRE(regulated_power_w(gpu, clocked, capped_hz, die_c) <= limit_w);
    REQUIRE(capped_clock_hz(gpu, clocked, limit_w, die_c + 5) <= capped_hz);
  }
}
