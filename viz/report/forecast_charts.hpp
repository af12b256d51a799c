#pragma once

#include <span>
#include <string>

#include "viz/report/documents.hpp"

namespace rackcast::viz {

/// From the ideal to what happened: a bar for the ideal, one for each loss where the one before ended, one for the
/// whole. The widths add up exactly as the account does; a loss too small to see (under 0.05 % of the whole) has no
/// bar.
std::string waterfall_html(const JobForecast& job);

/// The share of the replications that are done by then, over time: a step at each, with p10, p50, p90, ideal and
/// deadline marked. `durations_s` are those of the replications that finished, of `replications` in all.
std::string duration_chart_html(const JobForecast& job, std::span<const double> durations_s, double replications);

}  // namespace rackcast::viz
