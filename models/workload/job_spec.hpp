#pragma once

#include <string>
#include <vector>

#include "models/workload/workload_spec.hpp"

namespace rackcast::models {

enum class Precision { fp32, tf32, fp16_mixed, bf16_mixed, fp8_mixed };
enum class Sharding { none, optimizer, gradients, parameters };  ///< ZeRO stages 0 to 3
enum class Recompute { none, full };
enum class RestartBy { watchdog, hand };
/// A file for every sample, read in random order, or many samples in large files, read in sequence.
enum class StoredAs { files, records };

struct DatasetSpec {
  std::string name;
  double samples = 0;  ///< one epoch
  double validation_samples = 0;
  double epochs = 0;
  double tokens = 0;        ///< instead of samples × epochs, for transformers
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
  double per_gpu = 0;  ///< global / GPUs
  double micro = 0;    ///< samples per GPU and forward pass; 0: per_gpu
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

/// A training job on one server: data parallel over all its GPUs.
struct JobSpec {
  std::string name;
  std::string on;         ///< server
  WorkloadSpec workload;  ///< resolved from the catalogue by the reader
  DatasetSpec dataset;
  Precision precision = Precision::fp16_mixed;
  Sharding sharding = Sharding::none;
  Recompute recompute = Recompute::none;
  BatchSpec batch;
  double optimizer_bytes_per_parameter = 0;  ///< optimiser state at fp32 (Adam 8, SGD with momentum 4)
  CheckpointSpec checkpoint;
  RestartSpec restart;
  bool evaluate_each_epoch = false;
  double deadline_s = 0;  ///< 0: none
};

}  // namespace rackcast::models
