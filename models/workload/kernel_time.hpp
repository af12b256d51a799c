#pragma once

#include "models/compute/gpu_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

// How long arithmetic takes by class of kernel and shape, s at peak_at_hz; all of it goes with 1/clock. Where the GPU
// does not say its multiprocessors, and at fp32 (vector units take operands from registers, and small tiles), each
// class is the plain roofline FLOPs / (efficiency · peak). docs/methods/compute.md.

/// A matrix product: rows × columns of the result, `depth` multiply-adds for each, `count` of them in one launch.
struct MatrixProduct {
  double rows = 0;
  double columns = 0;
  double depth = 0;
  double count = 1;
};

/// 2 · rows · columns · depth · count.
double product_flops(const MatrixProduct& product);

/// Tiles of the result, one to a multiprocessor, in waves: the least over the library's tiles m × n of
/// waves · 2·m·n·depth / (u · efficiency · peak / multiprocessors), waves = ⌈⌈rows/m⌉ · ⌈columns/n⌉ · count /
/// multiprocessors⌉; u = what operands leave of the rate of the largest tile, (1 + κ(1/256 + 1/128)) / (1 + κ(1/m +
/// 1/n)). Very large products reach efficiency · peak, none more.
double product_s(const GpuSpec& gpu, Precision precision, double efficiency, const MatrixProduct& product);

/// FLOPs of a network's convolutions, multiply and add apart.
struct Convolutions {
  double dense_flops = 0;
  double depthwise_flops = 0;  ///< each channel by itself
};

/// Dense ones √(arithmetic² + operands²), arithmetic = flops / (efficiency · peak), operands = flops / (c ·
/// multiprocessors · clock), c of 16-bit operands, halved for twice the width. Depthwise ones, which no matrix unit
/// takes, at any precision: flops / (c_d · multiprocessors · clock).
double convolution_s(const GpuSpec& gpu, Precision precision, double efficiency, const Convolutions& work);

/// Attention in one kernel: as convolutions, with its own c. At fp8 mixed it stays in 16 bits.
double fused_attention_s(const GpuSpec& gpu, Precision precision, double efficiency, double flops);

}  // namespace rackcast::models
