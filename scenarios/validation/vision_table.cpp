// Training throughput of one GPU by network, precision, stack and memory format.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "scenarios/validation/calibrate.hpp"
#include "scenarios/validation/published_job.hpp"
#include "sim/math.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double calibrated_limit = 0.10;
constexpr double left_out_limit = 0.15;
constexpr int constants_of_a_stack = 2;
constexpr double percent = 100;
constexpr std::size_t least_gpus = 3;  // of a stack, for one of them to be left out: two constants
constexpr std::string_view networks[] = {"resnet50", "rn50v1.5",        "resnet50v1.5",
                                         "vgg16",    "bert_base_squad", "bert_large_squad"};

CsvColumns columns() {
  return {{"id", "framework", "model", "gpu", "gpus", "precision", "batch_per_gpu", "throughput", "unit"},
          {"source", "dataset_or_seq", "nodes", "gpus_per_node", "interconnect", "global_batch",
           "weak_or_strong_scaling", "notes", "confidence"},
          {"gpus", "throughput"}};
}

/// Rows of one (model, GPU, precision, stack, format).
struct Group {
  std::vector<std::string> rows;
  std::vector<double> measured;
  std::vector<double> batches;
  PublishedJob job;
  std::string what;
  double clock_hz = 0;
  double predicted = 0;
  double left_out = not_known;

  double throughput() const { return median_of(measured); }
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string exclusion(const CsvRow& row) {
  const std::string network = lower(row.text("model"));
  if (std::find(std::begin(networks), std::end(networks), network) == std::end(networks)) return "another network";
  if (!(row.number("gpus").value_or(0) == 1)) return "not one GPU";
  if (!(row.number("batch_per_gpu").value_or(0) > 0)) return "no batch, or not one";
  if (!(row.number("throughput").value_or(0) > 0)) return "no throughput";
  const std::string unit = row.text("unit");
  return unit == "img/s" || unit == "seq/s" ? "" : "another unit";
}

PredictedStep predict(const Group& group, const models::SoftwareSpec& software) {
  models::JobSpec job = group.job.job;
  job.batch.per_gpu = median_of(group.batches);
  job.batch.micro = job.batch.per_gpu;
  return predict_step(bare_server(group.job.gpu, 1, {}, software), job);
}

/// The group of one row.
Group group_of(const CsvRow& row, const PublishedJob& job) {
  Group group;
  group.rows = {row.text("id")};
  group.measured = {*row.number("throughput")};
  group.batches = {*row.number("batch_per_gpu")};
  group.job = job;
  return group;
}

using Groups = std::map<std::string, Group>;

Groups group_rows(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  Groups groups;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    std::string reason = exclusion(row);
    MappedJob mapped;
    if (reason.empty()) {
      mapped = map_job(row, lower(row.text("model")), context);
      reason = mapped.reason;
    }
    if (reason.empty()) {
      const Group alone = group_of(row, *mapped.job);
      reason = refusal([&] { predict(alone, alone.job.software); });
    }
    if (!reason.empty()) {
      result.excluded[reason].push_back(row.text("id"));
      continue;
    }
    Group& group = groups[mapped.job->stack + "|" + mapped.job->gpu_name + "|" + lower(row.text("model")) + "|" +
                          row.text("precision") + "|" + row.text("framework")];
    group.rows.push_back(row.text("id"));
    group.measured.push_back(*row.number("throughput"));
    group.batches.push_back(*row.number("batch_per_gpu"));
    group.job = *mapped.job;
    group.what = fmt::format("{}, {}, {}, {}", mapped.job->gpu_name, lower(row.text("model")), row.text("precision"),
                             row.text("framework"));
  }
  return groups;
}

using Stack = std::vector<Group*>;

std::vector<double> log_errors(const Stack& groups, const StackConstants& constants) {
  std::vector<double> errors;
  for (const Group* group : groups) {
    const double rate = predict(*group, with_constants(group->job.software, constants)).samples_per_s;
    errors.push_back(sim::log(rate / group->throughput()));
  }
  return errors;
}

StackConstants fit(const Stack& groups) {
  return calibrate([&](const StackConstants& constants) { return log_errors(groups, constants); });
}

std::set<std::string> gpus_of(const Stack& groups) {
  std::set<std::string> gpus;
  for (const Group* group : groups) gpus.insert(group->job.gpu_name);
  return gpus;
}

/// Each GPU's groups by constants of the others.
void leave_out(const Stack& groups) {
  const std::set<std::string> gpus = gpus_of(groups);
  if (gpus.size() < least_gpus) return;
  for (const std::string& gpu : gpus) {
    Stack others;
    for (Group* group : groups) {
      if (group->job.gpu_name != gpu) others.push_back(group);
    }
    const StackConstants constants = fit(others);
    for (Group* group : groups) {
      if (group->job.gpu_name != gpu) continue;
      group->left_out = predict(*group, with_constants(group->job.software, constants)).samples_per_s;
    }
  }
}

void score_stack(const Stack& groups, TableResult& result) {
  for (Group* group : groups) {
    const PredictedStep step = predict(*group, group->job.software);
    group->predicted = step.samples_per_s;
    group->clock_hz = step.clock_hz;
  }
  result.constants += constants_of_a_stack;
}

/// What the table itself says of a stack: the constants that fit all of it, and each GPU without its own groups.
void refit(const std::string& name, const Stack& groups, TableResult& result) {
  const StackConstants constants = fit(groups);
  std::vector<double> errors;
  for (const double e : log_errors(groups, constants)) errors.push_back(std::abs(sim::expm1(e)));
  leave_out(groups);
  const models::SoftwareSpec& software = groups.front()->job.software;
  const bool vision = groups.front()->job.job.workload.kind == models::WorkloadKind::vision;
  result.notes.push_back(fmt::format(
      "{}: catalogue has efficiency {:.3f} and traffic_factor {:.3f}; {} groups of {} GPUs fit best with {:.3f} and "
      "{:.3f}, median error {:.1f} %",
      name, vision ? software.compute_efficiency : software.gemm_efficiency, software.traffic_factor, groups.size(),
      gpus_of(groups).size(), constants.efficiency, constants.traffic_factor, percent * median_of(errors)));
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "samples/s";
  Groups groups = group_rows(table, context, result);
  std::map<std::string, Stack> stacks;
  for (auto& [key, group] : groups) stacks[group.job.stack].push_back(&group);
  for (const auto& [name, stack] : stacks) {
    score_stack(stack, result);
    if (context.source == RowSource::embedded) refit(name, stack, result);
  }
  for (const auto& [key, group] : groups) {
    ScoredRow row;
    row.id = group.rows.front() + (group.rows.size() > 1 ? fmt::format(" (+{})", group.rows.size() - 1) : "");
    row.what = group.what;
    row.group = group.job.gpu_name;
    row.measured = group.throughput();
    row.predicted = group.predicted;
    row.left_out = group.left_out;
    row.clock_hz = group.clock_hz;
    result.rows.push_back(row);
  }
  result.bars = {median_bar("median, calibrated", result.rows, calibrated_limit),
                 median_bar("median, one GPU left out", left_out_rows(result.rows), left_out_limit)};
}

}  // namespace

constinit const ValidationTable vision_table{
    "vision_training", "data/vision_training.csv",
    "one GPU; resnet50, RN50v1.5, resnet50v1.5, vgg16, bert_base_squad, bert_large_squad; a batch; one score per "
    "(model, GPU, precision, stack, format), the median",
    &columns, &score};

}  // namespace rackcast::scenarios
