// Traces of die temperatures before, during and after a training run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "scenarios/validation/heated_boards.hpp"
#include "scenarios/validation/limited_job.hpp"
#include "scenarios/validation/thermal_rows.hpp"
#include "scenarios/validation/thermal_trace.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double rms_limit_k = 3;

CsvColumns columns() {
  CsvColumns made{{"trace_id", "source", "system", "model", "precision", "gpus_active", "t_s", "throughput_img_s"},
                  {"confidence"},
                  {"t_s", "throughput_img_s", "gpus_active"}};
  for (int i = 0; i < traced_gpus; ++i) {
    made.required.push_back(fmt::format("T{}", i));
    made.numbers.push_back(fmt::format("T{}", i));
  }
  return made;
}

using Traces = std::map<std::string, ThermalTrace>;

Traces read(const CsvTable& table, const ValidationContext& context) {
  Traces traces;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    const auto [at, is_new] = traces.try_emplace(row.text("trace_id"));
    if (is_new) at->second = start_trace(row, context);
    add_sample(row, at->second);
  }
  return traces;
}

/// The coldest sample of any GPU of each host.
std::map<std::string, double> coldest(const Traces& traces) {
  std::map<std::string, double> cold;
  for (const auto& [id, trace] : traces) {
    for (const TraceSample& sample : trace.samples) {
      for (const double die_c : sample.die_c) {
        if (std::isnan(die_c)) continue;
        const auto [at, is_new] = cold.try_emplace(trace.host, die_c);
        at->second = std::min(at->second, die_c);
      }
    }
  }
  return cold;
}

double mean_rms(const std::vector<double>& squares) {
  double sum = 0;
  for (const double s : squares) sum += s;
  return std::sqrt(sum / static_cast<double>(squares.size()));
}

struct Beside {
  std::vector<double> model_k, held_k, mean_k;
};

void add(const std::string& id, const ThermalTrace& trace, double cold_c, Beside& all, TableResult& result) {
  const TraceRun run = run_trace(trace, cold_c);
  std::vector<double> model, held, mean;
  double sum_c = 0;
  double model_c = 0;
  std::vector<double> means(trace.active, 0);
  for (const TraceSample& s : trace.samples) {
    for (std::size_t i = 0; i < trace.active; ++i) means[i] += s.die_c[i] / static_cast<double>(trace.samples.size());
  }
  const auto square = [](double x) { return x * x; };
  for (std::size_t k = 0; k < trace.samples.size(); ++k) {
    for (std::size_t i = 0; i < trace.active; ++i) {
      const double die_c = trace.samples[k].die_c[i];
      model.push_back(square(run.die_c[k][i] - die_c));
      held.push_back(square(trace.samples[0].die_c[i] - die_c));
      mean.push_back(square(means[i] - die_c));
      sum_c += die_c;
      model_c += run.die_c[k][i];
    }
  }
  all.model_k.push_back(mean_rms(model));
  all.held_k.push_back(mean_rms(held));
  all.mean_k.push_back(mean_rms(mean));
  const double count = static_cast<double>(model.size());
  ScoredRow row;
  row.id = id;
  row.what = fmt::format("{} {} {} on {} of them, intake {:.1f} degC, rms {:.1f} K (held {:.1f}, mean {:.1f})",
                         trace.gpu->name, trace.model, trace.precision, trace.active, run.inlet_c, all.model_k.back(),
                         all.held_k.back(), all.mean_k.back());
  row.group = trace.gpu->name;
  row.measured = sum_c / count - run.inlet_c;
  row.predicted = model_c / count - run.inlet_c;
  row.clock_hz = run.clock_hz;
  result.rows.push_back(row);
}

void note_gpus(const Beside& all, TableResult& result) {
  std::map<std::string, std::vector<double>> by_gpu;
  for (std::size_t i = 0; i < result.rows.size(); ++i) by_gpu[result.rows[i].group].push_back(all.model_k[i]);
  for (auto& [gpu, rms_k] : by_gpu) {
    result.notes.push_back(fmt::format("{}: {} traces, rms {:.1f} K at the median, {:.1f} K at worst", gpu,
                                       rms_k.size(), median_of(rms_k), *std::max_element(rms_k.begin(), rms_k.end())));
  }
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "K above intake";
  const Traces traces = read(table, context);
  const auto cold = coldest(traces);
  Beside all;
  for (const auto& [id, trace] : traces) {
    const std::string reason = why_not(trace);
    if (reason.empty()) {
      add(id, trace, cold.at(trace.host), all, result);
    } else {
      result.excluded[reason].push_back(id);
    }
  }
  result.constants = trace_constants;
  note_gpus(all, result);
  result.notes.push_back(
      fmt::format("rms over all samples of the loaded GPUs, medians of traces: model {:.1f} K, first "
                  "sample held {:.1f} K, mean of the trace {:.1f} K",
                  median_of(all.model_k), median_of(all.held_k), median_of(all.mean_k)));
  result.bars = {kelvin_bar("rms in K, median", all.model_k, rms_limit_k)};
}

}  // namespace

constinit const ValidationTable thermal_traces_table{"thermal_traces", "data/thermal_traces.csv",
                                                     "whole traces, loaded GPUs; the state of each board from its "
                                                     "first sample, the load from the throughput's course, one "
                                                     "intake per host from its coldest sample, between 18 and 35 degC",
                                                     &columns, &score};

}  // namespace rackcast::scenarios
