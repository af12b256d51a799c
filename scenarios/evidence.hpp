#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::scenarios {

/// One set of measurements against which the model was tested: how far off it was there. Names are catalogue names.
struct Evidence {
  std::string workload;
  std::string gpu;
  std::string software;
  double gpus = 0;
  std::vector<std::string> rows;  ///< ids in the validation tables
  double sd = 0;                  ///< of the logarithm of predicted / measured
  bool extrapolated = false;      ///< the model's constants were not fitted to anything like it
};

/// What is known of the model's error for one job.
struct JobEvidence {
  std::vector<std::string> nearest_rows;
  double distance = 0;  ///< infinite where there is no evidence at all
  bool extrapolated = false;
  double model_error = 0;  ///< sd of the log-normal factor on a step's time
};

/// Model error where no measurement is near, an assumption: wide enough that twice it spans the factor 0.6 to 1.6 by
/// which untuned estimates of training time miss.
inline constexpr double default_model_error = 0.25;

/// Distance between a job and an evidence entry, a sum: 1 each for another GPU type, another software and another
/// workload, and 0.25 for each factor of 2 between the numbers of GPUs. 0 is the same thing measured; up to 0.5 (within
/// 4 times as many or as few GPUs) counts as covered. The weights order what is near; nothing was fitted to them.
inline constexpr double covered_distance = 0.5;

/// The nearest entry, the first of equals. Farther than `covered_distance` the forecast is extrapolated, and its error
/// is never taken below `default_model_error`; an entry that calls itself extrapolated states the error to expect.
JobEvidence find_evidence(const std::vector<Evidence>& known, const models::ServerSpec& server,
                          const models::JobSpec& job);

/// Reads `[[evidence]]` tables; what is not understood is an error (std::runtime_error): the file is ours.
std::vector<Evidence> read_evidence(std::string_view toml);

/// The entries that the binary carries.
std::vector<Evidence> embedded_evidence();

/// find_evidence in the entries that the binary carries.
JobEvidence nearest_evidence(const models::ServerSpec& server, const models::JobSpec& job);

}  // namespace rackcast::scenarios
