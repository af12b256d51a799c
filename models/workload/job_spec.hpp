#pragma once

#include <string>
#include <vector>

#include "models/workload/workload_spec.hpp"

namespace rackcast::models {

enum class Precision { fp32, tf32, fp16_mixed, bf16_mixed, fp8_mixed };
enum class Sharding { none, optimizer, gradients, parameters };  ///< ZeRO stages 0 to 3
/// What the backward pass computes again instead of keeping it. selective: the s × s part of attention, which a fused
/// kernel never keeps (arXiv 2205.05198); operations: all but attention and every second matrix product (selective by
/// operation, as torchtitan has it); full: every layer from its input.
enum class Recompute { none, selective, operations, full };
/// Whether norms, residuals and dropout split the sequence between the GPUs that split the matrices (arXiv 2205.05198).
enum class SequenceParallel { no, yes };
/// What lives in the server's main memory instead of the GPUs' (ZeRO-Offload, arXiv 2101.06840).
enum class Offload { none, optimizer };
enum class RestartBy { watchdog, hand };
/// A file for every sample, read in random order, or many samples in large files, read in sequence.
enum class StoredAs { files, records };

struct DatasetSpec {
  std::string name;
  double samples = 0;  ///< one epoch
  double validation_samples = 0;
  double epochs = 0;
  double tokens = 0;        ///< instead of samples × epochs, for transformers
  double steps = 0;         ///< instead of either
  double sample_bytes = 0;  ///< of one sample as stored
  StoredAs stored = StoredAs::files;
  double cpu_s = 0;        ///< of one core to decode and augment one sample
  double input_bytes = 0;  ///< of one sample as the GPU gets it
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

struct BatchSpec {
  double global = 0;   ///< samples per step over all GPUs
  double per_gpu = 0;  ///< global / data-parallel groups: what a GPU (or a group that shares the network) takes
  double micro = 0;    ///< samples of it per forward pass; 0: per_gpu
};

/// Of BatchSpec::micro: as many as fit.
inline constexpr double micro_auto = -1;

/// When passes over samples that are not trained on are made, and over how many.
struct EvaluationSpec {
  double epochs = 0;   ///< after every so many epochs; 0: not by epochs
  double steps = 0;    ///< after every so many steps, instead
  double samples = 0;  ///< 0: the data set's validation samples
};

/// Of `every_s` as read: the interval is still to be chosen.
inline constexpr double checkpoint_auto = -1;

struct CheckpointSpec {
  double every_s = 0;  ///< training time between checkpoints; 0: none
  double write_s = 0;  ///< training stands still for it; 0: state size / storage write rate
};

struct RestartSpec {
  RestartBy by = RestartBy::watchdog;
  double delay_s = 0;  ///< from the interruption to the relaunch
};

/// How the GPUs share one network: `tensor` split its matrices, `pipeline` its layers, `context` its sequences; each of
/// `data` groups of tensor × pipeline × context GPUs holds it whole and takes its own samples.
struct PlanSpec {
  double tensor = 1;
  double pipeline = 1;
  double context = 1;
  double data = 0;        ///< 0: as many as the GPUs make
  double interleave = 1;  ///< parts of the network that each pipeline stage holds (arXiv 2104.04473)
  SequenceParallel sequence = SequenceParallel::no;
};

/// A training job on one server, over its GPUs.
struct JobSpec {
  std::string name;
  std::string on;            ///< server
  std::vector<double> gpus;  ///< their indices, ascending; none: all of the server
  double gpu_count = 0;      ///< as read: how many, still to be chosen; 0: as `gpus` says
  double start_s = 0;        ///< when it is submitted
  WorkloadSpec workload;     ///< resolved from the catalogue by the reader
  DatasetSpec dataset;
  Device device = Device::automatic;
  Precision precision = Precision::fp16_mixed;
  Sharding sharding = Sharding::none;
  Recompute recompute = Recompute::none;
  PlanSpec plan;
  Offload offload = Offload::none;
  BatchSpec batch;
  double optimizer_bytes_per_parameter = 0;  ///< optimiser state at fp32 (Adam 8, SGD with momentum 4)
  CheckpointSpec checkpoint;
  RestartSpec restart;
  bool evaluate_each_epoch = false;
  EvaluationSpec evaluation;
  double deadline_s = 0;  ///< 0: none
};

}  // namespace rackcast::models
