#include "scenarios/check_rules_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/compute/cpu_board.hpp"
#include "models/workload/job_length.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/plan.hpp"
#include "models/workload/precision.hpp"
#include "scenarios/check_rules_parts.hpp"
#include "scenarios/check_rules_plan.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {
namespace {

using models::JobSpec;
using models::Precision;
using models::ServerSpec;
using models::WorkloadKind;

constexpr double sgd_momentum_bytes = 4;  // one fp32 value a parameter
constexpr double adam_moment_bytes = 8;   // two
constexpr double most_passes = 1e6;
constexpr double year_s = 365.25 * 86400;
constexpr double longest_interval_s = 3.6e8;  // of checkpoints: the end of the key's range

/// The precisions that a GPU has, as written.
std::string precisions_of(const models::GpuSpec& gpu) {
  std::string list;
  for (const Choice& choice : job_facts().find("precision")->choices) {
    if (models::peak_rate(gpu.peak, static_cast<Precision>(choice.value)) <= 0) continue;
    list += (list.empty() ? "" : ", ") + in_quotes(choice.text);
  }
  return list;
}

/// Rules of one job on its server.
class JobRules {
 public:
  JobRules(JobSpec& job, const ServerSpec& server, RuleReport report)
      : job_{job}, server_{server}, report_{std::move(report)}, gpus_{static_cast<double>(server.gpus.count)} {}

  void run() {
    const bool known = server_.trained_on == models::Device::gpu ||
                       models::training_facts(server_.cpu) == models::TrainingFacts::complete;
    if (!known) return;  // reported with the server
    check_workload(job_.workload, report_.below("model"));
    fill_optimizer();
    fill_checkpoint();
    check_precision();
    check_plan(job_, server_, report_);
    groups_ = models::data_groups(server_, job_);
    fill_batch();
    check_micro();
    check_dataset();
    check_evaluation();
  }

 private:
  void fill_optimizer() {
    if (job_.optimizer_bytes_per_parameter != 0) return;
    const bool vision = job_.workload.kind == WorkloadKind::vision;
    job_.optimizer_bytes_per_parameter = vision ? sgd_momentum_bytes : adam_moment_bytes;
  }

  /// Young's interval, √(2 · time of a checkpoint · mean time between interruptions) (CACM 17(9), 1974); without
  /// interruptions none is needed.
  void fill_checkpoint() {
    models::CheckpointSpec& checkpoint = job_.checkpoint;
    if (checkpoint.every_s != models::checkpoint_auto) return;
    const double per_year = server_.interruptions_per_year + gpus_ * server_.gpus.gpu.interruptions_per_year;
    const double written_s = checkpoint.write_s > 0
                                 ? checkpoint.write_s
                                 : models::checkpoint_bytes(job_) / server_.storage.write_bytes_per_s;
    checkpoint.every_s =
        per_year > 0 ? std::clamp(std::round(std::sqrt(2 * written_s * year_s / per_year)), 1.0, longest_interval_s)
                     : 0;
  }

  void check_precision() const {
    if (models::peak_rate(server_.gpus.gpu.peak, job_.precision) > 0) return;
    const std::string& gpu = server_.gpus.gpu.name;
    report_("precision", {fmt::format("the {} has no peak rate for this precision", gpu),
                          fmt::format("see rackcast catalog {}s", models::board_kind(server_)),
                          "use one of " + precisions_of(server_.gpus.gpu)});
  }

  void fill_batch() {
    models::BatchSpec& batch = job_.batch;
    if (batch.global == 0 && batch.per_gpu == 0) {
      return report_(
          "batch", {"\"batch\" is missing", "it decides the step", "add batch = { global = 256 } or { per_gpu = 64 }"});
    }
    if (batch.global == 0) batch.global = batch.per_gpu * groups_;
    if (const Fact* fact = job_facts().find("batch.global"); batch.global > fact->high) {
      return report_("batch", {fmt::format("the batch is {} samples", format_number(batch.global)),
                               "its range is " + range_text(*fact), ""});
    }
    if (batch.per_gpu == 0) return split_global();
    if (batch.per_gpu * groups_ == batch.global) return;
    report_("batch",
            {fmt::format("batch.global = {} and batch.per_gpu = {} contradict each other", format_number(batch.global),
                         format_number(batch.per_gpu)),
             fmt::format("{} {} make {}", format_number(groups_), sharers(), format_number(batch.per_gpu * groups_)),
             "give one of the two"});
  }

  const char* sharers() const {
    if (groups_ != gpus_) return "data-parallel groups";
    return server_.trained_on == models::Device::cpu ? "CPUs" : "GPUs";
  }

