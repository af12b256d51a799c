#include "models/workload/parameters.hpp"

#include "models/workload/precision.hpp"
#include "models/workload/transformer.hpp"

namespace rackcast::models {

namespace {

constexpr double bytes_fp32 = 4;

}  // namespace

double parameter_count(const WorkloadSpec& workload) {
  const bool counted = workload.parameters > 0 || workload.kind != WorkloadKind::transformer;
  return counted ? workload.parameters : transformer_parameters(workload);
}

ParameterBytes parameter_bytes(const JobSpec& job) {
  const double width = value_bytes(job.precision);
  const double master = master_weights(job.precision) == MasterWeights::kept ? bytes_fp32 : 0;
  return {width, width, master + job.optimizer_bytes_per_parameter};
}

double checkpoint_bytes(const JobSpec& job) {
  const ParameterBytes bytes = parameter_bytes(job);
  return parameter_count(job.workload) * (bytes.weights + bytes.optimizer);
}

}  // namespace rackcast::models
