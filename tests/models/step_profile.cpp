#include "models/workload/step_profile.hpp"

#include <cmath>
#include <string>

#include "models/collective/ring.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

StepCost cost() {
  StepCost step;
  step.compute_s = 0.2;
  step.memory_s = 0.1;
  step.host_s = 0.04;
  step.exchange_s = 0.05;
  step.overlap = 0.8;
  step.overlap_window = 0.5;
  step.peak_at_hz = 1000e6;
  return step;
}

double durations_s(const StepProfile& step) {
  double sum_s = 0;
  for (const StepPhase& phase : step.phases) sum_s += phase.duration_s;
  return sum_s;
}

}  // namespace

TEST_CASE("a vision step costs what its samples compute and move") {
  // 250 samples a GPU: 250 · 3 · 8 GFLOP at half of 72 TFLOP/s; 250 · 200 MB · 1.25 at 0.8 of 900 GB/s.
  const StepCost step = step_cost(samples::server(), samples::vision_job());
  CHECK(step.compute_s == Approx(6e12 / 36e12));
  CHECK(step.memory_s == Approx(62.5e9 / 720e9));
  CHECK(step.host_s == Approx(0.04));
  CHECK(step.samples == 500);
  CHECK(step.model_flops == Approx(500 * 24e9));
  CHECK(step.peak_flops == Approx(144e12));
  CHECK(step.peak_at_hz == 1695e6);
  CHECK(step.steps == 180000);  // 90 epochs of a million samples
}

TEST_CASE("full precision moves twice the bytes at its own peak") {
  JobSpec job = samples::vision_job();
  const StepCost half = step_cost(samples::server(), job);
  job.precision = Precision::fp32;
  const StepCost full = step_cost(samples::server(), job);
  CHECK(full.memory_s == Approx(2 * half.memory_s));
  CHECK(full.compute_s == Approx(2 * half.compute_s));  // 36 instead of 72 TFLOP/s
  CHECK(full.exchange_s - half.exchange_s == Approx(2 * (2 - 1) / 2.0 * 25e6 * 2 / 10e9));
}

TEST_CASE("the last step of a run may be incomplete, and tokens count by the sequence") {
  JobSpec job = samples::vision_job();
  job.dataset.samples = 1000001;
  CHECK(step_cost(samples::server(), job).steps == std::ceil(90 * 1000001.0 / 500));
  JobSpec text = samples::transformer_job(samples::gpt2());
  text.dataset.tokens = 1024 * 16 * 10 + 1;
  CHECK(step_cost(samples::server(), text).steps == 11);
}

TEST_CASE("a batch per GPU and a global batch are two ways to say the same") {
  JobSpec job = samples::vision_job();
  const StepCost by_global = step_cost(samples::server(), job);
  job.batch.global = 0;
  job.batch.per_gpu = 250;
  CHECK(step_cost(samples::server(), job).compute_s == by_global.compute_s);
  CHECK(step_cost(samples::server(), job).samples == 500);
}

TEST_CASE("sharding decides what crosses the ring") {
  // 25e6 parameters: 50 MB of gradients, 50 MB of weights; four micro-batches.
  const ServerSpec server = samples::server(4);
  JobSpec job = samples::vision_job();
  job.batch.micro = job.batch.global / 4 / 4;
  const double sweep_s = 3 * (20e-6 + 50e6 / 4 / 10e9);
  const auto exchange_s = [&](Sharding sharding) {
    job.sharding = sharding;
    return step_cost(server, job).exchange_s;
  };
  CHECK(exchange_s(Sharding::none) == Approx(2 * sweep_s));
  CHECK(exchange_s(Sharding::optimizer) == Approx(2 * sweep_s));
  CHECK(exchange_s(Sharding::gradients) == Approx((4 + 1) * sweep_s));
  CHECK(exchange_s(Sharding::parameters) == Approx(4 * 3 * sweep_s));
}

