#pragma once

#include <string>
#include <vector>

namespace rackcast::models {

/// Dense peak arithmetic rates, FLOP/s, at the clock `peak_at_hz`; tensor rates with fp32 accumulation. 0: not
/// supported.
struct PeakRates {
  double fp32_flops = 0;
  double tf32_flops = 0;
  double fp16_flops = 0;
  double bf16_flops = 0;
  double fp8_flops = 0;
};

/// Board power limits as the driver reports them.
struct GpuPowerLimits {
  double default_w = 0;
  double min_w = 0;
  double max_w = 0;
  double idle_w = 0;            ///< whole board, no context running
  double control_window_s = 0;  ///< averaging window of the power capping loop
  double excursion = 0;         ///< excess of 1 ms over the running power seen once a minute, share of default_w
};

/// Temperatures at which the board acts.
struct GpuThermalLimits {
  double target_c = 0;        ///< software regulation target of the die
  double slowdown_c = 0;      ///< hardware slowdown of the die
  double shutdown_c = 0;      ///< the board switches itself off
  double memory_c = 0;        ///< regulation limit of the memory
  double slowdown_clock = 0;  ///< fraction of the clock left in hardware slowdown
};

/// Power of the board: P = base + memory·m + core·a·(f/f_p)·(V/V_p)² + leakage·(V/V_p)·exp(κ·(T − 65 °C)),
/// f_p = peak_at_hz, a and m the core and memory activity in [0, 1]; V(f)/V(f_max) = max(min_voltage, linear in f from
/// min_voltage at knee_clock·f_max to 1 at f_max).
struct GpuPowerCurve {
  double base_w = 0;         ///< fans, VRM, I/O: always drawn when the board runs
  double core_w = 0;         ///< dynamic core power at full activity, clock peak_at_hz
  double memory_w = 0;       ///< memory and its controller at full bandwidth
  double leakage_w = 0;      ///< at 65 °C and the voltage of peak_at_hz
  double leakage_per_k = 0;  ///< κ, 1/K
  double min_voltage = 0;    ///< as a fraction of the voltage at max_clock_hz
  double knee_clock = 0;     ///< fraction of max_clock_hz below which the voltage stays at its minimum
};

/// Die–memory–package–sink network of one board. Resistances K/W, capacities J/K.
struct GpuThermalNetwork {
  double die_package_k_per_w = 0;
  double memory_package_k_per_w = 0;
  double package_sink_k_per_w = 0;
  double sink_air_k_per_w = 0;
  double die_j_per_k = 0;
  double memory_j_per_k = 0;
  double package_j_per_k = 0;
  double sink_j_per_k = 0;
};

/// The fans of a board's own cooler (law: compute/fan.hpp). What `sink_air_k_per_w` was fitted to is the resistance at
/// `calibrated_duty`, the speed at which loaded boards are taken to have run.
struct GpuFan {
  double duty = 0;      ///< held, share of full speed; 0: as calibrated, or regulated
  double target_c = 0;  ///< die temperature below which a loop over the duty holds it; 0: no loop
  double calibrated_duty = 0.7;
  double lowest_duty = 0.3;  ///< of a loop
  double exponent = 0.5;     ///< of speed in the conductance from sink to air
  double stalled = 8;        ///< resistance with the fans at rest, over that at `calibrated_duty`
  double full_w = 0;         ///< electric power at full speed; part of curve.base_w
};

/// Spread between individuals of one type: relative standard deviations, except the voltage offset.
struct GpuVariation {
  double leakage_sd = 0;     ///< log-normal factor on leakage
  double resistance_sd = 0;  ///< log-normal factor on sink_air
  double power_sd = 0;       ///< normal factor on dynamic power (voltage offset)
};

/// Whether the driver lets a GPU read and write another's memory over PCIe. Over NVLink every type may.
enum class PeerCopies { no, yes };

/// One GPU type: a catalogue entry, any field of which a scenario may override.
struct GpuSpec {
  std::string name;
  std::string vendor;
  std::string category;  ///< consumer, workstation or datacenter
  std::string architecture;
  double year = 0;
  std::string form_factor;
  std::string cooling;                ///< open air, blower, passive or water
  std::vector<std::string> products;  ///< what a driver calls it
  double host_bytes_per_s = 0;        ///< from main memory to the GPU in its own slot
  double nvlink_bytes_per_s = 0;      ///< NVLink or the like, both directions; 0: none
  PeerCopies peer_copies = PeerCopies::yes;
  double memory_bytes = 0;
  double memory_bandwidth_bytes_per_s = 0;
  double multiprocessors = 0;  ///< SMs, on AMD compute units: what takes tiles and operands; 0: not said, or none
  PeakRates peak;
  double peak_at_hz = 0;
  double max_clock_hz = 0;
  double min_clock_hz = 0;
  double clock_step_hz = 0;
  GpuPowerLimits power;
  GpuThermalLimits limits;
  GpuPowerCurve curve;
  GpuThermalNetwork thermal;
  GpuFan fan;
  GpuVariation variation;
  double interruptions_per_year = 0;  ///< job-stopping events of one GPU at `failure_reference_c`
  std::string source;
  std::string confidence;               ///< A confirmed, B partly, C unverified
  std::vector<std::string> unverified;  ///< names of fields nobody measured
};

}  // namespace rackcast::models
