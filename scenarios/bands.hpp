#pragma once

#include <span>

#include "sim/trace.hpp"

namespace rackcast::scenarios {

/// Quantiles over replications: from the bands that each recorded on the same grid to a table with the columns p10, p50
/// and p90 whose components are the series, `path.column`. Rows are sorted by time, then series in order of first
/// appearance. At a time that some replications did not reach (their jobs had ended) or where a value is missing, the
/// quantiles are those of the others. Labelled columns are left out.
sim::TraceTable band_quantiles(std::span<const sim::TraceTable* const> replications);

}  // namespace rackcast::scenarios
