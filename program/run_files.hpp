#pragma once

#include <string>
#include <vector>

#include "program/manifest.hpp"
#include "scenarios/replications.hpp"
#include "scenarios/summary.hpp"
#include "viz/write/output_folder.hpp"

namespace rackcast::program {

/// Writes every file of a run's folder, the manifest last.
void write_run(viz::OutputFolder& folder, const scenarios::Scenario& scenario, const scenarios::RunResult& result,
               const scenarios::Summary& summary, const RunRecord& record);

}  // namespace rackcast::program
