#pragma once

#include <string>
#include <vector>

namespace rackcast::models {

/// What trains: of a job `automatic` are the GPUs of its server, or its CPUs if it has none.
enum class Device { automatic, gpu, cpu };

enum class WorkloadKind { vision, transformer, custom };
/// Whether attention keeps its s × s matrices in memory or works through them in one kernel.
enum class AttentionKernel { fused, unfused };

/// What is trained: a catalogue entry. Vision networks carry costs per sample; transformers carry their shape and the
/// costs follow from it (parameters and FLOPs after Narayanan et al., arXiv 2104.04473). Custom work is said in FLOPs
/// and bytes of one sample forward; a training step takes three times as much of both, and keeps half of the bytes for
/// the backward pass unless stored_activation_bytes says more exactly (a value is written once and read once).
struct WorkloadSpec {
  std::string name;
  WorkloadKind kind = WorkloadKind::vision;
  double parameters = 0;
  // vision
  double forward_flops = 0;            ///< multiply and add counted apart, one sample forward
  double activation_bytes = 0;         ///< memory traffic of one sample, forward and backward, at 16 bits a value
  double stored_activation_bytes = 0;  ///< kept for the backward pass of one sample, at 16 bits a value
  double winograd_share = 0;           ///< of forward_flops: in 3 × 3 convolutions of stride 1 (not grouped)
  double depthwise_share = 0;          ///< of forward_flops: in convolutions of each channel by itself
  // custom: forward_flops as of vision networks, and
  double forward_bytes = 0;  ///< memory traffic of one sample forward, as the precision has it
  // transformer
  double layers = 0;
  double hidden = 0;
  double heads = 0;
  double kv_heads = 0;
  double ffn_hidden = 0;
  double vocabulary = 0;
  double sequence = 0;     ///< tokens per sample
  std::string activation;  ///< "gelu" (two FFN matrices) or "swiglu" (three)
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

/// A software stack: how much of the hardware it reaches. Each constant is fitted over a whole table of measurements
/// and several GPU types; the fit is named in `source`.
struct SoftwareSpec {
  std::string name;
  Device device = Device::gpu;    ///< what it was measured on
  double compute_efficiency = 0;  ///< share of the dense tensor peak that vision kernels reach
  double gemm_efficiency = 0;     ///< share of the dense tensor peak that large transformer GEMMs reach
  double memory_efficiency = 0;   ///< share of the memory bandwidth that memory-bound kernels reach
  double traffic_factor = 0;      ///< memory traffic relative to the workload's (layout, fusion)
  double host_issue_s = 0;        ///< host time to issue one step's kernels, per micro-batch
  double overlap = 0;             ///< share of the gradient exchange that hides behind the backward pass
  double reserved_bytes = 0;      ///< context, library work space and fragmentation, per GPU
  double startup_s = 0;           ///< from launch to the first step
  AttentionKernel attention = AttentionKernel::fused;
  double loss_bytes = 4;           ///< that a logit takes while the loss is worked out
  double gradient_copy_bytes = 0;  ///< a parameter, beside its gradient, at mixed precision: sums over micro-batches
  double update_copy_bytes = 0;    ///< a parameter, beside the optimiser state and sharded with it, at mixed precision
  double fragmentation = 0;  ///< memory that the allocator keeps beside what is used, relative to it, while it can
  double host_layer_s = 0;   ///< host time to issue one layer's kernels of one micro-batch, all passes
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

}  // namespace rackcast::models
