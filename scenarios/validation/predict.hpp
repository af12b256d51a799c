#pragma once

#include <functional>
#include <string>

#include "models/server_spec.hpp"
#include "models/workload/job_spec.hpp"

namespace rackcast::scenarios {

/// Intake at which published measurements are predicted; none of their tables gives one.
inline constexpr double validation_inlet_c = 25;

/// A step as the coupled model has it for a table: governor on, the default power limit, `validation_inlet_c`.
struct PredictedStep {
  double step_s = 0;
  double clock_hz = 0;       ///< that the GPU sustains
  double samples_per_s = 0;  ///< over all GPUs
};

/// Throws std::invalid_argument where the model has no answer.
PredictedStep predict_step(const models::ServerSpec& server, const models::JobSpec& job);

/// Why the model refuses what `predict` asks it (std::invalid_argument); empty if it does not.
std::string refusal(const std::function<void()>& predict);

/// A server that is nothing but its GPUs, for what rests on nothing else.
models::ServerSpec bare_server(const models::GpuSpec& gpu, int count, const models::LinkSpec& link,
                               const models::SoftwareSpec& software);

}  // namespace rackcast::scenarios
