#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models::samples {

/// A consumer board in round numbers near an RTX 3090; only what a test of a law needs to be plausible.
inline GpuSpec board() {
  GpuSpec gpu;
  gpu.name = "sample board";
  gpu.memory_bytes = 24.0 * (1 << 30);
  gpu.memory_bandwidth_bytes_per_s = 900e9;
  gpu.peak = {36e12, 36e12, 72e12, 72e12, 0};
  gpu.peak_at_hz = 1695e6;
  gpu.max_clock_hz = 2100e6;
  gpu.min_clock_hz = 210e6;
  gpu.clock_step_hz = 15e6;
  gpu.power = {350, 100, 385, 15, 0.03};
  gpu.limits = {83, 95, 98, 110, 0.5};
  gpu.curve = {40, 200, 80, 30, 0.012, 0.7, 0.6};
  gpu.thermal = {0.05, 0.1, 0.02, 0.09, 2, 30, 100, 500};
  return gpu;
}

inline LinkSpec link(const char* name, double bandwidth_bytes_per_s, double latency_s) {
  LinkSpec spec;
  spec.name = name;
  spec.bandwidth_bytes_per_s = bandwidth_bytes_per_s;
  spec.latency_s = latency_s;
  return spec;
}

inline SoftwareSpec software() {
  SoftwareSpec stack;
  stack.name = "sample stack";
  stack.compute_efficiency = 0.5;
  stack.gemm_efficiency = 0.8;
  stack.memory_efficiency = 0.8;
  stack.traffic_factor = 1.25;
  stack.host_issue_s = 0.04;
  stack.overlap = 0.9;
  stack.reserved_bytes = 1e9;
  return stack;
}

inline ServerSpec server(int gpus = 2) {
  ServerSpec box;
  box.name = "box";
  box.gpus.gpu = board();
  box.gpus.count = gpus;
  box.gpus.link = link("sample link", 10e9, 20e-6);
  box.software = software();
  box.storage.read_bytes_per_s = 4e9;
  box.storage.write_bytes_per_s = 2e9;
  return box;
}

inline JobSpec vision_job() {
  JobSpec job;
  job.name = "images";
  job.workload.name = "sample net";
  job.workload.kind = WorkloadKind::vision;
  job.workload.parameters = 25e6;
  job.workload.forward_flops = 8e9;
  job.workload.activation_bytes = 200e6;
  job.workload.stored_activation_bytes = 90e6;
  job.dataset.samples = 1000000;
  job.dataset.validation_samples = 50000;
  job.dataset.epochs = 90;
  job.batch.global = 500;
  job.optimizer_bytes_per_parameter = 4;
  return job;
}

inline WorkloadSpec transformer(const char* activation, double layers, double hidden, double heads, double kv_heads,
                                double ffn_hidden, double vocabulary, double sequence) {
  WorkloadSpec shape;
  shape.name = "sample transformer";
  shape.kind = WorkloadKind::transformer;
  shape.layers = layers;
  shape.hidden = hidden;
  shape.heads = heads;
  shape.kv_heads = kv_heads;
  shape.ffn_hidden = ffn_hidden;
  shape.vocabulary = vocabulary;
  shape.sequence = sequence;
  shape.activation = activation;
  return shape;
}

inline WorkloadSpec gpt2() { return transformer("gelu", 12, 768, 12, 12, 3072, 50257, 1024); }
inline WorkloadSpec gpt3() { return transformer("gelu", 96, 12288, 96, 96, 49152, 50257, 2048); }
inline WorkloadSpec llama2_7b() { return transformer("swiglu", 32, 4096, 32, 32, 11008, 32000, 4096); }
inline WorkloadSpec llama3_8b() { return transformer("swiglu", 32, 4096, 32, 8, 14336, 128256, 8192); }

inline JobSpec transformer_job(const WorkloadSpec& shape) {
  JobSpec job;
  job.name = "text";
  job.workload = shape;
  job.dataset.tokens = 1e9;
  job.batch.global = 16;
  job.optimizer_bytes_per_parameter = 8;
  job.precision = Precision::bf16_mixed;
  return job;
}

/// The message with which `act` refuses its input; empty when it does not.
template <class Act>
std::string refusal(const Act& act) {
  try {
    act();
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
  return "";
}

/// Numbers between two bounds that are the same everywhere: a multiplicative congruential generator (Lehmer, 48271 mod
/// 2³¹ − 1).
class Spread {
 public:
  double operator()(double low, double high) {
    state_ = state_ * 48271 % 2147483647;
    return low + (high - low) * static_cast<double>(state_) / 2147483647.0;
  }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace rackcast::models::samples
