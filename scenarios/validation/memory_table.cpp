// Memory of one GPU in training runs of language models on one server: totals, and whether a run fits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/workload/memory.hpp"
#include "models/workload/step_profile.hpp"
#include "scenarios/statistics.hpp"
#include "scenarios/validation/predict.hpp"
#include "scenarios/validation/tables.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double median_limit = 0.08;
constexpr double p90_limit = 0.15;
constexpr double giga = 1e9;
constexpr double adam_bytes = 8;
constexpr double gelu_ratio = 4;  // feed-forward width of a two-matrix block; gated blocks have another
constexpr std::string_view does_not_fit = "L1564";  // 50.6 billion parameters: more than one server of its kind holds

CsvColumns columns() {
  return {{"id",
           "source",
           "model",
           "layers",
           "hidden",
           "heads",
           "kv_heads",
           "ffn_hidden",
           "vocab",
           "seq_len",
           "gpu",
           "gpus",
           "gpus_per_node",
           "precision",
           "tp",
           "pp",
           "cp",
           "ep",
           "micro_batch",
           "global_batch",
           "recompute",
           "zero_stage",
           "mem_gb_per_gpu"},
          {"params", "network", "dp", "interleave", "step_time_s", "tokens_per_s", "tflops_per_gpu", "tflops_kind",
           "mfu", "hfu", "notes", "confidence"},
          {"gpus", "mem_gb_per_gpu"}};
}

struct Run {
  models::ServerSpec server;
  models::JobSpec job;
};

/// Parallelism that the model has not.
std::string plan_exclusion(const CsvRow& row) {
  for (const auto& [column, what] :
       {std::pair{"tp", "tensor"}, {"pp", "pipeline"}, {"cp", "context"}, {"ep", "expert"}}) {
    if (row.number(column).value_or(1) > 1) return fmt::format("{} parallelism is not modelled", what);
  }
  if (row.text("recompute") == "selective") return "selective recomputation is not modelled";
  if (row.text("recompute") != "none" && row.text("recompute") != "full") return "recomputation not published";
  return row.number("zero_stage") ? "" : "sharding not published";
}

bool has_shape(const CsvRow& row) {
  const auto given = [&](const char* column) { return row.number(column).value_or(0) > 0; };
  return given("layers") && given("hidden") && given("heads") && given("vocab") && given("seq_len");
}

std::string exclusion(const CsvRow& row) {
  const bool alone = row.text("id") == does_not_fit;
  if (!row.count("gpus") || !row.count("gpus_per_node")) return "no number of GPUs, or of those in a server";
  if (!alone && *row.count("gpus") > *row.count("gpus_per_node")) return "several nodes";
  if (!has_shape(row)) return "no shape of the network";
  if (!(row.number("global_batch").value_or(0) > 0)) return "no batch";
  if (!alone && !(row.number("micro_batch").value_or(0) > 0)) return "no micro-batch";
  return plan_exclusion(row);
}

models::WorkloadSpec shape_of(const CsvRow& row) {
  models::WorkloadSpec w;
  w.name = row.text("model");
  w.kind = models::WorkloadKind::transformer;
  w.layers = *row.number("layers");
  w.hidden = *row.number("hidden");
  w.heads = *row.number("heads");
  w.kv_heads = row.number("kv_heads").value_or(w.heads);
  w.ffn_hidden = row.number("ffn_hidden").value_or(gelu_ratio * w.hidden);
  w.vocabulary = *row.number("vocab");
  w.sequence = *row.number("seq_len");
  w.activation = w.ffn_hidden == gelu_ratio * w.hidden ? "gelu" : "swiglu";
  return w;
}

models::Precision precision_of(const std::string& text) {
  if (text.starts_with("fp8")) return models::Precision::fp8_mixed;
  return text.starts_with("fp16") ? models::Precision::fp16_mixed : models::Precision::bf16_mixed;
}

