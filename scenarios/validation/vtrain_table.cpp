// Step times of language models split over the GPUs of one server by tensors, stages and data.
#include <fmt/format.h>

#include <map>

#include "scenarios/statistics.hpp"
#include "scenarios/validation/predict.hpp"
#include "scenarios/validation/tables.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double gelu_ratio = 4;      // feed-forward width of GPT
constexpr double vocabulary = 51200;  // not published; GPT-2's, padded to a multiple of 1024 as Megatron does
constexpr double adam_bytes = 8;
constexpr double s_per_ms = 1e-3;
constexpr std::size_t fitted_every = 20;  // rows on which the stack's four constants rest: the first of each 20
constexpr int constants_of_the_stack = 4;
constexpr double percent = 100;
constexpr const char* link_name = "NVSwitch A100";
constexpr const char* stack_name = "Megatron-DeepSpeed FP16";

CsvColumns columns() {
  return {{"id", "gpu", "gpus", "hidden", "heads", "layers", "seq_len", "global_batch", "micro_batch", "tp", "dp", "pp",
           "iteration_time_ms"},
          {"source"},
          {"gpus", "hidden", "heads", "layers", "seq_len", "global_batch", "micro_batch", "tp", "dp", "pp",
           "iteration_time_ms"}};
}

models::WorkloadSpec shape_of(const CsvRow& row) {
  models::WorkloadSpec w;
  w.name = fmt::format("{} layers of {}", row.text("layers"), row.text("hidden"));
  w.kind = models::WorkloadKind::transformer;
  w.layers = row.number("layers").value_or(0);
  w.hidden = row.number("hidden").value_or(0);
  w.heads = row.number("heads").value_or(0);
  w.kv_heads = w.heads;
  w.ffn_hidden = gelu_ratio * w.hidden;
  w.vocabulary = vocabulary;
  w.sequence = row.number("seq_len").value_or(0);
  w.activation = "gelu";
  return w;
}

models::JobSpec job_of(const CsvRow& row) {
  models::JobSpec job;
  job.name = row.text("id");
  job.workload = shape_of(row);
  job.precision = models::Precision::fp16_mixed;
  job.recompute = models::Recompute::full;
  job.plan.tensor = row.number("tp").value_or(1);
  job.plan.pipeline = row.number("pp").value_or(1);
  job.plan.data = row.number("dp").value_or(1);
  job.batch.global = row.number("global_batch").value_or(0);
  job.batch.micro = row.number("micro_batch").value_or(1);
  job.optimizer_bytes_per_parameter = adam_bytes;
  return job;
}

/// Why a row does not count; empty: it does.
std::string exclusion(const CsvRow& row, const models::GpuSpec* gpu) {
  if (gpu == nullptr) return "no GPU of the catalogue is mapped to " + in_quotes(row.text("gpu"));
  for (const char* column : {"gpus", "layers", "micro_batch", "tp", "dp", "pp", "iteration_time_ms"}) {
    if (!(row.number(column).value_or(0) >= 1)) return fmt::format("no {}", column);
  }
  const double plan = *row.number("tp") * *row.number("dp") * *row.number("pp");
  return plan == *row.number("gpus") ? "" : "the plan is not that of its GPUs";
}

std::string layout_of(const CsvRow& row) {
  return fmt::format("t{} d{} p{}", row.text("tp"), row.text("dp"), row.text("pp"));
}

void add_notes(TableResult& result) {
  std::map<std::string, std::vector<ScoredRow>> layouts;
  std::vector<ScoredRow> left;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    layouts[result.rows[i].group].push_back(result.rows[i]);
    if (i % fitted_every != 0) left.push_back(result.rows[i]);
  }
  if (left.empty()) return;
  const std::vector<double> errors = absolute_errors(left);
  result.notes.push_back(fmt::format("rows that no constant rests on: {}, median {:.1f} %, p90 {:.1f} %", left.size(),
                                     percent * quantile(errors, 0.5), percent * quantile(errors, 0.9)));
  for (const auto& [layout, rows] : layouts) {
    double bias = 0;
    for (const ScoredRow& row : rows) bias += row.error() / static_cast<double>(rows.size());
    result.notes.push_back(fmt::format("{}: {} rows, median {:.1f} %, bias {:+.1f} %", layout, rows.size(),
                                       percent * quantile(absolute_errors(rows), 0.5), percent * bias));
  }
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "ms";
  result.constants = constants_of_the_stack;
  const models::SoftwareSpec& stack = *context.catalog.software(stack_name);
  const models::LinkSpec& link = *context.catalog.link(link_name);
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    const models::GpuSpec* gpu = context.catalog.gpu(context.names.find("gpu", row.text("gpu")));
    std::string reason = exclusion(row, gpu);
    PredictedStep step;
    if (reason.empty()) {
      const models::ServerSpec server = bare_server(*gpu, static_cast<int>(*row.number("gpus")), link, stack);
      reason = refusal([&] { step = predict_step(server, job_of(row)); });
    }
    if (!reason.empty()) {
      result.excluded[reason].push_back(row.text("id"));
      continue;
    }
    ScoredRow scored{row.text("id"), layout_of(row) + ", " + row.text("layers") + " x " + row.text("hidden"),
                     layout_of(row), *row.number("iteration_time_ms"), step.step_s / s_per_ms};
    scored.clock_hz = step.clock_hz;
    result.rows.push_back(std::move(scored));
  }
  add_notes(result);
}

}  // namespace

constinit const ValidationTable vtrain_single_node_table{
    "vtrain_single_node", "data/vtrain_single_node.csv",
    "Megatron-DeepSpeed on up to 8 A100, full recomputation (vTrain, MIT): composed by its authors from some 32 layer "
    "timings, so a test of schedules more than 1,070 measurements; no bar",
    &columns, &score};

}  // namespace rackcast::scenarios
