// Training throughput of servers without GPUs.
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "models/compute/cpu_board.hpp"
#include "scenarios/validation/calibrate.hpp"
#include "scenarios/validation/predict.hpp"
#include "scenarios/validation/tables.hpp"
#include "sim/math.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double calibrated_limit = 0.15;
constexpr int constants_of_the_stack = 2;
constexpr std::string_view library = "MKL-DNN";  // oneDNN by its older name
constexpr double momentum_bytes = 4;

CsvColumns columns() {
  return {{"id", "framework", "model", "cpu", "cpus", "precision", "batch", "throughput"},
          {"source", "unit", "notes"},
          {"cpus", "batch", "throughput"}};
}

/// A row and the server and job that it describes.
struct CpuRun {
  std::string id;
  double measured = 0;
  models::ServerSpec server;
  models::JobSpec job;
};

std::string exclusion(const CsvRow& row, const ValidationContext& context) {
  const std::string framework = row.text("framework");
  if (framework.find(library) == std::string::npos || framework.find("without") != std::string::npos) {
    return "without oneDNN (several times slower)";
  }
  if (row.text("precision") != "FP32") return "another precision";
  if (!(row.count("cpus").value_or(0) > 0) || !(row.number("batch").value_or(0) > 0)) return "no batch or no CPUs";
  if (!(row.number("throughput").value_or(0) > 0)) return "no throughput";
  if (context.catalog.cpu(row.text("cpu")) == nullptr) return "no CPU of the catalogue is mapped to it";
  const std::string network = context.names.find("network", row.text("model"));
  return context.catalog.workload(network) == nullptr ? "no network of the catalogue is mapped to it" : "";
}

CpuRun run_of(const CsvRow& row, const models::SoftwareSpec& software, const ValidationContext& context) {
  CpuRun run;
  run.id = row.text("id");
  run.measured = *row.number("throughput");
  run.server.name = "published server";
  run.server.cpu = *context.catalog.cpu(row.text("cpu"));
  run.server.cpu_count = *row.count("cpus");
  run.server.software = software;
  models::train_on_cpus(run.server);
  run.job.name = run.id;
  run.job.workload = *context.catalog.workload(context.names.find("network", row.text("model")));
  run.job.precision = models::Precision::fp32;
  run.job.batch.global = *row.number("batch");
  run.job.optimizer_bytes_per_parameter = momentum_bytes;
  return run;
}

PredictedStep predict(CpuRun run, const StackConstants& constants) {
  run.server.software = with_constants(run.server.software, constants);
  return predict_step(run.server, run.job);
}

StackConstants fit(const std::vector<CpuRun>& runs, std::string_view without = "") {
  return calibrate([&](const StackConstants& constants) {
    std::vector<double> errors;
    for (const CpuRun& run : runs) {
      if (run.server.cpu.name == without) continue;
      errors.push_back(sim::log(predict(run, constants).samples_per_s / run.measured));
    }
    return errors;
  });
}

std::set<std::string> types_of(const std::vector<CpuRun>& runs) {
  std::set<std::string> types;
  for (const CpuRun& run : runs) types.insert(run.server.cpu.name);
  return types;
}

/// What the table itself says: the constants that fit all of it, and each type of CPU without its own rows.
void refit(const std::vector<CpuRun>& runs, TableResult& result) {
  const StackConstants best = fit(runs);
  const models::SoftwareSpec& software = runs.front().server.software;
  result.notes.push_back(fmt::format(
      "{}: catalogue has efficiency {:.3f} and traffic_factor {:.3f}; the table fits best with {:.3f} and {:.3f}",
      software.name, software.compute_efficiency, software.traffic_factor, best.efficiency, best.traffic_factor));
  for (const std::string& cpu : types_of(runs)) {
    const StackConstants others = fit(runs, cpu);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].server.cpu.name == cpu) result.rows[i].left_out = predict(runs[i], others).samples_per_s;
    }
  }
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "samples/s";
  const models::SoftwareSpec* software = context.catalog.software("oneDNN on CPUs");
  std::vector<CpuRun> runs;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    const std::string reason = software == nullptr ? "no software for CPUs in the catalogue" : exclusion(row, context);
    if (!reason.empty()) {
      result.excluded[reason].push_back(row.text("id"));
      continue;
    }
    runs.push_back(run_of(row, *software, context));
    const PredictedStep step = predict_step(runs.back().server, runs.back().job);
    ScoredRow scored;
    scored.id = row.text("id");
    scored.what =
        fmt::format("{} x {}, {}, {}", row.text("cpus"), row.text("cpu"), row.text("model"), row.text("framework"));
    scored.group = row.text("cpu");
    scored.measured = runs.back().measured;
    scored.predicted = step.samples_per_s;
    scored.clock_hz = step.clock_hz;
    result.rows.push_back(scored);
  }
  result.constants = constants_of_the_stack;
  if (context.source == RowSource::embedded && !runs.empty()) refit(runs, result);
  result.bars = {median_bar("median", result.rows, calibrated_limit)};
}

}  // namespace

constinit const ValidationTable cpu_table{"cpu_training", "data/cpu_training.csv",
                                          "servers without GPUs; fp32; a batch; frameworks with oneDNN (MKL-DNN)",
                                          &columns, &score};

}  // namespace rackcast::scenarios
