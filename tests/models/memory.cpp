#include "models/workload/memory.hpp"

#include "models/workload/transformer.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

TEST_CASE("sharding divides the state as the ZeRO paper's example says") {
  // arXiv 1910.02054, figure 1: 7.5 billion parameters, Adam, 64 GPUs: 120, 31.4, 16.6 and 1.9 GB.
  const ServerSpec server = samples::server(64);
  JobSpec job = samples::vision_job();
  job.workload.parameters = 7.5e9;
  job.optimizer_bytes_per_parameter = 8;
  const auto state = [&](Sharding sharding) {
    job.sharding = sharding;
    const MemoryNeed need = memory_need(server, job);
    return need.weights + need.gradients + need.optimizer;
  };
  CHECK(state(Sharding::none) == Approx(120e9));
  CHECK(state(Sharding::optimizer) == Approx(31.4e9).epsilon(0.002));
  CHECK(state(Sharding::gradients) == Approx(16.6e9).epsilon(0.003));
  const double gathered = 2 * 7.5e9;  // what a network without layers gathers while it computes
  CHECK(state(Sharding::parameters) - gathered == Approx(1.9e9).epsilon(0.02));
}

TEST_CASE("sharded transformers gather two layers at a time, or the embedding if that is larger") {
  const ServerSpec server = samples::server(4);
  JobSpec job = samples::transformer_job(samples::llama2_7b());
  job.sharding = Sharding::parameters;
  const double shard = 2 * parameter_count(job.workload) / 4;
  CHECK(memory_need(server, job).weights == Approx(shard + 2 * 2 * layer_parameters(job.workload)));
  job.workload = samples::gpt2();
  const double small_shard = 2 * parameter_count(job.workload) / 4;
  CHECK(memory_need(server, job).weights == Approx(small_shard + 2 * 50257.0 * 768));
}

TEST_CASE("a GPT layer keeps 34 bytes per token and hidden unit at 16 bits, 66 at 32") {
  // (16w + 2) bytes at w bytes a value (arXiv 2205.05198, table 2, without the s × s matrices).
  const WorkloadSpec shape = samples::gpt3();
  CHECK(layer_activation_bytes(shape, {}) == Approx(34.0 * 2048 * 12288));
  CHECK(layer_activation_bytes(shape, {4}) == Approx(66.0 * 2048 * 12288));
}

TEST_CASE("activations are those of the micro-batch, all layers, and the logits") {
  JobSpec job = samples::transformer_job(samples::gpt2());
  job.batch.micro = 4;
  const double token = 12 * 34.0 * 768 + 4.0 * (768 + 50257);
  CHECK(memory_need(samples::server(), job).activations == Approx(4 * 1024 * token));
  job.recompute = Recompute::full;
  const double kept_token = 12 * 2.0 * 768 + 34.0 * 768 + 4.0 * (768 + 50257);
  CHECK(memory_need(samples::server(), job).activations == Approx(4 * 1024 * kept_token));
}

TEST_CASE("vision activations scale with micro-batch and width") {
  JobSpec job = samples::vision_job();
  CHECK(memory_need(samples::server(), job).activations == Approx(250 * 90e6));
  job.batch.micro = 50;
  CHECK(memory_need(samples::server(), job).activations == Approx(50 * 90e6));
  job.precision = Precision::tf32;
  CHECK(memory_need(samples::server(), job).activations == Approx(50 * 180e6));
}

TEST_CASE("the total is the sum of its causes, and buffers are needed between GPUs only") {
  const JobSpec job = samples::vision_job();
  const MemoryNeed two = memory_need(samples::server(2), job);
  CHECK(two.total == Approx(two.weights + two.gradients + two.optimizer + two.activations + two.reserved));
  CHECK(two.available == 24.0 * 1024 * 1024 * 1024);
  CHECK(memory_need(samples::server(1), job).reserved == 1e9);
  CHECK(two.reserved > 1e9);
}

TEST_CASE("fp32 weights have no second copy") {
  JobSpec job = samples::vision_job();
  const ParameterBytes mixed = parameter_bytes(job);
  CHECK((mixed.weights == 2 && mixed.gradients == 2 && mixed.optimizer == 4 + 4));
  job.precision = Precision::fp32;
  const ParameterBytes full = parameter_bytes(job);
  CHECK((full.weights == 4 && full.gradients == 4 && full.optimizer == 4));
}

TEST_CASE("a transformer's micro-batch is the largest divisor that fits, a vision network's the whole batch") {
  JobSpec job = samples::transformer_job(samples::gpt2());
  job.batch.global = 120;
  const ServerSpec server = samples::server(1);
  const double micro = micro_batch(server, job);
  CHECK(memory_need(server, job).total <= memory_need(server, job).available);
  CHECK(micro_batches(server, job) * micro == 120);
  job.batch.micro = micro + 1;  // the next divisor of 120 is larger still and does not fit
  while (120 % static_cast<int>(job.batch.micro) != 0) job.batch.micro += 1;
  CHECK(memory_need(server, job).total > memory_need(server, job).available);
  CHECK(micro_batch(samples::server(), samples::vision_job()) == 250);
}

TEST_CASE("a network that does not fit at all still says what it would need") {
  JobSpec job = samples::transformer_job(samples::gpt3());
  CHECK(micro_batch(samples::server(), job) == 1);
  CHECK(memory_need(samples::server(), job).total > 10 * memory_need(samples::server(), job).available);
}

TEST_CASE("odd batches end in an answer") {
  JobSpec job = samples::transformer_job(samples::gpt2());
  job.batch.global = 1e15;
  CHECK(micro_batch(samples::server(), job) >= 1);
  job.batch.global = 7;  // 3.5 a GPU
  CHECK(micro_batch(samples::server(), job) == 1);
  CHECK(micro_batches(samples::server(), job) == 4);
  job.batch.micro = 100;
  CHECK(micro_batch(samples::server(), job) == 3.5);
}
