#include "scenarios/check_rules_plan.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/workload/plan.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {
namespace {

using models::JobSpec;
using models::PlanSpec;

bool divides(double divisor, double number) { return std::fmod(number, divisor) == 0; }

/// What the network itself cannot be split into.
class SplitRules {
 public:
  SplitRules(const JobSpec& job, const RuleReport& report) : plan_{job.plan}, shape_{job.workload}, report_{report} {}

  void run() const {
    if (!divides(plan_.tensor, shape_.heads)) {
      refuse(
          "plan.tensor",
          fmt::format("{} heads cannot be shared by {} GPUs", format_number(shape_.heads), format_number(plan_.tensor)),
          "each takes the same number of heads");
    }
    if (!divides(plan_.context, shape_.sequence)) {
      refuse("plan.context",
             fmt::format("a sequence of {} tokens cannot be shared by {} GPUs", format_number(shape_.sequence),
                         format_number(plan_.context)),
             "each takes the same number of tokens");
    }
    const double parts = plan_.pipeline * plan_.interleave;
    if (parts > shape_.layers) {
      refuse("plan.pipeline",
             fmt::format("{} layers cannot fill {} parts of a pipeline", format_number(shape_.layers),
                         format_number(parts)),
             "every part has at least one");
    }
    if (plan_.interleave > 1 && !(plan_.pipeline > 1)) {
      refuse("plan.interleave", "there is no pipeline to interleave", "plan.pipeline is 1");
    }
  }

 private:
  void refuse(const char* key, const std::string& problem, const char* why) const { report_(key, {problem, why, ""}); }

  const PlanSpec& plan_;
  const models::WorkloadSpec& shape_;
  const RuleReport& report_;
};

void check_gpus(PlanSpec& plan, double gpus, const RuleReport& report) {
  const double group = models::model_gpus(plan);
  if (!divides(group, gpus)) {
    return report(
        "plan", {fmt::format("{} GPUs cannot be divided into groups of {}", format_number(gpus), format_number(group)),
                 "tensor · pipeline · context GPUs share one network",
                 "choose them so that their product divides the GPUs of the server"});
  }
  if (plan.data == 0) plan.data = gpus / group;
  if (plan.data * group == gpus) return;
  report("plan.data", {fmt::format("{} groups of {} GPUs are not the {} GPUs of the server", format_number(plan.data),
                                   format_number(group), format_number(gpus)),
                       "all of them train", fmt::format("use data = {}", format_number(gpus / group))});
}

}  // namespace

void check_plan(JobSpec& job, const models::ServerSpec& server, const RuleReport& report) {
  if (server.gpus.count < 1) return;
  const bool transformer = job.workload.kind == models::WorkloadKind::transformer;
  if (!transformer && models::model_gpus(job.plan) > 1) {
    return report("plan", {fmt::format("{} cannot be split over GPUs", job.workload.name),
                           "it is a vision network: an entry does not say its layers",
                           "leave tensor, pipeline and "
                           "context at 1"});
  }
  if (transformer && job.workload.layers > 0) SplitRules{job, report}.run();
  check_gpus(job.plan, server.gpus.count, report);
}

}  // namespace rackcast::scenarios
