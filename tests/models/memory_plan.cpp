#include <algorithm>

#include "models/workload/exchange.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/memory_need.hpp"
#include "models/workload/plan.hpp"
#include "models/workload/step_profile.hpp"
#include "models/workload/transformer.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

/// GPT-3 of 8 heads' worth: every split divides it.
JobSpec large_job() {
  JobSpec job = samples::transformer_job(samples::transformer("gelu", 24, 4096, 32, 32, 16384, 51200, 2048));
  job.batch.global = 64;
  job.batch.micro = 1;
  return job;
}

double state_bytes(const MemoryNeed& need) { return need.weights + need.gradients + need.optimizer; }

}  // namespace

TEST_CASE("a layer split over t GPUs keeps sbh(10 + 24/t), with sequence parallelism 34sbh/t") {
  // arXiv 2205.05198, table 2, without the s × s matrices; with them 5as²b/t more.
  const WorkloadSpec shape = samples::gpt3();
  const double sh = 2048.0 * 12288;
  for (const double t : {1.0, 2.0, 4.0, 8.0}) {
    CHECK(layer_activation_bytes(shape, {2, t}) == Approx(sh * (10 + 24 / t)));
    CHECK(layer_activation_bytes(shape, {2, t, 1, SequenceParallel::yes}) == Approx(34 * sh / t));
    CHECK(layer_activation_bytes(shape, {2, t, 2}) == Approx(sh * (10 + 24 / t) / 2));
    const ActivationForm kept{2, t, 1, SequenceParallel::no, AttentionKernel::unfused};
    CHECK(attention_matrix_bytes(shape, kept) == Approx(5 * 96 * 2048.0 * 2048 / t));
  }
  CHECK(attention_matrix_bytes(shape, {}) == 0);
  CHECK(layer_input_bytes(shape, {}) == Approx(2 * sh));
}

TEST_CASE("each kind of recomputation keeps less than the one before") {
  JobSpec job = large_job();
  ServerSpec server = samples::server(8);
  server.software.attention = AttentionKernel::unfused;
  double before = 1e30;
  for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::operations, Recompute::full}) {
    job.recompute = recompute;
    const double activations = memory_need(server, job).activations;
    CHECK(activations < before);
    before = activations;
  }
  double share = -1;
  for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::operations, Recompute::full}) {
    const double again = recomputed_share(job.workload, recompute, AttentionKernel::unfused);
    CHECK(again > share);
    share = again;
  }
  CHECK(share == 1);
}

TEST_CASE("the configuration's own count decides weights, gradients and optimiser") {
  JobSpec job = samples::transformer_job(samples::llama2_7b());
  const double counted = transformer_parameters(job.workload);
  CHECK(parameter_count(job.workload) == counted);
  job.workload.parameters = counted - 32000.0 * 4096;  // its head is the embedding
  const MemoryNeed tied = memory_need(samples::server(1), job);
  CHECK(state_bytes(tied) == Approx(16 * job.workload.parameters));
}

TEST_CASE("tensors split the state, stages split the layers and repeat a tied embedding") {
  JobSpec job = large_job();
  const ServerSpec server = samples::server(8);
  const double whole = state_bytes(memory_need(server, job));
  CHECK(whole == Approx(16 * parameter_count(job.workload)));
  job.plan.tensor = 4;
  CHECK(state_bytes(memory_need(server, job)) == Approx(whole / 4));
  job.plan = {1, 4, 1, 2, 1, SequenceParallel::no};
  const double embedding = 51200.0 * 4096;
  const double stage = (parameter_count(job.workload) - embedding) / 4 + embedding;
  CHECK(stage_parameters(job) == Approx(stage));
  CHECK(state_bytes(memory_need(server, job)) == Approx(16 * stage));
}

TEST_CASE("the distributed optimiser takes 6 + 12/d bytes a parameter with fp32 gradients") {
  // Megatron-LM: 18 bytes without it, 6 + 12/d with (fp32 main gradients in place of 16-bit ones: 2 + 4).
  JobSpec job = large_job();
  ServerSpec server = samples::server(8);
  server.software.gradient_copy_bytes = 2;
  job.plan.tensor = 2;
  const double parameters = parameter_count(job.workload) / 2;
  CHECK(state_bytes(memory_need(server, job)) == Approx(18 * parameters));
  job.sharding = Sharding::optimizer;
  CHECK(state_bytes(memory_need(server, job)) == Approx((6 + 12.0 / 4) * parameters));
}

