#pragma once

#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/knob.hpp"

namespace rackcast::scenarios {

/// What changes the memory that a job takes of a GPU, without another result of the training: smaller micro-batches,
/// recomputation, sharding, offloading, split tensors. The first four relieve more with each setting.
std::vector<Knob> memory_knobs(const Design& design);

/// Larger main memory, in sizes that are sold.
Knob main_memory_knob(const Design& design);

/// An optimiser whose state takes fewer bits (8-bit Adam, arXiv 2110.02861): nearly the same result.
Knob optimizer_knob(const Design& design);

/// GPUs of the catalogue of the same maker and form with more memory, the least first.
Knob larger_gpu_knob(const Design& design, const Catalog& catalog);

}  // namespace rackcast::scenarios
