#pragma once

#include <optional>
#include <string>

#include "scenarios/validation/predict.hpp"
#include "scenarios/validation/tables.hpp"

namespace rackcast::scenarios {

/// A training row of the published tables, put into the catalogue's terms.
struct PublishedJob {
  models::GpuSpec gpu;
  models::SoftwareSpec software;
  models::JobSpec job;  ///< batch not set
  std::string gpu_name;
  std::string stack;
};

/// The row's GPU, network, precision and stack, or why they have no counterpart.
struct MappedJob {
  std::optional<PublishedJob> job;
  std::string reason;
};

/// `network` is the row's workload. Precision: AMP and FP16 are fp16 mixed; FP32/TF32 is tf32 on a GPU that has it,
/// FP32 never. SQuAD rows: 384 tokens.
MappedJob map_job(const CsvRow& row, const std::string& network, const ValidationContext& context);

}  // namespace rackcast::scenarios
