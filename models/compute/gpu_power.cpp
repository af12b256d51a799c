#include "models/compute/gpu_power.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/compute/clock_search.hpp"
#include "sim/math.hpp"

namespace rackcast::models {

namespace {

/// Share of a clock step within which a clock counts as standing on the step.
constexpr double step_rounding = 1e-6;

void require(bool holds, const GpuSpec& gpu, const char* problem) {
  if (!holds) throw std::invalid_argument("GPU '" + gpu.name + "': " + problem);
}

void check(const GpuSpec& gpu) {
  const GpuPowerCurve& curve = gpu.curve;
  require(gpu.min_clock_hz > 0 && gpu.max_clock_hz >= gpu.min_clock_hz, gpu,
          "max_clock must be at least min_clock, and both positive (they bound the governor); check the two");
  require(gpu.peak_at_hz > 0, gpu, "peak_at must be positive (peaks and power refer to this clock); give a clock");
  require(curve.min_voltage > 0 && curve.min_voltage <= 1, gpu,
          "curve.min_voltage must lie above 0 and not above 1 (it is a share of the voltage at max_clock)");
  require(curve.knee_clock >= 0 && curve.knee_clock < 1, gpu,
          "curve.knee_clock must lie in [0, 1) (the voltage rises from it to max_clock)");
  require(
      curve.base_w >= 0 && curve.core_w >= 0 && curve.memory_w >= 0 && curve.leakage_w >= 0 && curve.leakage_per_k >= 0,
      gpu, "no part of curve may be negative (power rises with clock, activity and temperature)");
}

}  // namespace

GpuPower::GpuPower(const GpuSpec& gpu, const GpuIndividual& individual)
    : curve_(gpu.curve),
      peak_at_hz_(gpu.peak_at_hz),
      min_clock_hz_(gpu.min_clock_hz),
      max_clock_hz_(gpu.max_clock_hz),
      clock_step_hz_(gpu.clock_step_hz),
      control_window_s_(gpu.power.control_window_s),
      peak_voltage_(1) {
  check(gpu);
  curve_.core_w *= individual.power;
  curve_.leakage_w *= individual.leakage;
  peak_voltage_ = relative_voltage(peak_at_hz_);
}

double GpuPower::relative_voltage(double clock_hz) const {
  const double above_knee = (clock_hz / max_clock_hz_ - curve_.knee_clock) / (1 - curve_.knee_clock);
  return curve_.min_voltage + (1 - curve_.min_voltage) * std::max(0.0, above_knee);
}

double GpuPower::voltage_ratio(double clock_hz) const { return relative_voltage(clock_hz) / peak_voltage_; }

double GpuPower::core_w(double clock_hz, double core_activity) const {
  const double voltage = voltage_ratio(clock_hz);
  return curve_.core_w * core_activity * (clock_hz / peak_at_hz_) * voltage * voltage;
}

double GpuPower::dynamic_w(double clock_hz, double core_activity, double memory_activity) const {
  return base_w() + core_w(clock_hz, core_activity) + memory_w(memory_activity);
}

double GpuPower::leakage_w(double clock_hz, double die_c) const {
  return curve_.leakage_w * voltage_ratio(clock_hz) * sim::exp(curve_.leakage_per_k * (die_c - leakage_reference_c));
}

double GpuPower::leakage_slope_w_per_k(double clock_hz, double die_c) const {
  return curve_.leakage_per_k * leakage_w(clock_hz, die_c);
}

LinearLeakage GpuPower::linear_leakage(double clock_hz, double reference_c) const {
  const double at_reference_w = leakage_w(clock_hz, reference_c);
  return {reference_c, at_reference_w, curve_.leakage_per_k * at_reference_w};
}

double GpuPower::power_w(double clock_hz, double core_activity, double memory_activity, double die_c) const {
  return dynamic_w(clock_hz, core_activity, memory_activity) + leakage_w(clock_hz, die_c);
}

double GpuPower::clock_for_power_hz(double limit_w, double core_activity, double memory_activity, double die_c) const {
  return highest_within(min_clock_hz_, max_clock_hz_, limit_w,
                        [&](double clock_hz) { return power_w(clock_hz, core_activity, memory_activity, die_c); });
}

double GpuPower::floor_to_step(double clock_hz) const {
  const double bounded = std::clamp(clock_hz, min_clock_hz_, max_clock_hz_);
  if (!(clock_step_hz_ > 0)) return bounded;
  const double steps_below = std::ceil((max_clock_hz_ - bounded) / clock_step_hz_ - step_rounding);
  return std::max(min_clock_hz_, max_clock_hz_ - steps_below * clock_step_hz_);
}

}  // namespace rackcast::models
