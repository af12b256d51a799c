#pragma once

#include <nlohmann/json.hpp>

#include "sim/trace.hpp"

namespace rackcast::tests {

/// How each column of each component of a trace went: {component: {column: {first, last, lowest, highest, mean,
/// early_per_s, late_per_s, settles_s}}}. It begins with the first sample of which the component's utilisation is above
/// 0, where it has one (what comes before is not the load that was measured), else with the first of all. `settles_s`
/// is the time from there to the first sample after which the value keeps within 5 % of (last − first) of the last;
/// `early_per_s` and `late_per_s` are the slopes over the first and the last tenth. Columns with labels and components
/// that never work are left out.
nlohmann::json trace_summary(const sim::TraceTable& samples);

}  // namespace rackcast::tests
