#include "scenarios/check_rules_gpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {
namespace {

using models::JobSpec;
using models::ServerSpec;

constexpr std::size_t most_jobs = 1000;  // on one server: one a day for almost three years

class GpuChoice {
 public:
  GpuChoice(const ServerSpec& server, const std::vector<JobSpec*>& jobs, const std::vector<RuleReport>& reports)
      : server_{server}, jobs_{jobs}, reports_{reports}, taken_(static_cast<std::size_t>(server.gpus.count)) {}

  void run() {
    if (jobs_.size() > most_jobs) {
      return reports_[most_jobs](
          "on", {fmt::format("{} jobs on server {} are too many", jobs_.size(), in_quotes(server_.name)),
                 fmt::format("at most {}", most_jobs), ""});
    }
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (!check(*jobs_[i], reports_[i])) return;
    }
    for (JobSpec* job : jobs_) take(job->gpus);
    for (JobSpec* job : jobs_) {
      if (job->gpu_count > 0) choose(*job);
    }
    give_the_rest();
    for (JobSpec* job : jobs_) {
      if (job->gpus.size() == taken_.size()) job->gpus.clear();
    }
  }

 private:
  bool check(JobSpec& job, const RuleReport& report) const {
    const int count = server_.gpus.count;
    const std::string has =
        fmt::format("server {} has {} GPU{}", in_quotes(server_.name), count, count == 1 ? "" : "s");
    if (job.gpu_count > count) {
      report("gpus", {fmt::format("{} GPUs are more than there are", format_number(job.gpu_count)), has, ""});
      return false;
    }
    std::sort(job.gpus.begin(), job.gpus.end());
    if (!job.gpus.empty() && job.gpus.back() >= count) {
      report("gpus", {fmt::format("there is no GPU {}", format_number(job.gpus.back())), has + ", counted from 0", ""});
      return false;
    }
    const auto twice = std::adjacent_find(job.gpus.begin(), job.gpus.end());
    if (twice == job.gpus.end()) return true;
    report("gpus", {fmt::format("GPU {} is named twice", format_number(*twice)), "", ""});
    return false;
  }

  void take(const std::vector<double>& gpus) {
    for (const double gpu : gpus) ++taken_[static_cast<std::size_t>(gpu)];
  }

  std::vector<double> all() const {
    std::vector<double> gpus(taken_.size());
    std::iota(gpus.begin(), gpus.end(), 0.0);
    return gpus;
  }

  void choose(JobSpec& job) {
    std::vector<double> gpus = all();
    std::stable_sort(gpus.begin(), gpus.end(), [&](double a, double b) {
      return taken_[static_cast<std::size_t>(a)] < taken_[static_cast<std::size_t>(b)];
    });
    gpus.resize(static_cast<std::size_t>(job.gpu_count));
    std::sort(gpus.begin(), gpus.end());
    job.gpus = std::move(gpus);
    job.gpu_count = 0;
    take(job.gpus);
  }

  void give_the_rest() {
    std::vector<double> rest = all();
    std::erase_if(rest, [&](double gpu) { return taken_[static_cast<std::size_t>(gpu)] > 0; });
    for (JobSpec* job : jobs_) {
      if (job->gpus.empty()) job->gpus = rest;
    }
  }

  const ServerSpec& server_;
  const std::vector<JobSpec*>& jobs_;
  const std::vector<RuleReport>& reports_;
  std::vector<int> taken_;  ///< by how many jobs
};

}  // namespace

void choose_gpus(const ServerSpec& server, const std::vector<JobSpec*>& jobs, const std::vector<RuleReport>& reports) {
  GpuChoice{server, jobs, reports}.run();
}

}  // namespace rackcast::scenarios