TEST_CASE("an exchange hides behind the last backward pass alone unless gradients are sharded") {
  const ServerSpec server = samples::server();
  JobSpec job = samples::vision_job();
  CHECK(step_cost(server, job).overlap_window == Approx(2.0 / 3));
  job.batch.micro = 125;
  CHECK(step_cost(server, job).overlap_window == Approx(1.0 / 3));
  job.sharding = Sharding::gradients;
  CHECK(step_cost(server, job).overlap_window == Approx(2.0 / 3));
}

TEST_CASE("the host issues each micro-batch") {
  JobSpec job = samples::vision_job();
  job.batch.micro = 100;  // 250 a GPU: three passes, the last of 50
  CHECK(step_cost(samples::server(), job).host_s == Approx(3 * 0.04));
}

TEST_CASE("evaluation runs forward over the validation samples after each epoch") {
  JobSpec job = samples::vision_job();
  CHECK(step_cost(samples::server(), job).evaluations == 0);
  job.evaluate_each_epoch = true;
  const StepCost step = step_cost(samples::server(), job);
  CHECK(step.evaluations == 90);
  CHECK(step.evaluation_s == Approx(90 * 100 * (step.compute_s + step.memory_s) / 3));
}

TEST_CASE("a checkpoint writes master weights, optimiser state and working weights") {
  JobSpec job = samples::vision_job();
  CHECK(step_cost(samples::server(), job).checkpoint_s == 0);
  job.checkpoint.every_s = 3600;
  CHECK(step_cost(samples::server(), job).checkpoint_s == Approx(25e6 * (4 + 4 + 2) / 2e9));
  CHECK(step_cost(samples::server(), job).restore_s == Approx(25e6 * (4 + 4 + 2) / 4e9));
  job.precision = Precision::fp32;
  CHECK(step_cost(samples::server(), job).checkpoint_s == Approx(25e6 * (4 + 4) / 2e9));
  job.checkpoint.write_s = 17;
  CHECK(step_cost(samples::server(), job).checkpoint_s == 17);
}

TEST_CASE("only compute follows the clock") {
  const StepProfile fast = step_profile(cost(), 1000e6);
  const StepProfile slow = step_profile(cost(), 500e6);
  CHECK(fast.kernel_s == Approx(0.3));
  CHECK(slow.kernel_s == Approx(0.5));
  CHECK(fast.phases[0].clock_share == Approx(0.2 / 0.3));
  CHECK(slow.phases[0].clock_share == Approx(0.4 / 0.5));
  // The share is the derivative: d(kernel)/d(clock) · clock = −share · kernel.
  const double near_s = step_profile(cost(), 1001e6).kernel_s;
  CHECK((near_s - fast.kernel_s) / 0.001 == Approx(-fast.phases[0].clock_share * fast.kernel_s).epsilon(2e-3));
}

TEST_CASE("a step waits for the slower of host and device") {
  StepCost hosted = cost();
  hosted.host_s = 0.45;
  const StepProfile step = step_profile(hosted, 1000e6);
  CHECK(step.wait_s == Approx(0.15));
  CHECK(step.step_s == Approx(0.45 + step.exchange_s));
  CHECK(step_profile(hosted, 500e6).wait_s == 0);
  CHECK(step.phases.back().kind == PhaseKind::waiting);
}

TEST_CASE("the software leaves its share of the exchange in the open") {
  CHECK(step_profile(cost(), 1000e6).exchange_s == Approx(0.2 * 0.05));
}

TEST_CASE("an exchange longer than the backward pass sticks out of it") {
  StepCost slow_link = cost();
  slow_link.exchange_s = 1;
  CHECK(step_profile(slow_link, 1000e6).exchange_s == Approx(1 - 0.5 * 0.3));
  slow_link.overlap = 0;
  CHECK(step_profile(slow_link, 1000e6).exchange_s == Approx(1));
}

