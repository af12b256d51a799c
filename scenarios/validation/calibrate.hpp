#pragma once

#include <functional>
#include <vector>

#include "models/workload/workload_spec.hpp"

namespace rackcast::scenarios {

/// The two constants of a stack that a table of step times can tell: share of the arithmetic peak (of convolutions and
/// of matrix products alike) and memory traffic. memory_efficiency is held: only its ratio to the traffic shows.
struct StackConstants {
  double efficiency = 0.5;
  double traffic_factor = 1;
};

models::SoftwareSpec with_constants(const models::SoftwareSpec& software, const StackConstants& constants);

/// ln(predicted / measured) of each group under given constants.
using LogErrors = std::function<std::vector<double>(const StackConstants&)>;

/// The constants with the least Σ √(1 + (e/0.1)²) over the errors, so that a group that is far off does not decide
/// (soft l1, as in scenarios/calibration/fit). Efficiency in [0.02, 0.98], traffic in [0.1, 10]; a pattern search over
/// their logarithms from several starts, to 0.2 %; deterministic.
StackConstants calibrate(const LogErrors& errors);

}  // namespace rackcast::scenarios
