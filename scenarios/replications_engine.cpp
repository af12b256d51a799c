#include "scenarios/replications.hpp"

namespace rackcast::scenarios {

RunResult run_replications(const Scenario& scenario, const RunOptions& options) {
  return run_replications(scenario, options, run_one);
}

}  // namespace rackcast::scenarios
