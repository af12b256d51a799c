// Memory of one GPU in training runs of language models on one server: totals, and whether a run fits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/workload/memory.hpp"
#include "models/workload/step_profile.hpp"
#include "scenarios/statistics.hpp"
#include "scenarios/validation/predict.hpp"
#include "scenarios/validation/tables.hpp"
#include "sim/math.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double median_limit = 0.08;
constexpr double p90_limit = 0.15;
constexpr double giga = 1e9;
constexpr double published_unit = 1024.0 * 1024 * 1024;  // of memory: what the sources print as GB or GiB is 2^30 bytes
constexpr int fitted_constants = 2;                      // what two stacks reserve, and what the allocator keeps
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

/// Plans that the model has not, or that are not published.
std::string plan_exclusion(const CsvRow& row) {
  if (row.number("ep").value_or(1) > 1) return "expert parallelism is not modelled";
  const std::string& recompute = row.text("recompute");
  if (recompute != "none" && recompute != "full" && recompute != "selective") return "recomputation not published";
  if (row.text("interleave").starts_with(">")) return "number of interleaved stages not published";
  return row.number("zero_stage") ? "" : "sharding not published";
}

/// Totals count for any number of servers: the network between them does not enter.
bool several_servers(const CsvRow& row) { return *row.count("gpus") > *row.count("gpus_per_node"); }

bool has_shape(const CsvRow& row) {
  const auto given = [&](const char* column) { return row.number(column).value_or(0) > 0; };
  return given("layers") && given("hidden") && given("heads") && given("vocab") && given("seq_len");
}

std::string exclusion(const CsvRow& row) {
  const bool alone = row.text("id") == does_not_fit;
  if (!row.count("gpus") || !row.count("gpus_per_node")) return "no number of GPUs, or of those in a server";
  if (!alone && several_servers(row) && !(row.number("mem_gb_per_gpu").value_or(0) > 0)) {
    return "several nodes and no total";
  }
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
  const std::string source = row.text("source").substr(0, row.text("source").find(' '));
  for (const std::string& key :
       {source + "|" + gpu, source + "|" + row.text("precision"), source, std::string("any")}) {
    const models::SoftwareSpec* software = context.catalog.software(context.names.find("memory", key));
    if (software != nullptr) return *software;
  }
  return {};
}

/// "Selective" leaves out attention's matrices in Megatron, and by operation in torchtitan.
models::Recompute recompute_of(const CsvRow& row) {
  if (row.text("recompute") == "full") return models::Recompute::full;
  if (row.text("recompute") != "selective") return models::Recompute::none;
  const bool by_operation = row.text("source").find("torchtitan") != std::string::npos;
  return by_operation ? models::Recompute::operations : models::Recompute::selective;
}

Run run_of(const CsvRow& row, const models::GpuSpec& gpu, const ValidationContext& context) {
  Run run;
  const bool total = row.number("mem_gb_per_gpu").value_or(0) > 0;
  const int gpus = total ? *row.count("gpus") : std::min(*row.count("gpus"), *row.count("gpus_per_node"));
  run.server = bare_server(gpu, gpus, {}, stack_of(row, gpu.name, context));
  run.job.name = row.text("id");
  run.job.workload = shape_of(row);
  run.job.precision = precision_of(row.text("precision"));
  const double stage = std::clamp(*row.number("zero_stage"), 0.0, static_cast<double>(models::Sharding::parameters));
  run.job.sharding = static_cast<models::Sharding>(static_cast<int>(stage));
  run.job.recompute = recompute_of(row);
  run.job.plan.tensor = row.number("tp").value_or(1);
  run.job.plan.pipeline = row.number("pp").value_or(1);
  run.job.plan.context = row.number("cp").value_or(1);
  run.job.plan.interleave = row.number("interleave").value_or(1);
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

double log_mean(const std::vector<ScoredRow>& rows) {
  double sum = 0;
  for (const ScoredRow& row : rows) sum += sim::log(row.predicted / row.measured);
  return sum / static_cast<double>(rows.size());
}

double log_spread(const std::vector<ScoredRow>& rows) {
  const double mean = log_mean(rows);
  double squares = 0;
  for (const ScoredRow& row : rows) {
    const double off = sim::log(row.predicted / row.measured) - mean;
    squares += off * off;
  }
  return std::sqrt(squares / static_cast<double>(rows.size()));
}

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

/// Totals of runs over several servers, which no bar is about, and the spread of all.
void add_spread(const std::vector<ScoredRow>& wide, TableResult& result) {
  if (wide.empty()) return;
  const std::vector<double> errors = absolute_errors(wide);
  result.notes.push_back(fmt::format("beside: {} totals of runs over several servers: median {:.1f} %, p90 {:.1f} %",
                                     wide.size(), 100 * quantile(errors, 0.5), 100 * quantile(errors, 0.9)));
  std::vector<ScoredRow> all = wide;
  all.insert(all.end(), result.rows.begin(), result.rows.end());
  result.notes.push_back(fmt::format("spread of ln(model / measured) over all {} totals: {:.3f}, mean {:+.3f}",
                                     all.size(), log_spread(all), log_mean(all)));
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "GB";
  result.constants = fitted_constants;
  Fits fits;
  std::vector<ScoredRow> wide;
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
    (several_servers(row) ? wide : result.rows)
        .push_back({row.text("id"), row.text("model") + " on " + run.server.gpus.gpu.name, row.text("source"),
                    published * published_unit / giga, models::shown_bytes(need) / giga});
  }
  add_bars(fits, result);
  add_spread(wide, result);
}

}  // namespace

constinit const ValidationTable memory_table{
    "memory", "data/memory.csv",
    "language models on one server with shape, batch, micro-batch, sharding and recomputation; totals where they are "
    "published, those of several servers beside",
    &columns, &score};

}  // namespace rackcast::scenarios
