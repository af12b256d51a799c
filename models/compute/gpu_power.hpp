#pragma once

#include "models/compute/gpu_spec.hpp"

namespace rackcast::models {

/// Temperature to which GpuPowerCurve::leakage_w refers.
inline constexpr double leakage_reference_c = 65;

/// How one board differs from its type: factors, 1 for the type itself.
struct GpuIndividual {
  double leakage = 1;     ///< on leakage
  double power = 1;       ///< on dynamic core power (voltage offset)
  double resistance = 1;  ///< on the resistance sink to air
};

/// Power of a board by the place where it turns into heat.
struct BoardPower {
  double base_w = 0;
  double core_w = 0;  ///< dynamic
  double memory_w = 0;
  double leakage_w = 0;

  double total_w() const { return base_w + core_w + memory_w + leakage_w; }
};

/// Leakage at one clock, linear about a temperature: at_reference_w + slope_w_per_k·(T − reference_c). The true curve
/// is convex, so the line never lies above it.
struct LinearLeakage {
  double reference_c = 0;
  double at_reference_w = 0;
  double slope_w_per_k = 0;

  double at(double die_c) const { return at_reference_w + slope_w_per_k * (die_c - reference_c); }
};

/// Electric power of one board as a function of clock, activity and die temperature:
///   P = base + memory·m + core·a·(f/f_p)·(V/V_p)² + leakage·(V/V_p)·exp(κ·(T − 65 °C)),
/// f_p the clock of the peak rates, V_p the voltage there, a and m the core and memory activity in [0, 1];
///   V(f) = V_max · max(v_min, v_min + (1 − v_min)·(f/f_max − knee)/(1 − knee)):
/// below the knee the voltage stays at its minimum and power falls linearly, above it power rises about with f^2.5 to 3
/// (two-regime model of arXiv 2607.00819; leakage exponential over 20–85 °C, arXiv 1404.3381). Power rises with clock,
/// activity and temperature. Valid from min_clock to max_clock; not for sleep states, where a board draws idle_w.
class GpuPower {
 public:
  /// Throws std::invalid_argument where the curve of `gpu` has no meaning.
  explicit GpuPower(const GpuSpec& gpu, const GpuIndividual& individual = {});

  /// V(f) / V_p.
  double voltage_ratio(double clock_hz) const;

  // Parts free of temperature
  double base_w() const { return curve_.base_w; }
  double core_w(double clock_hz, double core_activity) const;
  double memory_w(double memory_activity) const { return curve_.memory_w * memory_activity; }
  double dynamic_w(double clock_hz, double core_activity, double memory_activity) const;

  // Parts that depend on temperature
  double leakage_w(double clock_hz, double die_c) const;
  double leakage_slope_w_per_k(double clock_hz, double die_c) const;
  LinearLeakage linear_leakage(double clock_hz, double reference_c) const;

  double power_w(double clock_hz, double core_activity, double memory_activity, double die_c) const;

  /// The highest clock in [min, max] at which power stays within `limit_w`; min_clock when none does (a board cannot go
  /// lower). Real-valued: real boards take floor_to_step of it.
  double clock_for_power_hz(double limit_w, double core_activity, double memory_activity, double die_c) const;

  /// The highest clock of the board's ladder max, max − step, … not above `clock_hz`, within [min, max]. A clock that
  /// is on the ladder but for rounding stays. Without a step every clock is on the ladder.
  double floor_to_step(double clock_hz) const;

  double min_clock_hz() const { return min_clock_hz_; }
  double max_clock_hz() const { return max_clock_hz_; }
  double control_window_s() const { return control_window_s_; }

 private:
  double relative_voltage(double clock_hz) const;  ///< V(f) / V_max

  GpuPowerCurve curve_;
  double peak_at_hz_;
  double min_clock_hz_;
  double max_clock_hz_;
  double clock_step_hz_;
  double control_window_s_;
  double peak_voltage_;  ///< V_p / V_max
};

}  // namespace rackcast::models
