#pragma once

#include <string>

#include "models/workload/memory_need.hpp"

namespace rackcast::scenarios {

/// Spread of ln(model / measured) over the totals of the table `memory` (`rackcast validate memory` prints it), rounded
/// up: 2 stacks, 3 GPU types, 1 to 48 stages. Where a stack was never measured it is wider by an unknown amount.
inline constexpr double memory_error_sd = 0.07;

/// Probability that a job fits: Φ(ln(available / total) / memory_error_sd). ½ where the estimate just fits; what is
/// said to fit or not goes by the estimate itself. 1 for a job that needs nothing.
double fit_probability(const models::MemoryNeed& need);

/// "97 %", "more than 99.9 %".
std::string probability_text(double probability);

}  // namespace rackcast::scenarios
