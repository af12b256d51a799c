#include "scenarios/replications.hpp"

namespace rackcast::scenarios {

RunResult run_replications(const Scenario& scenario, const RunOptions& options) {
  const std::atomic<bool>* stop = options.stop;
  return run_replications(scenario, options, [stop](const Scenario& s, int replication, ReplicationKind kind) {
    return run_one(s, replication, kind, stop);
  });
}

}  // namespace rackcast::scenarios