  void split_global() {
    const double share = job_.batch.global / groups_;
    job_.batch.per_gpu = share;
    if (share == std::floor(share)) return;
    const double below = std::max(1.0, std::floor(share)) * groups_;
    report_("batch.global",
            {fmt::format("a global batch of {} cannot be shared by {} {}", format_number(job_.batch.global),
                         format_number(groups_), sharers()),
             fmt::format("every {} takes the same number of samples", groups_ == gpus_ ? board() : "group"),
             fmt::format("use {} or {}", format_number(below), format_number(below + groups_))});
  }

  void check_micro() const {
    const models::BatchSpec& batch = job_.batch;
    if (batch.micro <= 0 || batch.per_gpu == 0 || std::fmod(batch.per_gpu, batch.micro) == 0) return;
    report_("batch.micro", {fmt::format("{} samples of a GPU cannot be split into micro-batches of {}",
                                        format_number(batch.per_gpu), format_number(batch.micro)),
                            "all micro-batches are equal", ""});
  }

  void check_dataset() const {
    const models::DatasetSpec& data = job_.dataset;
    const int lengths = (data.tokens > 0 ? 1 : 0) + (data.epochs > 0 ? 1 : 0) + (data.steps > 0 ? 1 : 0);
    if (lengths > 1) {
      return report_("dataset",
                     {"the data set has more than one of epochs, tokens and steps", "either ends the job", "give one"});
    }
    if (lengths == 0) {
      return report_("dataset",
                     {"the data set has neither epochs nor tokens nor steps", "they decide how long the job is",
                      "write it like dataset = { name = \"ImageNet-1k\", epochs = 90 }"});
    }
    if (data.epochs > 0 && data.samples == 0) {
      report_("dataset", {"epochs of a data set without samples", "their number decides how long an epoch is",
                          "name an entry (rackcast catalog datasets) or give samples"});
    }
    if (data.tokens > 0 && job_.workload.kind != WorkloadKind::transformer) {
      const char* what = job_.workload.kind == WorkloadKind::vision ? "it is a vision network" : "it is custom work";
      report_("dataset.tokens",
              {fmt::format("{} does not take tokens", job_.workload.name), what, "give epochs or steps"});
    }
  }

  void check_evaluation() const {
    const models::EvaluationSpec& evaluation = job_.evaluation;
    const bool by_epochs = job_.evaluate_each_epoch || evaluation.epochs > 0;
    if (by_epochs && evaluation.steps > 0) {
      return report_("evaluation",
                     {"evaluation passes by epochs and by steps", "either says when", "give one of them"});
    }
    if (job_.evaluate_each_epoch && evaluation.epochs > 0 && evaluation.epochs != 1) {
      return report_("evaluation.epochs",
                     {"evaluation passes each epoch and after several", "either says when", "remove evaluate"});
    }
    if (!by_epochs && evaluation.steps == 0) {
      if (evaluation.samples > 0) {
        report_("evaluation.samples",
                {"samples to evaluate, but never", "no key says when", "add evaluation.epochs or evaluation.steps"});
      }
      return;
    }
    const bool samples = evaluation.samples > 0 || job_.dataset.validation_samples > 0;
    const bool epochs = !by_epochs || job_.dataset.samples > 0;
    const bool tokens = by_epochs && job_.dataset.tokens > 0;
    const std::string_view key = job_.evaluate_each_epoch ? "evaluate" : "evaluation";
    if (!samples || !epochs || tokens) {
      return report_(key, {"nothing to evaluate each epoch", "the data set has no epochs or no validation_samples",
                           "write evaluate = \"never\" or give them"});
    }
    check_passes(key);
  }

  /// Each pass is an event of a run.
  void check_passes(std::string_view key) const {
    if (!(job_.batch.global > 0)) return;
    const double passes =
        models::evaluations(job_, models::job_steps(job_, job_.batch.global), job_.batch.global).passes;
    if (passes <= most_passes) return;
    report_(key, {fmt::format("{} evaluation passes are too many", format_number(passes)),
                  fmt::format("at most {}", format_number(most_passes)), "evaluate after more steps"});
  }

  const char* board() const { return server_.trained_on == models::Device::cpu ? "CPU" : "GPU"; }

  JobSpec& job_;
  const ServerSpec& server_;
  RuleReport report_;
  double gpus_;
  double groups_ = 1;
};

}  // namespace

void check_job_on_server(JobSpec& job, const ServerSpec& server, const RuleReport& report) {
  JobRules{job, server, report}.run();
}

}  // namespace rackcast::scenarios
