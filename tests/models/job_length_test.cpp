// How long a job is, when it evaluates, and work that says itself what it takes.
#include <cmath>

#include "models/workload/job_length.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/step_profile.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

double lost_s(const Outcome& outcome, Loss loss) { return outcome.jobs.front().lost_s[static_cast<std::size_t>(loss)]; }

}  // namespace

TEST_CASE("steps, epochs and tokens are three ways to say how long a job is") {
  JobSpec job = samples::vision_job();
  CHECK(job_steps(job, 500) == 180000);
  CHECK(job_epochs(job, 500) == 90);
  job.dataset.epochs = 0;
  job.dataset.steps = 180000;
  CHECK(job_steps(job, 500) == 180000);
  CHECK(job_steps(job, 250) == 180000);
  CHECK(job_epochs(job, 500) == 90);
  CHECK(job_epochs(job, 250) == 45);
  job.dataset.samples = 0;
  CHECK(job_epochs(job, 250) == 0);
  CHECK(step_cost(samples::server(), job).steps == 180000);
}

TEST_CASE("evaluation passes come after so many epochs or steps, the last within the job") {
  JobSpec job = samples::vision_job();
  job.evaluation.epochs = 4;
  Evaluations found = evaluations(job, 180000, 500);
  CHECK(found.passes == 22);
  CHECK(found.every_steps == Approx(8000));
  CHECK(found.samples == 50000);
  job.evaluation = {0, 7000, 1000};
  found = evaluations(job, 180000, 500);
  CHECK(found.passes == 25);
  CHECK(found.every_steps == 7000);
  CHECK(found.samples == 1000);
  job.evaluation = {0, 180000, 0};
  CHECK(evaluations(job, 180000, 500).passes == 1);
  CHECK(evaluations(samples::vision_job(), 180000, 500).passes == 0);
}

TEST_CASE("a run makes the passes that its steps ask for, and the waterfall adds up") {
  example::Setup setup;
  setup.job.dataset.validation_samples = 0;
  setup.job.evaluation = {0, 0, 50000};
  const Outcome without = example::run(setup);
  REQUIRE(without.jobs.front().finished);
  CHECK(lost_s(without, Loss::evaluation) == 0);
  const double steps = without.jobs.front().steps_total;
  double one_s = 0;
  for (const double passes : {1.0, 3.0, 6.0}) {
    setup.job.evaluation.steps = std::floor(steps / passes);
    const Outcome outcome = example::run(setup);
    const JobOutcome& job = outcome.jobs.front();
    REQUIRE(job.finished);
    double sum_s = job.ideal_duration_s;
    for (const double part_s : job.lost_s) sum_s += part_s;
    CHECK(sum_s == Approx(job.duration_s).epsilon(1e-9));
    if (passes == 1) one_s = lost_s(outcome, Loss::evaluation);
    CHECK(lost_s(outcome, Loss::evaluation) == Approx(passes * one_s).epsilon(0.02));
  }
  CHECK(one_s > 0);
}

TEST_CASE("convolutions of 3 x 3 and stride 1 take 16/36 of their multiplications in fp32 on GPUs only") {
  JobSpec job = samples::vision_job();
  const ServerSpec server = samples::server();
  job.precision = Precision::fp32;
  const StepCost direct = step_cost(server, job);
  const StepCost mixed = [&] {
    JobSpec half = job;
    half.precision = Precision::fp16_mixed;
    return step_cost(server, half);
  }();
  job.workload.winograd_share = 0.9;
  const StepCost winograd = step_cost(server, job);
  CHECK(winograd.compute_s == Approx(direct.compute_s * (0.1 + 0.9 * 16 / 36)));
  CHECK(winograd.memory_s == direct.memory_s);
  CHECK(winograd.model_flops == direct.model_flops);
  job.precision = Precision::fp16_mixed;
  CHECK(step_cost(server, job).compute_s == mixed.compute_s);
}

TEST_CASE("custom work takes three times its forward FLOPs and bytes, and keeps half of its bytes") {
  JobSpec job = samples::vision_job();
  ServerSpec server = samples::server();
  job.workload.kind = WorkloadKind::custom;
  job.workload.activation_bytes = job.workload.stored_activation_bytes = 0;
  job.workload.forward_bytes = 100e6;
  const StepCost cost = step_cost(server, job);
  const double samples_per_gpu = per_gpu_batch(server, job);
  const double bandwidth = server.software.memory_efficiency * server.gpus.gpu.memory_bandwidth_bytes_per_s;
  CHECK(cost.memory_s == Approx(samples_per_gpu * 3 * 100e6 / bandwidth));
  server.software.traffic_factor *= 2;  // what is said is what is moved
  CHECK(step_cost(server, job).memory_s == Approx(cost.memory_s));
  JobSpec vision = samples::vision_job();
  CHECK(cost.compute_s == Approx(step_cost(server, vision).compute_s));
  CHECK(memory_need(server, job).activations == Approx(samples_per_gpu * 50e6));
  job.workload.stored_activation_bytes = 10e6;
  CHECK(memory_need(server, job).activations == Approx(samples_per_gpu * 10e6));
  job.recompute = Recompute::full;
  CHECK_THROWS_AS(step_cost(server, job), std::invalid_argument);
}

TEST_CASE("micro-batches of vision networks split what does not fit, when asked") {
  JobSpec job = samples::vision_job();
  ServerSpec server = samples::server();
  job.batch.global = 512 * server.gpus.count;
  job.workload.stored_activation_bytes = server.gpus.gpu.memory_bytes / 200;
  CHECK(micro_batch(server, job) == 512);
  CHECK(memory_need(server, job).total > memory_need(server, job).available);
  job.batch.micro = micro_auto;
  CHECK(micro_batch(server, job) == 128);
  CHECK(memory_need(server, job).total <= memory_need(server, job).available);
  CHECK(step_cost(server, job).host_s == Approx(4 * server.software.host_issue_s));
}
