#include "models/compute/cpu_board.hpp"

#include "models/compute/gpu_power.hpp"
#include "sim/math.hpp"

namespace rackcast::models {

namespace {

constexpr double hz_per_mhz = 1e6;
constexpr double min_clock_hz = 800 * hz_per_mhz;
constexpr double clock_step_hz = 100 * hz_per_mhz;  // multiples of the reference clock
constexpr double socket_link_bytes_per_s = 20.8e9;  // 10.4 GT/s of 16 bits

// Planning values: a tenth of the package's power leaks at full temperature; voltage as of boards of the same years.
constexpr double leakage_share = 0.1;
constexpr double leakage_per_k = 0.012;
constexpr double min_voltage = 0.7;
constexpr double knee_clock = 0.5;
constexpr double control_window_s = 1;  // PL1 averages over seconds; the shortest that is common

// Parts of the resistance from die to air, and what takes up heat: a die, a spreader, half a kilogram of aluminium.
constexpr double die_share = 0.15;
constexpr double package_share = 0.1;
constexpr double die_j_per_k = 10;
constexpr double package_j_per_k = 60;
constexpr double sink_j_per_k = 450;

// Main memory has no place on the board; a node that takes no heat stands for it and has no limit of its own.
constexpr double memory_j_per_k = 20;
constexpr double no_limit_c = 200;

constexpr double slowdown_k = 5;   // above the target
constexpr double shutdown_k = 25;  // above the target
constexpr double slowdown_clock = 0.5;

PeakRates peak_rates(const CpuSpec& cpu) {
  const double core_cycles = cpu.cores * cpu.vector_clock_hz;
  PeakRates peak;
  peak.fp32_flops = core_cycles * cpu.flops_per_cycle;
  peak.bf16_flops = core_cycles * cpu.bf16_per_cycle;
  return peak;
}

GpuPowerCurve power_curve(const CpuSpec& cpu) {
  GpuPowerCurve curve;
  const double active_w = cpu.tdp_w - cpu.idle_w;
  curve.base_w = cpu.idle_w;
  curve.core_w = (1 - leakage_share) * active_w;
  // At the target the parts add up to the TDP; the curve tells leakage at its reference.
  curve.leakage_w = leakage_share * active_w / sim::exp(leakage_per_k * (cpu_target_c - leakage_reference_c));
  curve.leakage_per_k = leakage_per_k;
  curve.min_voltage = min_voltage;
  curve.knee_clock = knee_clock;
  return curve;
}

GpuThermalNetwork cooling(const CpuSpec& cpu) {
  const double rise_k_per_w = (cpu_design_c - cpu_design_air_c) / cpu.tdp_w;
  return {die_share * rise_k_per_w,
          die_share * rise_k_per_w,
          package_share * rise_k_per_w,
          (1 - die_share - package_share) * rise_k_per_w,
          die_j_per_k,
          memory_j_per_k,
          package_j_per_k,
          sink_j_per_k};
}

GpuSpec board_of(const CpuSpec& cpu, double memory_bytes) {
  GpuSpec board;
  board.name = cpu.name;
  board.category = "processor";
  board.memory_bytes = memory_bytes;
  board.memory_bandwidth_bytes_per_s = cpu.memory_bandwidth_bytes_per_s;
  board.peak = peak_rates(cpu);
  board.peak_at_hz = board.max_clock_hz = cpu.vector_clock_hz;
  board.min_clock_hz = cpu.vector_clock_hz < min_clock_hz ? cpu.vector_clock_hz : min_clock_hz;
  board.clock_step_hz = clock_step_hz;
  board.power = {cpu.tdp_w, cpu.idle_w, cpu.tdp_w, cpu.idle_w, control_window_s};
  board.limits = {cpu_target_c, cpu_target_c + slowdown_k, cpu_target_c + shutdown_k, no_limit_c, slowdown_clock};
  board.curve = power_curve(cpu);
  board.thermal = cooling(cpu);
  board.source = cpu.source;
  board.confidence = cpu.confidence;
  return board;
}

}  // namespace

GpuGroupSpec cpu_boards(const ServerSpec& server) {
  GpuGroupSpec boards;
  boards.count = static_cast<int>(server.cpu_count);
  boards.gpu = board_of(server.cpu, server.memory_bytes / server.cpu_count);
  boards.link.name = "between the sockets";
  boards.link.bandwidth_bytes_per_s = socket_link_bytes_per_s;
  boards.cooler.name = "own";
  boards.mounting.name = "as the case";
  return boards;
}

void train_on_cpus(ServerSpec& server) {
  if (server.trained_on != Device::cpu) server.resting = server.gpus;
  server.trained_on = Device::cpu;
  server.gpus = cpu_boards(server);
}

TrainingFacts training_facts(const CpuSpec& cpu) {
  const bool complete = cpu.vector_clock_hz > 0 && cpu.flops_per_cycle > 0 && cpu.memory_bandwidth_bytes_per_s > 0;
  return complete ? TrainingFacts::complete : TrainingFacts::missing;
}

const char* board_kind(const ServerSpec& server) { return server.trained_on == Device::cpu ? "cpu" : "gpu"; }

}  // namespace rackcast::models
