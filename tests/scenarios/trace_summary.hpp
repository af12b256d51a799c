#pragma once

#include <nlohmann/json.hpp>

#include "sim/trace.hpp"

namespace rackcast::tests {

/// How each column of each component of a trace went: {component: {column: {first, last, lowest, highest, mean,
/// settles_s}}}. It begins with the first sample of which the component's utilisation is above 0, where it has one
/// (what comes before is not the load that was measured), else with the first of all. `settles_s` is the time from
/// there to the first sample after which the value keeps within 5 % of (last − first) of the last. Columns with labels
/// and components that never work are left out.
nlohmann::json trace_summary(const sim::TraceTable& samples);

}  // namespace rackcast::tests
