#pragma once

#include <string>

#include "models/compute/gpu_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::models {

/// As written in a scenario: "fp16 mixed".
const char* name(Precision precision);

/// Bytes of a value that kernels pass to each other (activations) and of a weight they read: 4 at fp32 and tf32, 2 at
/// mixed precision. At fp8 mixed only the operands of matrix products are narrower; they are cast on the way in.
double value_bytes(Precision precision);

/// Whether a 4-byte master copy of the weights is kept beside those that kernels read.
enum class MasterWeights { none, kept };
MasterWeights master_weights(Precision precision);

/// Dense peak at this precision as the datasheet has it; 0: not supported.
double peak_rate(const PeakRates& peak, Precision precision);

/// Dense peak of one GPU at this precision, FLOP/s at peak_at_hz. Throws std::invalid_argument, naming the precisions
/// that the GPU does have, when it has none.
double peak_flops(const GpuSpec& gpu, Precision precision);

}  // namespace rackcast::models
