// Efficiency of weak scaling within one server.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "models/collective/mesh.hpp"
#include "models/collective/pcie.hpp"
#include "models/collective/ring.hpp"
#include "models/collective/ring_search.hpp"
#include "scenarios/statistics.hpp"
#include "scenarios/validation/published_job.hpp"
#include "scenarios/validation/v100_mesh.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double least_efficiency = 0.2;
constexpr double most_efficiency = 1.05;  // above: the baseline is wrong
constexpr double poor_efficiency = 0.85;
constexpr double mean_limit = 0.04;
constexpr double poor_limit = 0.08;
constexpr double constant_share_limit = 0.5;
constexpr int most_gpus = 8;
constexpr int overlap_constants = 4;
constexpr int staging_constants = 1;
constexpr double giga = 1e9;
constexpr int gpus_of_a_socket = 4;
constexpr double most_sockets = 2;
constexpr int intel_generation = 3;
constexpr double skylake_bytes_per_s = 10 * giga;  // between sockets, as NCCL has it
constexpr double epyc_bytes_per_s = 16 * giga;

CsvColumns columns() {
  return {{"id", "workload", "framework", "precision", "gpu", "interconnect", "gpus_per_node", "gpus", "batch_per_gpu",
           "global_batch", "scaling_mode", "baseline_gpus", "efficiency", "notes"},
          {"source", "throughput", "unit", "baseline_throughput", "speedup", "confidence"},
          {"gpus", "efficiency"}};
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string exclusion(const CsvRow& row) {
  const std::string workload = lower(row.text("workload"));
  const auto holds = [&](const char* part) { return workload.find(part) != std::string::npos; };
  if (!holds("resnet") && !holds("rn50") && !holds("vgg") && !holds("bert") && !holds("gpt")) return "another network";
  if (!row.count("gpus") || !row.count("gpus_per_node")) return "no number of GPUs, or of those in a server";
  const int gpus = *row.count("gpus");
  if (gpus > *row.count("gpus_per_node")) return "several nodes";
  if (row.text("scaling_mode").find("weak") == std::string::npos) return "not weak scaling";
  if (!(row.number("batch_per_gpu").value_or(0) > 0) && !(row.number("global_batch").value_or(0) > 0))
    return "no batch";
  if (row.count("baseline_gpus").value_or(gpus) >= gpus) return "no baseline of fewer GPUs";
  if (row.text("notes").starts_with("accum=")) return "gradients added up over passes, the number not given per row";
  const double efficiency = row.number("efficiency").value_or(0);
  return efficiency >= least_efficiency && efficiency <= most_efficiency ? "" : "efficiency outside 0.2 to 1.05";
}

/// By interconnect, GPU as published and as catalogued, and number of GPUs; the most special first.
std::string link_name(const CsvRow& row, const std::string& gpu, int count, const ValidationContext& context) {
  const std::string base = row.text("interconnect");
  for (const std::string& name : {row.text("gpu"), gpu}) {
    for (const std::string& key : {base + "|" + name + "|" + std::to_string(count), base + "|" + name}) {
      const std::string found = context.names.find("link", key);
      if (!found.empty()) return found;
    }
  }
  return context.names.find("link", base);
}

/// Links of the mesh as many as rings over that number of GPUs; others as they are.
std::optional<models::LinkSpec> link_of(const CsvRow& row, const std::string& gpu, int count,
                                        const ValidationContext& context) {
  const std::string name = link_name(row, gpu, count, context);
  const models::LinkSpec* link = context.catalog.link(name);
  if (link == nullptr) return std::nullopt;
  if (context.names.find("mesh", name).empty() || count < 2 || count > most_gpus) return *link;
  return models::parallel_rings(*link, models::disjoint_rings(v100_mesh(), count));
}

/// What staged copies of a framework share on a GPU, whatever their number; none known: any.
double staging_bytes_per_s(const CsvRow& row, const std::string& gpu, const std::string& kind,
                           const ValidationContext& context) {
  const auto known = csv_number(context.names.find(kind, row.text("framework") + "|" + gpu));
  return known ? *known * giga : std::numeric_limits<double>::infinity();
}

/// GPUs on PCIe as servers have them, where nothing is published but their number: four a socket; hosts of generation 3
/// are Intel's, of 4 and 5 AMD's (Intel had no 4 before 2021); pairs bridged where the row says NVLink.
models::TopologySpec usual_topology(const CsvRow& row, int count, int generation, const ValidationContext& context) {
  models::TopologySpec topology;
  topology.slots = {{std::min(count, gpus_of_a_socket), "socket 0", ""}};
  if (count > gpus_of_a_socket) topology.slots.push_back({count - gpus_of_a_socket, "socket 1", ""});
  topology.socket_link_bytes_per_s = generation <= intel_generation ? skylake_bytes_per_s : epyc_bytes_per_s;
  const models::LinkSpec* bridge = context.catalog.link(context.names.find("bridge", row.text("gpu")));
  for (int gpu = 0; bridge != nullptr && gpu + 1 < count; gpu += 2) {
    topology.bridges.push_back({{static_cast<double>(gpu), static_cast<double>(gpu + 1)}, *bridge, 1});
  }
  return topology;
}

models::LinkSpec on_platform(const models::LinkSpec& link, const PublishedJob& published, const CsvRow& row, int count,
                             double staging, const ValidationContext& context) {
  const auto pcie = models::pcie_link(link.name);
  if (!pcie || count < 2) return link;
  models::ServerSpec server = bare_server(published.gpu, count, link, published.software);
  server.cpu = *context.catalog.cpu(pcie->generation <= intel_generation ? "Xeon Gold 6248" : "EPYC 7302");
  server.cpu_count = most_sockets;
  server.gpus.topology = usual_topology(row, count, pcie->generation, context);
  server.gpus.topology.staging_bytes_per_s = staging;
  if (std::isfinite(staging)) server.gpus.topology.slots = {{count, "socket 0", ""}};  // one process makes the copies
  return models::ring_link(server);
}

double samples_per_gpu(const PublishedJob& published, const CsvRow& row, int count, const models::LinkSpec& link) {
  models::JobSpec job = published.job;
  job.batch.per_gpu = row.number("batch_per_gpu").value_or(0);
  if (!(job.batch.per_gpu > 0)) job.batch.per_gpu = *row.number("global_batch") / *row.number("gpus");
  job.batch.micro = job.batch.per_gpu;
  return predict_step(bare_server(published.gpu, count, link, published.software), job).samples_per_s / count;
}

struct Scaled {
  std::optional<ScoredRow> row;
  std::string reason;
};

Scaled score_row(const CsvRow& row, const ValidationContext& context) {
  const std::string workload = row.text("workload");
  const MappedJob mapped = map_job(row, workload, context);
  if (!mapped.job) return {{}, mapped.reason};
  const int gpus = *row.count("gpus");
  const int baseline = *row.count("baseline_gpus");
  const auto link = link_of(row, mapped.job->gpu_name, gpus, context);
  const auto fewer = link_of(row, mapped.job->gpu_name, std::max(baseline, 2), context);
  if (!link || !fewer) return {{}, "no link of the catalogue is mapped to " + in_quotes(row.text("interconnect"))};
  ScoredRow scored;
  scored.id = row.text("id");
  scored.what = fmt::format("{} x {}, {}, {}, {}", gpus, row.text("gpu"), workload, row.text("precision"), link->name);
  scored.group = mapped.job->gpu_name;
  scored.measured = *row.number("efficiency");
  const auto efficiency = [&](const std::string& staging_kind) {
    const double staging = staging_bytes_per_s(row, mapped.job->gpu_name, staging_kind, context);
    const auto rate = [&](const models::LinkSpec& on, int count) {
      return samples_per_gpu(*mapped.job, row, count, on_platform(on, *mapped.job, row, count, staging, context));
    };
    return rate(*link, gpus) / rate(*fewer, baseline);
  };
  scored.predicted = efficiency("staging");
  scored.left_out = efficiency("staging left out");
  return {scored, {}};
}

Scaled score_or_refuse(const CsvRow& row, const ValidationContext& context) {
  Scaled scaled;
  const std::string refused = refusal([&] { scaled = score_row(row, context); });
  return refused.empty() ? scaled : Scaled{{}, refused};
}

double mean_difference(const std::vector<ScoredRow>& rows) {
  std::vector<double> differences;
  for (const ScoredRow& row : rows) differences.push_back(std::abs(row.predicted - row.measured));
  return mean(differences);
}

/// The constant with the least mean absolute difference is the median.
double constant_difference(std::vector<ScoredRow> rows) {
  std::vector<double> measured;
  for (const ScoredRow& row : rows) measured.push_back(row.measured);
  const double constant = median_of(measured);
  for (ScoredRow& row : rows) row.predicted = constant;
  return mean_difference(rows);
}

void add_bars(TableResult& result) {
  std::vector<ScoredRow> poor;
  for (const ScoredRow& row : result.rows) {
    if (row.measured < poor_efficiency) poor.push_back(row);
  }
  const double difference = mean_difference(result.rows);
  const double constant = constant_difference(result.rows);
  result.bars = {{"mean absolute difference in efficiency", difference, mean_limit, "", result.rows.size()},
                 {"mean absolute difference below 0.85", mean_difference(poor), poor_limit, "", poor.size()},
                 {"difference relative to the best constant's", difference / constant, constant_share_limit, "",
                  result.rows.size()}};
  result.notes.push_back(fmt::format("mean absolute difference of the best constant: {:.4f}", constant));
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "efficiency";
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    std::string reason = exclusion(row);
    Scaled scaled;
    if (reason.empty()) {
      scaled = score_or_refuse(row, context);
      reason = scaled.reason;
    }
    if (reason.empty()) {
      result.rows.push_back(*scaled.row);
    } else {
      result.excluded[reason].push_back(row.text("id"));
    }
  }
  add_bars(result);
  result.constants = overlap_constants + staging_constants;
  result.notes.push_back(
      "Fitted to this table: overlap of four stacks (TensorFlow and BERT), 0, which stays when any GPU is left out. "
      "Nothing else is.");
}

}  // namespace

constinit const ValidationTable scaling_table{
    "scaling", "data/scaling.csv",
    "one server, weak scaling, a batch, 0.2 <= efficiency <= 1.05, resnet, vgg, bert or gpt", &columns, &score};

}  // namespace rackcast::scenarios
