#include "models/workload/kernel_time.hpp"

#include <initializer_list>

#include "models/workload/step_profile.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double efficiency = 0.8;
constexpr Precision half = Precision::bf16_mixed;

/// A GPU of so many multiprocessors, each of the same rate.
GpuSpec gpu_of(double multiprocessors) {
  GpuSpec gpu = samples::server(1).gpus.gpu;
  gpu.multiprocessors = multiprocessors;
  gpu.peak_at_hz = 1.41e9;
  const double clocks = multiprocessors * gpu.peak_at_hz;
  gpu.peak = {128 * clocks, 1024 * clocks, 2048 * clocks, 2048 * clocks, 4096 * clocks};
  return gpu;
}

double roofline_s(const GpuSpec& gpu, double flops) { return flops / (efficiency * gpu.peak.bf16_flops); }

double time_s(const GpuSpec& gpu, const MatrixProduct& product) { return product_s(gpu, half, efficiency, product); }

constexpr double edges[] = {1, 63, 64, 65, 128, 200, 257, 768, 1000, 2048, 4096, 5000};

}  // namespace

TEST_CASE("no product runs above its share of the peak") {
  const GpuSpec gpu = gpu_of(108);
  for (const double rows : edges) {
    for (const double columns : edges) {
      const MatrixProduct product{rows, columns, 1024, 3};
      CHECK(time_s(gpu, product) >= roofline_s(gpu, product_flops(product)) * (1 - 1e-12));
    }
  }
}

TEST_CASE("a larger product never takes less, nor one split over more GPUs more") {
  const GpuSpec gpu = gpu_of(108);
  for (const double edge : edges) {
    const MatrixProduct one{edge, 700, 1024, 2};
    CHECK(time_s(gpu, {2 * edge, 700, 1024, 2}) >= time_s(gpu, one));
    CHECK(time_s(gpu, {700, 2 * edge, 1024, 2}) >= time_s(gpu, {700, edge, 1024, 2}));
    CHECK(time_s(gpu, {edge, 700, 2048, 2}) == Approx(2 * time_s(gpu, one)));
    CHECK(time_s(gpu, {edge, 700, 1024, 4}) >= time_s(gpu, one));
    CHECK(time_s(gpu, {edge, 350, 1024, 2}) <= time_s(gpu, one));
  }
}

TEST_CASE("multiprocessors of one rate never slow a product, a convolution or attention") {
  for (double n = 8; n < 200; n += 12) {
    const GpuSpec few = gpu_of(n);
    const GpuSpec more = gpu_of(n + 12);
    for (const double edge : edges) {
      CHECK(time_s(more, {edge, 3000, 512}) <= time_s(few, {edge, 3000, 512}) * (1 + 1e-12));
    }
    CHECK(convolution_s(more, half, efficiency, {1e12, 0}) < convolution_s(few, half, efficiency, {1e12, 0}));
    CHECK(fused_attention_s(more, half, efficiency, 1e12) < fused_attention_s(few, half, efficiency, 1e12));
  }
}

TEST_CASE("very large products reach the roofline") {
  const GpuSpec gpu = gpu_of(132);
  const MatrixProduct large{1 << 20, 1 << 15, 4096};
  CHECK(time_s(gpu, large) == Approx(roofline_s(gpu, product_flops(large))).epsilon(0.001));
}

TEST_CASE("whole waves: one tile more than there are multiprocessors takes twice as long") {
  const GpuSpec gpu = gpu_of(100);
  const double tile_flops = 2 * 256 * 128 * 1024.0;
  const MatrixProduct fills{256, 128 * 100, 1024};
  CHECK(time_s(gpu, fills) == Approx(100 * tile_flops / (efficiency * gpu.peak.bf16_flops)));
  const double over_s = time_s(gpu, {256, 128 * 101, 1024});
  CHECK(over_s > 1.2 * time_s(gpu, fills));  // smaller tiles take the rest
  CHECK(over_s <= 2 * time_s(gpu, fills));
}

TEST_CASE("without multiprocessors every class is the roofline") {
  GpuSpec gpu = gpu_of(108);
  gpu.multiprocessors = 0;
  const MatrixProduct odd{65, 77, 1024};
  CHECK(time_s(gpu, odd) == Approx(roofline_s(gpu, product_flops(odd))));
  CHECK(convolution_s(gpu, half, efficiency, {1e12, 0}) == Approx(roofline_s(gpu, 1e12)));
  CHECK(fused_attention_s(gpu, half, efficiency, 1e12) == Approx(roofline_s(gpu, 1e12)));
}

TEST_CASE("operands hold large tensor units up, not small ones, and not full precision") {
  const GpuSpec large = gpu_of(108);
  GpuSpec small = large;
  small.peak.bf16_flops /= 16;
  CHECK(convolution_s(large, half, efficiency, {1e12, 0}) > 2 * roofline_s(large, 1e12));
  CHECK(convolution_s(small, half, efficiency, {1e12, 0}) < 1.01 * roofline_s(small, 1e12));
  CHECK(convolution_s(large, Precision::fp32, efficiency, {1e12, 0}) ==
        Approx(1e12 / (efficiency * large.peak.fp32_flops)));
  // Nothing but operands: half as many of twice the width.
  GpuSpec endless = large;
  endless.peak.bf16_flops = endless.peak.tf32_flops = 1e30;
  CHECK(convolution_s(endless, Precision::tf32, efficiency, {1e12, 0}) ==
        Approx(2 * convolution_s(endless, half, efficiency, {1e12, 0})));
}

TEST_CASE("depthwise convolutions take their own time beside the others, at any width") {
  const GpuSpec gpu = gpu_of(82);
  const double dense_s = convolution_s(gpu, half, efficiency, {1e12, 0});
  const double depthwise_s = convolution_s(gpu, half, efficiency, {0, 1e11});
  CHECK(depthwise_s > dense_s);
  CHECK(convolution_s(gpu, half, efficiency, {1e12, 1e11}) == Approx(dense_s + depthwise_s));
  CHECK(convolution_s(gpu, Precision::tf32, efficiency, {0, 1e11}) == Approx(depthwise_s));
}

TEST_CASE("attention gains nothing from fp8") {
  const GpuSpec gpu = gpu_of(132);
  CHECK(fused_attention_s(gpu, Precision::fp8_mixed, efficiency, 1e12) ==
        fused_attention_s(gpu, half, efficiency, 1e12));
}

TEST_CASE("a transformer's step tends to the roofline as its products grow, from above") {
  ServerSpec server = samples::server(1);
  server.gpus.gpu = gpu_of(108);
  server.software.attention = AttentionKernel::unfused;
  const auto above_roofline = [&](double hidden) {
    WorkloadSpec shape = samples::gpt2();
    shape.hidden = hidden;
    shape.heads = shape.kv_heads = hidden / 256;
    shape.ffn_hidden = 4 * hidden;
    const StepCost step = step_cost(server, samples::transformer_job(shape));
    return step.compute_s * server.software.gemm_efficiency * step.peak_flops / step.model_flops;
  };
  for (const double hidden : {512, 1024, 2048, 4096, 8192}) CHECK(above_roofline(hidden) > 1);
  CHECK(above_roofline(512) > above_roofline(8192));
  CHECK(above_roofline(1 << 17) < 1.02);
}
