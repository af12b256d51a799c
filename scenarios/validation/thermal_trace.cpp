#include "scenarios/validation/thermal_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/workload/phase_activity.hpp"
#include "scenarios/validation/heated_boards.hpp"
#include "scenarios/validation/limited_job.hpp"
#include "scenarios/validation/thermal_rows.hpp"

namespace rackcast::scenarios {

namespace {

// The benchmark (tf_cnn_benchmarks): ten warm-up steps, kernels chosen by trial, a hundred steps of which the first
// figure tells three too late.
constexpr double warm_up_steps = 10;
constexpr double choosing_s = 4;
constexpr double run_steps = 97;
/// Until the framework takes hold of the GPUs; as long after its end it lets them go.
constexpr double taking_hold_s = 6;
/// A throughput that differs by more is another run's.
constexpr double same_run = 0.08;
/// A board this far above the idle temperature has just been loaded.
constexpr double hot_k = 12;
/// What of a deviation at the start is the board's own sink: of hot and of idle boards, fitted to all traces.
constexpr double own_sink_hot = 0.65;
constexpr double own_sink_idle = 0.14;
/// Share of the peak below which a run leaves its GPUs waiting, and the share of time it then keeps them busy is what
/// it reaches of this: no run of a catalogue network that loads its GPUs is below.
constexpr double loaded_share = 0.05;
constexpr double training_passes = 3;
constexpr double least_busy = 0.02;
/// By how much more than its die a board that was loaded until just now stands above the intake, where it is slow.
constexpr double left_in_board = 0.2;
constexpr double least_factor = 0.5;
constexpr double most_factor = 2;

std::string without(std::string text, std::string_view part) {
  const std::size_t at = text.find(part);
  if (at != std::string::npos) text.erase(at, part.size());
  return text;
}

std::string machine(std::string system) {
  system = system.substr(0, system.find("_TF"));
  for (const std::string_view part : {"_XLA", "_NVLink", "_HP16"}) system = without(system, part);
  return system;
}

double throughput_change(double before, double after) {
  return std::abs(after - before) / std::max(before, std::max(after, 1e-9));
}

/// The sample at which the first throughput of this run is told; 0: none.
std::size_t first_told(const ThermalTrace& trace) {
  for (std::size_t k = 1; k < trace.samples.size(); ++k) {
    const double now = trace.samples[k].throughput;
    if (now > 0 && throughput_change(trace.samples[k - 1].throughput, now) > same_run) return k;
  }
  return 0;
}

struct Course {
  double begins_s = 0;
  double ends_s = 0;
  double busy = 1;
};

double busy_share(const ThermalTrace& trace, double rate_per_gpu) {
  const auto& peak = trace.gpu->peak;
  const double peak_flops = trace.precision == "fp16" && peak.fp16_flops > 0 ? peak.fp16_flops : peak.fp32_flops;
  if (!(trace.forward_flops > 0 && peak_flops > 0)) return 1;
  const double reached = training_passes * trace.forward_flops * rate_per_gpu / peak_flops;
  return std::clamp(reached / loaded_share, least_busy, 1.0);
}

Course course(const ThermalTrace& trace) {
  const std::size_t told = first_told(trace);
  std::vector<double> rates;
  for (std::size_t k = told; k < trace.samples.size(); ++k) rates.push_back(trace.samples[k].throughput);
  const double rate_per_gpu = median_of(rates) / static_cast<double>(trace.active);
  const double step_s = trace.batch / rate_per_gpu;
  const double told_s = trace.samples[told].t_s;
  return {told_s - warm_up_steps * step_s - choosing_s, told_s + run_steps * step_s, busy_share(trace, rate_per_gpu)};
}

models::BoardPower idle_power(const models::GpuSpec& gpu) { return {0, gpu.power.idle_w, 0, 0}; }

models::BoardPower waiting_power(const models::GpuSpec& gpu, double die_c) {
  const models::GpuPower power(gpu);
  return {power.base_w(), power.core_w(gpu.max_clock_hz, models::activity::waiting.core), 0,
          power.leakage_w(gpu.max_clock_hz, die_c)};
}

double idle_rise_k(const models::GpuSpec& gpu) {
  const auto nodes = models::steady_temperatures(models::board_network(gpu), idle_power(gpu), 0);
  return nodes[static_cast<std::size_t>(models::BoardNode::die)];
}

struct Starts {
  std::vector<BoardStart> boards;
  std::vector<bool> hot;
};

double hot_mean_c(const ThermalTrace& trace, double idle_c) {
  std::vector<double> hot;
  for (std::size_t i = 0; i < trace.active; ++i) {
    const double die_c = trace.samples[0].die_c[i];
    if (die_c > idle_c + hot_k) hot.push_back(die_c);
  }
  double sum_c = 0;
  for (const double die_c : hot) sum_c += die_c;
  return hot.empty() ? idle_c : sum_c / static_cast<double>(hot.size());
}

double factor(double share, double deviation_k, double rise_k) {
  return std::clamp(1 + share * deviation_k / rise_k, least_factor, most_factor);
}

Starts starts(const ThermalTrace& trace, double inlet_c) {
  const models::GpuSpec& gpu = *trace.gpu;
  const double idle_c = inlet_c + idle_rise_k(gpu);
  const double mean_c = hot_mean_c(trace, idle_c);
  Starts made;
  for (std::size_t i = 0; i < trace.active; ++i) {
    const double die_c = trace.samples[0].die_c[i];
    const bool hot = die_c > idle_c + hot_k;
    BoardStart board;
    board.node_c = settled_nodes(gpu, hot ? waiting_power(gpu, die_c) : idle_power(gpu), die_c);
    if (hot) board.node_c[static_cast<std::size_t>(models::BoardNode::memory)] += left_in_board * (die_c - inlet_c);
    board.intake_c = hot ? inlet_c : inlet_c + die_c - idle_c;
    board.individual.resistance = hot ? factor(own_sink_hot, die_c - mean_c, mean_c - inlet_c)
                                      : factor(own_sink_idle, die_c - idle_c, idle_c - inlet_c);
    made.boards.push_back(board);
    made.hot.push_back(hot);
  }
  return made;
}

Doing doing(const Course& when, double t_s, bool hot) {
  if (t_s >= when.begins_s && t_s < when.ends_s) return Doing::training;
  if (t_s >= when.ends_s + taking_hold_s) return Doing::idle;
  return hot || t_s >= taking_hold_s ? Doing::waiting : Doing::idle;
}

std::vector<Doing> doing(const Course& when, double t_s, const std::vector<bool>& hot) {
  std::vector<Doing> all;
  for (const bool each : hot) all.push_back(doing(when, t_s, each));
  return all;
}

}  // namespace

ThermalTrace start_trace(const CsvRow& row, const ValidationContext& context) {
  ThermalTrace trace;
  const std::string& system = row.text("system");
  trace.gpu = context.catalog.gpu(context.names.within("gpu", system));
  if (trace.gpu == nullptr) trace.unknown = system;
  trace.host = machine(system);
  trace.model = row.text("model");
  trace.precision = row.text("precision");
  const std::size_t dash = trace.model.rfind('-');
  const std::string network = context.names.find("network", trace.model.substr(0, dash));
  if (const auto* workload = context.catalog.workload(network)) trace.forward_flops = workload->forward_flops;
  if (dash != std::string::npos) trace.batch = csv_number(trace.model.substr(dash + 1)).value_or(0);
  trace.active = static_cast<std::size_t>(row.count("gpus_active").value_or(0));
  return trace;
}

void add_sample(const CsvRow& row, ThermalTrace& trace) {
  TraceSample sample;
  sample.t_s = row.number("t_s").value_or(not_known);
  sample.throughput = row.number("throughput_img_s").value_or(0);
  for (int i = 0; i < traced_gpus; ++i) {
    sample.die_c[static_cast<std::size_t>(i)] = row.number(fmt::format("T{}", i)).value_or(not_known);
  }
  trace.samples.push_back(sample);
}

std::string why_not(const ThermalTrace& trace) {
  constexpr double longest_s = 1e5;
  if (trace.gpu == nullptr) return fmt::format("no catalogue entry: GPU of {}", trace.unknown);
  if (trace.active < 1 || trace.active > traced_gpus) return std::string{"no count of loaded GPUs, or more than eight"};
  if (!(trace.batch > 0)) return std::string{"no batch in the name of the model"};
  double last_s = 0;
  for (const TraceSample& sample : trace.samples) {
    if (!(sample.t_s >= last_s && sample.t_s < longest_s)) return std::string{"times that do not rise"};
    last_s = sample.t_s;
    for (std::size_t i = 0; i < trace.active; ++i) {
      if (std::isnan(sample.die_c[i])) return std::string{"a loaded GPU without a temperature"};
    }
  }
  return first_told(trace) > 0 ? std::string{} : std::string{"no throughput of its own run"};
}

TraceRun run_trace(const ThermalTrace& trace, double coldest_c) {
  TraceRun run;
  run.inlet_c = assumed_inlet_c(coldest_c, idle_rise_k(*trace.gpu));
  const Course when = course(trace);
  const Starts start = starts(trace, run.inlet_c);
  const double share = class_clock_share(workload_class(trace.model), trace.gpu->name);
  HeatedBoards boards(*trace.gpu, share, when.busy, start.boards);
  for (const TraceSample& sample : trace.samples) {
    while (boards.now_s() < sample.t_s) {
      const double now_s = boards.now_s();
      boards.run(doing(when, now_s, start.hot), std::min(sample.t_s, now_s + 1));
      if (now_s >= when.begins_s && now_s < when.ends_s) run.clock_hz = boards.clock_hz(0);
    }
    std::vector<double> die_c;
    for (std::size_t i = 0; i < trace.active; ++i) die_c.push_back(boards.die_c(i));
    run.die_c.push_back(std::move(die_c));
  }
  return run;
}

}  // namespace rackcast::scenarios
