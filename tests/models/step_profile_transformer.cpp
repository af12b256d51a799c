#include <cmath>
#include <string>

#include "models/workload/memory.hpp"
#include "models/workload/step_profile.hpp"
#include "models/workload/transformer.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

TEST_CASE("shapes give the parameter counts of published models to the last one") {
  CHECK(parameter_count(samples::gpt2()) == 124439808);
  CHECK(parameter_count(samples::llama2_7b()) == 6738415616);
  CHECK(parameter_count(samples::llama3_8b()) == 8030261248);
}

TEST_CASE("GPT-3 has 175 billion parameters, as the closed form of its shape says") {
  const double h = 12288, L = 96, V = 50257, s = 2048;
  const double closed = 12 * L * h * h * (1 + 13 / (12 * h) + (V + s) / (12 * L * h));
  CHECK(parameter_count(samples::gpt3()) == Approx(closed + 2 * h).epsilon(1e-12));  // and the last norm
  CHECK(parameter_count(samples::gpt3()) == Approx(175e9).epsilon(0.005));
}

TEST_CASE("model FLOPs have the published closed form") {
  // 72BsLh²(1 + s/(6h) + V/(12hL)), arXiv 2104.04473 with a forward pass a third of the whole.
  const double h = 12288, L = 96, V = 50257, s = 2048, B = 16;
  const ServerSpec server = samples::server(1);
  const StepCost step = step_cost(server, samples::transformer_job(samples::gpt3()));
  CHECK(step.model_flops == Approx(72 * B * s * L * h * h * (1 + s / (6 * h) + V / (12 * h * L))).epsilon(1e-12));
}

TEST_CASE("a token costs about six FLOPs per parameter and the attention") {
  for (const WorkloadSpec& shape : {samples::gpt3(), samples::llama2_7b(), samples::llama3_8b()}) {
    const double per_token = 3 * (layers_forward_flops(shape) + head_forward_flops(shape)) / shape.sequence;
    // The input embedding of an untied network is looked up, not multiplied.
    const double looked_up = shape.activation == "swiglu" ? shape.vocabulary * shape.hidden : 0;
    const double expected =
        6 * (parameter_count(shape) - looked_up) + 12 * shape.layers * shape.sequence * shape.hidden;
    CHECK(per_token == Approx(expected).epsilon(0.002));
  }
}

TEST_CASE("full recomputation has the published hardware FLOPs, and counts them in no model figure") {
  // 96BsLh²(1 + s/(6h) + V/(16hL)): the head is not recomputed.
  const double h = 768, L = 12, V = 50257, s = 1024, B = 16;
  JobSpec job = samples::transformer_job(samples::gpt2());
  const ServerSpec server = samples::server(1);
  const StepCost plain = step_cost(server, job);
  job.recompute = Recompute::full;
  const StepCost again = step_cost(server, job);
  const double hardware = again.compute_s * server.software.gemm_efficiency * 72e12;
  CHECK(hardware == Approx(96 * B * s * L * h * h * (1 + s / (6 * h) + V / (16 * h * L))).epsilon(1e-12));
  CHECK(again.model_flops == plain.model_flops);
  CHECK(again.memory_s > plain.memory_s);
}

TEST_CASE("GPT-3 on 1024 A100s takes the published 34 days") {
  // arXiv 2104.04473, section 5.1: 300 billion tokens, full recomputation, 140 TFLOP/s a GPU: 34 days.
  JobSpec job = samples::transformer_job(samples::gpt3());
  job.recompute = Recompute::full;
  job.dataset.tokens = 300e9;
  job.batch.global = 1536;
  job.batch.micro = 1;
  ServerSpec server = samples::server(1024);
  server.gpus.gpu.peak.bf16_flops = 140e12;
  server.software.gemm_efficiency = 1;
  const StepCost step = step_cost(server, job);
  CHECK(step.steps * step.compute_s / 86400 == Approx(34).epsilon(0.03));
}

TEST_CASE("element-wise traffic of a GPT layer is the sum over its operations") {
  // Values per hidden unit, read and written, forward: two norms 2·2, two residual sums 2·3, attention q, k, v, output
  // 4, GELU on 4h 2·4 = 22. Backward: norms 2·3, residual gradients 2·3, attention 8, GELU 3·4 = 32.
  const WorkloadSpec shape = samples::gpt2();
  const double stream = 12 * 1024.0 * 768;
  CHECK(sample_traffic(shape).layers_forward == Approx(22 * stream));
  CHECK(sample_traffic(shape).layers_backward == Approx(32 * stream));
  CHECK(sample_traffic(shape).loss_forward == Approx(2 * 1024.0 * 50257));
}

TEST_CASE("memory time adds element-wise traffic, gradient sums and the optimiser's update") {
  const WorkloadSpec shape = samples::gpt2();
  JobSpec job = samples::transformer_job(shape);
  job.batch.micro = 4;
  const TokenTraffic traffic = sample_traffic(shape);
  const double kernels =
      8 * 1.25 *
      (2 * (traffic.layers_forward + traffic.layers_backward) + 4 * (traffic.loss_forward + traffic.loss_backward));
  // A gradient of 2 bytes read and written in each of two micro-batches; gradient read, 12 bytes of master and Adam
  // state read and written, weights of 2 bytes written.
  const double parameters = parameter_count(shape);
  const double update = parameters * (2 + 2 * 12 + 2);
  const double sums = parameters * 2 * 2 * 2;
  CHECK(step_cost(samples::server(), job).memory_s == Approx((kernels + sums + update) / 720e9));
  job.sharding = Sharding::optimizer;
  CHECK(step_cost(samples::server(), job).memory_s == Approx((kernels + sums + update / 2) / 720e9));
}

TEST_CASE("grouped key and value heads make a layer smaller and cheaper") {
  WorkloadSpec grouped = samples::llama2_7b();
  grouped.kv_heads = 8;
  const double h = 4096;
  CHECK(layer_parameters(samples::llama2_7b()) - layer_parameters(grouped) == Approx(2 * h * h * 0.75));
  CHECK(layers_forward_flops(grouped) < layers_forward_flops(samples::llama2_7b()));
  CHECK(sample_traffic(grouped).layers_forward < sample_traffic(samples::llama2_7b()).layers_forward);
}

TEST_CASE("a shape that is none is refused with its name") {
  WorkloadSpec odd = samples::gpt2();
  odd.activation = "relu";
  CHECK(samples::refusal([&] { parameter_count(odd); }).find("relu") != std::string::npos);
  WorkloadSpec headless = samples::gpt2();
  headless.heads = 0;
  CHECK(samples::refusal([&] { parameter_count(headless); }).find("heads") != std::string::npos);
}