TEST_CASE("phases sum to the step and activities stay within bounds at any clock") {
  samples::Spread spread;
  for (int i = 0; i < 500; ++i) {
    StepCost step = cost();
    step.compute_s = spread(0, 1);
    step.memory_s = spread(0.001, 1);
    step.host_s = spread(0, 1);
    step.exchange_s = spread(0, 1);
    step.overlap = spread(0, 1);
    const StepProfile profile = step_profile(step, spread(100e6, 2000e6), spread(0.5, 1.5));
    REQUIRE(durations_s(profile) == Approx(profile.step_s).epsilon(1e-12));
    REQUIRE(profile.kernel_s + profile.exchange_s + profile.wait_s == Approx(profile.step_s).epsilon(1e-12));
    for (const StepPhase& phase : profile.phases) {
      REQUIRE((phase.core_activity >= 0 && phase.core_activity <= 1));
      REQUIRE((phase.memory_activity >= 0 && phase.memory_activity <= 1));
      REQUIRE((phase.clock_share >= 0 && phase.clock_share <= 1));
    }
  }
}

TEST_CASE("a faster clock never makes a step longer") {
  samples::Spread spread;
  for (int i = 0; i < 500; ++i) {
    StepCost step = cost();
    step.host_s = spread(0, 0.6);
    step.exchange_s = spread(0, 0.6);
    const double hz = spread(100e6, 2000e6);
    REQUIRE(step_profile(step, hz * spread(1, 1.5)).step_s <= step_profile(step, hz).step_s * (1 + 1e-12));
  }
}

TEST_CASE("the model factor scales what the device does, not the host") {
  const StepProfile one = step_profile(cost(), 800e6);
  const StepProfile slower = step_profile(cost(), 800e6, 1.1);
  CHECK(slower.kernel_s == Approx(1.1 * one.kernel_s));
  CHECK(slower.exchange_s == Approx(1.1 * one.exchange_s));
  StepCost hosted = cost();
  hosted.host_s = 2;
  CHECK(step_profile(hosted, 800e6, 1.1).kernel_s + step_profile(hosted, 800e6, 1.1).wait_s == Approx(2));
}

TEST_CASE("a precision the GPU lacks is refused with those it has") {
  JobSpec job = samples::vision_job();
  job.precision = Precision::fp8_mixed;
  const std::string message = samples::refusal([&] { step_cost(samples::server(), job); });
  CHECK(message.find("fp8 mixed") != std::string::npos);
  CHECK(message.find("sample board") != std::string::npos);
  CHECK(message.find("\"bf16 mixed\"") != std::string::npos);
}

TEST_CASE("what cannot be costed is refused with the reason") {
  const auto refusal = [](auto change) {
    ServerSpec server = samples::server();
    JobSpec job = samples::vision_job();
    change(server, job);
    return samples::refusal([&] { step_cost(server, job); });
  };
  CHECK(refusal([](ServerSpec&, JobSpec&) {}).empty());
  CHECK_FALSE(refusal([](ServerSpec& server, JobSpec&) { server.gpus.count = 0; }).empty());
  CHECK_FALSE(refusal([](ServerSpec&, JobSpec& job) { job.batch.global = 0; }).empty());
  CHECK_FALSE(refusal([](ServerSpec&, JobSpec& job) { job.recompute = Recompute::full; }).empty());
  CHECK_FALSE(refusal([](ServerSpec&, JobSpec& job) { job.dataset.tokens = 1e9; }).empty());
  CHECK_FALSE(refusal([](ServerSpec& server, JobSpec&) { server.software.compute_efficiency = 0; }).empty());
  CHECK_FALSE(refusal([](ServerSpec& server, JobSpec&) { server.gpus.link.bandwidth_bytes_per_s = 0; }).empty());
  CHECK_FALSE(refusal([](ServerSpec& server, JobSpec& job) {
                server.storage.write_bytes_per_s = 0;
                job.checkpoint.every_s = 60;
              }).empty());
}
