#include "models/workload/kernel_time.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/workload/precision.hpp"

namespace rackcast::models {

namespace {

constexpr double flops_per_multiply_add = 2;
constexpr double operand_bytes = 2;  // to which the constants below refer

/// FLOP per clock and multiprocessor that operands of 16 bits allow: of convolutions, fitted over all one-GPU rows of
/// vision networks (scenarios/calibration/fit/fit_vision.py); of fused attention, over LLM Foundry's table on A100 and
/// H100 (fit_transformer.py).
constexpr double convolution_flops_per_clock = 900;
constexpr double attention_flops_per_clock = 1650;

/// FLOP per clock and multiprocessor of depthwise convolutions, at any width: over EfficientNet-B0, -B4 and ConvNeXt-T
/// in two layouts on RTX 3090; EfficientNet-B4 on A100 and V100, not fitted, bears it out (docs/methods/compute.md).
constexpr double depthwise_flops_per_clock = 14;

struct Tile {
  double rows;
  double columns;
};

/// What matrix libraries offer (NVIDIA, Matrix Multiplication Background User's Guide, "Tile quantization").
constexpr Tile tiles[] = {{256, 128}, {128, 256}, {128, 128}, {128, 64}, {64, 128}, {64, 64}};

/// κ: edge of a square tile's half at which operands take as long as products; over scenarios/validation's
/// vtrain_single_node and LLM Foundry's table (0 to 64 tried; docs/methods/compute.md).
constexpr double operand_edge = 64;

double tile_cost(const Tile& tile) { return 1 + operand_edge * (1 / tile.rows + 1 / tile.columns); }

double tile_rate(const Tile& tile) { return tile_cost(tiles[0]) / tile_cost(tile); }

double waves(const Tile& tile, const MatrixProduct& product, double multiprocessors) {
  const double all = std::ceil(product.rows / tile.rows) * std::ceil(product.columns / tile.columns) * product.count;
  return std::ceil(all / multiprocessors);
}

/// Whether shape matters: vector units, which do full precision, take operands from registers and small tiles.
bool on_matrix_units(const GpuSpec& gpu, Precision precision) {
  return gpu.multiprocessors > 0 && precision != Precision::fp32;
}

/// Arithmetic that its operands may hold up.
double fed_s(const GpuSpec& gpu, Precision precision, double efficiency, double flops, double flops_per_clock) {
  const double arithmetic_s = flops / (efficiency * peak_flops(gpu, precision));
  if (!on_matrix_units(gpu, precision)) return arithmetic_s;
  const double per_clock = flops_per_clock * operand_bytes / value_bytes(precision);
  const double operands_s = flops / (per_clock * gpu.multiprocessors * gpu.peak_at_hz);
  return std::sqrt(arithmetic_s * arithmetic_s + operands_s * operands_s);
}

/// Attention does not run at fp8.
Precision attention_precision(const GpuSpec& gpu, Precision precision) {
  const bool narrow = precision == Precision::fp8_mixed && peak_rate(gpu.peak, Precision::bf16_mixed) > 0;
  return narrow ? Precision::bf16_mixed : precision;
}

}  // namespace

double product_flops(const MatrixProduct& product) {
  return flops_per_multiply_add * product.rows * product.columns * product.depth * product.count;
}

double product_s(const GpuSpec& gpu, Precision precision, double efficiency, const MatrixProduct& product) {
  const double rate = efficiency * peak_flops(gpu, precision);
  if (!on_matrix_units(gpu, precision)) return product_flops(product) / rate;
  double least = std::numeric_limits<double>::infinity();
  for (const Tile& tile : tiles) {
    const double full = gpu.multiprocessors * tile.rows * tile.columns / tile_rate(tile);
    least = std::min(least, waves(tile, product, gpu.multiprocessors) * full);
  }
  return flops_per_multiply_add * least * product.depth / rate;
}

double convolution_s(const GpuSpec& gpu, Precision precision, double efficiency, const Convolutions& work) {
  const auto dense_s = [&](double flops) {
    return fed_s(gpu, precision, efficiency, flops, convolution_flops_per_clock);
  };
  if (!(gpu.multiprocessors > 0)) return dense_s(work.dense_flops + work.depthwise_flops);
  return dense_s(work.dense_flops) +
         work.depthwise_flops / (depthwise_flops_per_clock * gpu.multiprocessors * gpu.peak_at_hz);
}

double fused_attention_s(const GpuSpec& gpu, Precision precision, double efficiency, double flops) {
  return fed_s(gpu, attention_precision(gpu, precision), efficiency, flops, attention_flops_per_clock);
}

}  // namespace rackcast::models
