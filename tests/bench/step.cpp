// One evaluation of a training step, which a run repeats at every change of clocks, and what a job pays once.
#include <cstdio>

#include "models/compute/board_network.hpp"
#include "models/workload/step_profile.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/validation/predict.hpp"
#include "tests/bench/harness.hpp"

namespace {

using namespace rackcast;

constexpr int repeats = 7;
constexpr int evaluations = 2000;
constexpr double us_per_s = 1e6;

template <class Work>
double microseconds(Work&& work) {
  std::vector<double> times;
  for (int r = 0; r < repeats; ++r) {
    times.push_back(bench::timed_s([&] {
      for (int i = 0; i < evaluations; ++i) work(i);
    }));
  }
  return bench::median(times) / evaluations * us_per_s;
}

void measure(const char* workload, const char* software, double batch) {
  const scenarios::Catalog catalog =
      scenarios::Catalog::load(scenarios::embedded_catalog(), {}, scenarios::Embedded::on_demand).catalog;
  models::JobSpec job;
  job.workload = *catalog.workload(workload);
  job.batch.per_gpu = batch;
  job.batch.micro = batch;
  const models::ServerSpec server = scenarios::bare_server(*catalog.gpu("A100 80GB SXM4"), 8,
                                                           *catalog.link("NVSwitch A100"), *catalog.software(software));
  const models::StepCost cost = models::step_cost(server, job);
  double sum = 0;
  const double profile_us = microseconds([&](int i) { sum += models::step_profile(cost, 1e9 + i).step_s; });
  const double cost_us = microseconds([&](int) { sum += models::step_cost(server, job).exchange_s; });
  const double whole_us = microseconds([&](int) { sum += scenarios::predict_step(server, job).step_s; });
  std::printf("%-12s step profile %.2f us, step cost %.2f us, with the sustained clock %.2f us (%g)\n", workload,
              profile_us, cost_us, whole_us, sum);
}

}  // namespace

int main() {
  measure("ResNet-50", "NVIDIA DeepLearningExamples NGC (DALI)", 256);
  measure("Llama-2-7B", "LLM Foundry FSDP", 8);
}
