// The shipped examples against what was published for their hardware.
#include <string>

#include "scenarios/catalog.hpp"
#include "scenarios/run_one.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/example_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
using Catch::Approx;

namespace {

// Samples per second inside steps, mean over the first replications: the model's own error enters as in a forecast.
double samples_per_s(const Scenario& scenario) {
  constexpr int replications = 24;
  double sum = 0;
  for (int i = 0; i < replications; ++i) {
    const auto job = run_one(scenario, i, ReplicationKind::plain).outcome.jobs.front();
    REQUIRE(job.finished);
    sum += job.samples_per_step * job.steps_done / job.training_s;
  }
  return sum / replications;
}

}  // namespace

TEST_CASE("two RTX 3090 train ResNet-50 at the published rate within 25 %") {
  // lambdal/deeplearning-benchmark pytorch-train-throughput-fp16.csv, 2x RTX 3090: 1751 images/s.
  CHECK(samples_per_s(example("two-3090-workstation")) == Approx(1751).epsilon(0.25));
}

TEST_CASE("eight A100 train Llama-2-7B at the rate published for models of its size within 25 %") {
  // mosaicml/llm-foundry training benchmarks, MPT-7B on 8 A100 80 GB: 37,130 tokens/s at 2048 tokens without
  // recomputation, 29,472 at 4096 tokens with it.
  const Scenario scenario = example("llama2-7b-8xa100");
  const double tokens_per_s = samples_per_s(scenario) * scenario.jobs.front().workload.sequence;
  CHECK(tokens_per_s == Approx(37130).epsilon(0.25));
  CHECK(tokens_per_s == Approx(29472).epsilon(0.25));
}

TEST_CASE("a dusty closet in a heat wave costs more time than a storeroom") {
  const double storeroom = samples_per_s(example("two-3090-workstation"));
  const double closet = samples_per_s(example("dusty-closet"));
  CHECK(closet < 0.97 * storeroom);
}