TEST_CASE("the first stage keeps as many micro-batches as there are stages, never more than the step has") {
  JobSpec job = large_job();
  const ServerSpec server = samples::server(8);
  job.recompute = Recompute::full;
  job.plan = {1, 8, 1, 1, 1, SequenceParallel::no};
  const WorkloadSpec& shape = job.workload;
  const double input = layer_input_bytes(shape, {});
  const double working = layer_activation_bytes(shape, {});
  CHECK(memory_need(server, job).activations == Approx(8 * (3 * input + input) + working));
  job.batch.global = 2;
  const double last = 3 * input + working + head_activation_bytes(shape, {}, 4);
  CHECK(memory_need(server, job).activations == Approx(std::max(2 * (3 * input + input) + working, last)));
}

TEST_CASE("more interleaving keeps more, a split context less") {
  JobSpec job = large_job();
  const ServerSpec server = samples::server(8);
  job.plan = {1, 4, 1, 2, 1, SequenceParallel::no};
  const double plain = memory_need(server, job).activations;
  job.plan.interleave = 2;
  CHECK(memory_need(server, job).activations == Approx(plain * (1 + 3.0 / 8)));
  job.plan = {1, 1, 1, 8, 1, SequenceParallel::no};
  const double whole = memory_need(server, job).activations;
  job.plan = {1, 1, 4, 2, 1, SequenceParallel::no};
  CHECK(memory_need(server, job).activations == Approx(whole / 4));
}

TEST_CASE("offloaded optimiser state leaves the GPU, stands in main memory and costs time") {
  JobSpec job = large_job();
  const ServerSpec server = samples::server(8);
  const MemoryNeed before = memory_need(server, job);
  const double step_s = step_profile(step_cost(server, job), 1695e6).step_s;
  job.offload = Offload::optimizer;
  const MemoryNeed after = memory_need(server, job);
  CHECK(after.optimizer == 0);
  CHECK(after.gradients < before.gradients);
  CHECK(offloaded_bytes(job) == Approx(14 * parameter_count(job.workload)));
  CHECK(step_profile(step_cost(server, job), 1695e6).step_s > step_s);
}

TEST_CASE("a pipeline idles (p - 1)/(v m) of the work of equal stages") {
  PlanSpec plan;
  plan.pipeline = 4;
  CHECK(bubble_share(plan, 16) == Approx(3.0 / 16));
  plan.interleave = 2;
  CHECK(bubble_share(plan, 16) == Approx(3.0 / 32));
  plan.pipeline = 1;
  CHECK(bubble_share(plan, 16) == 0);
}

TEST_CASE("parts of a step of any plan add up, and no plan does other work") {
  const ServerSpec server = samples::server(8);
  for (const PlanSpec& plan : {PlanSpec{}, PlanSpec{2, 1, 1, 4}, PlanSpec{1, 4, 1, 2}, PlanSpec{2, 2, 2, 1},
                               PlanSpec{2, 2, 1, 2, 2, SequenceParallel::yes}, PlanSpec{8, 1, 1, 1}}) {
    JobSpec job = large_job();
    job.plan = plan;
    const StepCost cost = step_cost(server, job);
    CHECK(cost.samples == 64);
    CHECK(cost.model_flops == Approx(3 * 64 * (layers_forward_flops(job.workload) + head_forward_flops(job.workload))));
    const StepProfile step = step_profile(cost, 1695e6);
    CHECK(step.kernel_s + step.exchange_s + step.wait_s + step.bubble_s == Approx(step.step_s));
    double phases_s = 0;
    for (const StepPhase& phase : step.phases) phases_s += phase.duration_s;
    CHECK(phases_s == Approx(step.step_s));
    CHECK((step.bubble_s > 0) == (plan.pipeline > 1));
    CHECK((inner_exchange_s(server, job) > 0) == (model_gpus(plan) > 1));
  }
}

TEST_CASE("tensors exchange four all-reduces a layer and micro-batch, six where layers are recomputed") {
  JobSpec job = large_job();
  ServerSpec server = samples::server(8);
  server.gpus.link.latency_s = 0;
  job.plan.tensor = 4;
  const double stream = 2.0 * 2048 * 4096;
  const double reduce_s = 2 * 3.0 / 4 * stream / server.gpus.link.bandwidth_bytes_per_s;
  const double micro_batches = 64.0 / 2;
  CHECK(inner_exchange_s(server, job) == Approx(micro_batches * 24 * 4 * reduce_s));
  job.recompute = Recompute::full;
  CHECK(inner_exchange_s(server, job) == Approx(micro_batches * 24 * 6 * reduce_s));
}
