#pragma once

#include <string>
#include <vector>

#include "program/manifest.hpp"
#include "scenarios/replications.hpp"
#include "scenarios/summary.hpp"
#include "viz/write/output_folder.hpp"

namespace rackcast::program {

/// Writes every file of a run's folder but the report, the manifest last. The report of an earlier run goes.
void write_run(viz::OutputFolder& folder, const scenarios::Scenario& scenario, const scenarios::RunResult& result,
               const scenarios::Summary& summary, const RunRecord& record);

/// Writes report.html into a finished folder. The run is safe by then: where the page cannot be made, a warning tells
/// why.
void write_report_or_warn(const viz::OutputFolder& folder);

}  // namespace rackcast::program
