#pragma once

#include <array>
#include <string>
#include <vector>

#include "scenarios/validation/tables.hpp"

namespace rackcast::scenarios {

inline constexpr int traced_gpus = 8;

/// Constants of the run's course: steps before the first figure is printed, seconds in which kernels are chosen, steps
/// after it, seconds before the GPUs are taken hold of, what of a hot and of a cold board's deviation is its own sink.
inline constexpr int trace_constants = 6;

struct TraceSample {
  double t_s = 0;
  double throughput = 0;  ///< last printed; blank or before the run: of an earlier one, or 0
  std::array<double, traced_gpus> die_c{};
};

/// One published trace of a benchmark run.
struct ThermalTrace {
  const models::GpuSpec* gpu = nullptr;
  std::string host;  ///< system without what is no part of the machine
  std::string model, precision;
  double batch = 0;  ///< per GPU, from the name of the model
  std::size_t active = 0;
  double forward_flops = 0;  ///< of one sample, where the catalogue has the network
  std::vector<TraceSample> samples;
  std::string unknown;  ///< GPU that nobody mapped
};

ThermalTrace start_trace(const CsvRow& row, const ValidationContext& context);
void add_sample(const CsvRow& row, ThermalTrace& trace);

/// Why a trace cannot be followed; empty: it can.
std::string why_not(const ThermalTrace& trace);

struct TraceRun {
  std::vector<std::vector<double>> die_c;  ///< by sample and loaded GPU
  double inlet_c = 0;
  double clock_hz = 0;
};

/// The trace by the engine's boards. The intake of the host is what explains its coldest sample at idle. A board that
/// is near the idle temperature had long been idle: what it stands above or below is its place in the chassis (front or
/// rear row) and stays with its intake. A hot one has just been loaded, and its deviation from the other hot ones tells
/// of its sink. Kernels begin `warm-up` steps before the first throughput is printed and end after the run's steps.
TraceRun run_trace(const ThermalTrace& trace, double coldest_c);

}  // namespace rackcast::scenarios