models::SoftwareSpec stack_of(const CsvRow& row, const std::string& gpu, const ValidationContext& context) {
  for (const std::string& key : {row.text("source").substr(0, row.text("source").find(' ')) + "|" + gpu,
                                 row.text("source").substr(0, row.text("source").find(' ')), std::string("any")}) {
    const models::SoftwareSpec* software = context.catalog.software(context.names.find("memory", key));
    if (software != nullptr) return *software;
  }
  return {};
}

Run run_of(const CsvRow& row, const models::GpuSpec& gpu, const ValidationContext& context) {
  Run run;
  const int gpus = std::min(*row.count("gpus"), *row.count("gpus_per_node"));
  run.server = bare_server(gpu, gpus, {}, stack_of(row, gpu.name, context));
  run.job.name = row.text("id");
  run.job.workload = shape_of(row);
  run.job.precision = precision_of(row.text("precision"));
  const double stage = std::clamp(*row.number("zero_stage"), 0.0, static_cast<double>(models::Sharding::parameters));
  run.job.sharding = static_cast<models::Sharding>(static_cast<int>(stage));
  run.job.recompute = row.text("recompute") == "full" ? models::Recompute::full : models::Recompute::none;
  run.job.batch.global = *row.number("global_batch");
  run.job.batch.micro = row.number("micro_batch").value_or(1);
  run.job.optimizer_bytes_per_parameter = adam_bytes;
  return run;
}

/// Runs that took place, and the one that cannot on one server.
struct Fits {
  std::size_t ran = 0;
  std::vector<std::string> refused;
  std::vector<std::string> wrongly_accepted;
  std::size_t impossible = 0;

  void add(const std::string& id, const models::MemoryNeed& need) {
    const bool fits = need.total <= need.available;
    if (id == does_not_fit) {
      ++impossible;
      if (fits) wrongly_accepted.push_back(id);
      return;
    }
    ++ran;
    if (!fits) refused.push_back(fmt::format("{} ({:.1f} of {:.1f} GB)", id, need.total / giga, need.available / giga));
  }
};

void add_bars(const Fits& fits, TableResult& result) {
  const std::vector<double> errors = absolute_errors(result.rows);
  result.bars = {{"median of totals", quantile(errors, 0.5), median_limit, "%", errors.size()},
                 {"p90 of totals", quantile(errors, 0.9), p90_limit, "%", errors.size()},
                 {"runs that took place but would not fit", static_cast<double>(fits.refused.size()), 0, "", fits.ran}};
  if (fits.impossible > 0) {
    const auto accepted = static_cast<double>(fits.wrongly_accepted.size());
    result.bars.push_back({"L1564 on one of its servers is said to fit", accepted, 0, "", fits.impossible});
  }
  result.notes.push_back(fmt::format("{} runs took place; {} of them would not fit", fits.ran, fits.refused.size()));
  for (const std::string& run : fits.refused) result.notes.push_back("would not fit: " + run);
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "GB";
  Fits fits;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    const models::GpuSpec* gpu = context.catalog.gpu(context.names.find("gpu", row.text("gpu")));
    std::string reason = exclusion(row);
    if (reason.empty() && gpu == nullptr) reason = "no GPU of the catalogue is mapped to " + in_quotes(row.text("gpu"));
    if (!reason.empty()) {
      result.excluded[reason].push_back(row.text("id"));
      continue;
    }
    const Run run = run_of(row, *gpu, context);
    models::MemoryNeed need;
    const std::string refused = refusal([&] { need = models::memory_need(run.server, run.job); });
    if (!refused.empty()) {
      result.excluded[refused].push_back(row.text("id"));
      continue;
    }
    fits.add(row.text("id"), need);
    const double published = row.number("mem_gb_per_gpu").value_or(0);
    if (!(published > 0)) continue;
    result.rows.push_back({row.text("id"), row.text("model") + " on " + run.server.gpus.gpu.name, row.text("source"),
                           published, need.total / giga});
  }
  add_bars(fits, result);
}

}  // namespace

constinit const ValidationTable memory_table{
    "memory", "data/memory.csv",
    "language models on one server, data parallel, with shape, batch, micro-batch, sharding and recomputation; totals "
    "where they are published",
    &columns, &score};

}  // namespace rackcast::scenarios
