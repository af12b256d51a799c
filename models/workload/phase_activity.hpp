#pragma once

namespace rackcast::models::activity {

/// How busy core and memory of a board are: shares of the full dynamic core power and of the memory bandwidth.
struct Activity {
  double core = 0;
  double memory = 0;
};

// No public measurement separates these at kernel level; all are assumptions, chosen so that a compute-bound step draws
// the board's full core power and a memory-bound one about two thirds of the board's limit, as training power traces of
// both kinds do (arXiv 2412.08602, 2506.14551).

/// Tensor-bound kernels: defines full core activity; operands stream from memory at about a third of its bandwidth.
inline constexpr Activity tensor_kernels{1.0, 0.35};
/// Memory-bound kernels: the cores wait for data much of the time; 0.9 is what well-written streaming kernels reach.
inline constexpr Activity memory_kernels{0.6, 0.9};
/// Exposed gradient exchange: a few cores copy and add, memory follows the link.
inline constexpr Activity exchange{0.2, 0.2};
/// Waiting for the host, for data or for slower boards: clocks run, a polling kernel at most.
inline constexpr Activity waiting{0.1, 0.0};

/// Waiting for the next batch: no kernel is there to run, clocks stay up.
inline constexpr Activity starved{0.0, 0.0};

}  // namespace rackcast::models::activity
