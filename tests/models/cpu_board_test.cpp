// Processors as boards that train.
#include "models/compute/cpu_board.hpp"
#include "models/compute/board_network.hpp"
#include "models/power/supply.hpp"
#include "models/workload/data_path.hpp"
#include "models/workload/memory.hpp"
#include "models/workload/step_profile.hpp"
#include "tests/catch.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

ServerSpec two_cpus() {
  ServerSpec server;
  server.name = "box";
  server.cpu.name = "twenty cores";
  server.cpu.cores = 20;
  server.cpu.core_speed = 1;
  server.cpu.vector_clock_hz = 2.2e9;
  server.cpu.flops_per_cycle = 64;
  server.cpu.memory_bandwidth_bytes_per_s = 128e9;
  server.cpu.tdp_w = 150;
  server.cpu.idle_w = 42;
  server.cpu_count = 2;
  server.memory_bytes = 192e9;
  server.other_w = 60;
  server.software.compute_efficiency = 0.6;
  server.software.memory_efficiency = 0.8;
  server.software.traffic_factor = 1;
  return server;
}

JobSpec resnet() {
  JobSpec job;
  job.name = "train";
  job.workload.parameters = 25.6e6;
  job.workload.forward_flops = 8.22e9;
  job.workload.activation_bytes = 444e6;
  job.workload.stored_activation_bytes = 44e6;
  job.precision = Precision::fp32;
  job.batch.global = 128;
  job.dataset.samples = 1e6;
  job.dataset.epochs = 1;
  job.optimizer_bytes_per_parameter = 4;
  return job;
}

}  // namespace

TEST_CASE("processors train at cores times width times vector clock") {
  ServerSpec server = two_cpus();
  train_on_cpus(server);
  REQUIRE(server.gpus.count == 2);
  CHECK(server.gpus.gpu.peak.fp32_flops == Approx(20 * 64 * 2.2e9));
  CHECK(server.gpus.gpu.peak.bf16_flops == 0);
  const StepCost cost = step_cost(server, resnet());
  CHECK(cost.compute_s == Approx(64 * 3 * 8.22e9 / (0.6 * 20 * 64 * 2.2e9)));
  CHECK(cost.memory_s == Approx(64 * 2 * 444e6 / (0.8 * 128e9)));
  JobSpec half = resnet();
  half.precision = Precision::fp16_mixed;
  CHECK_THROWS_AS(step_cost(server, half), std::invalid_argument);
}

TEST_CASE("a processor holds its vector clock at its design power and not above it") {
  ServerSpec server = two_cpus();
  train_on_cpus(server);
  const StepCost cost = step_cost(server, resnet());
  CHECK(sustained_clock_hz(server.gpus.gpu, cost, 150, 25) == Approx(2.2e9));
  StepCost arithmetic = cost;
  arithmetic.memory_s = 0;
  CHECK(sustained_clock_hz(server.gpus.gpu, arithmetic, 150, 35) == Approx(2.2e9));
  CHECK(sustained_clock_hz(server.gpus.gpu, arithmetic, 120, 25) < 2.2e9);
}

TEST_CASE("processors that train are boards of the supply, and no load of the host as well") {
  ServerSpec server = two_cpus();
  server.gpus.count = 4;
  server.gpus.gpu.power.idle_w = 20;
  train_on_cpus(server);
  CHECK(host_power_w(server, ActivityKind::training) == Approx(60 + 4 * 20));
  CHECK(host_power_w(server, ActivityKind::idle) == Approx(60 + 4 * 20));
  CHECK(host_power_w(server, ActivityKind::off) == 0);
  CHECK(server.gpus.gpu.power.idle_w == 42);
  train_on_cpus(server);  // again: the GPUs that rest stay those
  CHECK(server.resting.count == 4);
}

TEST_CASE("decoding takes its turn on the cores that train") {
  ServerSpec server = two_cpus();
  train_on_cpus(server);
  JobSpec job = resnet();
  const double before_s = step_cost(server, job).compute_s;
  job.dataset.cpu_s = 4e-3;
  job.dataset.sample_bytes = 110e3;
  const StepCost cost = step_cost(server, job);
  CHECK(cost.compute_s - before_s == Approx(128 * 4e-3 / 40));
  CHECK(cost.data.cpu_s == 0);
  CHECK(host_need_bytes(server, job) > 2 * memory_need(server, job).total);
}
