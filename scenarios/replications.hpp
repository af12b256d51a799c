#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "scenarios/run_one.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// Replications between two looks at the precision reached. Fixed, so that where a run stops depends on the scenario
/// and never on the number of threads; a multiple of common thread counts, so that few of them wait at a look.
inline constexpr int precision_batch = 32;

struct Progress {
  int done = 0;
  int total = 0;           ///< at most: a precision may end the run earlier
  double simulated_s = 0;  ///< of all replications that are done
  std::uint64_t events = 0;
};

struct RunOptions {
  int threads = 0;                                ///< 0: as many as the machine has
  const std::atomic<bool>* stop = nullptr;        ///< set from outside: start nothing more
  std::function<void(const Progress&)> progress;  ///< called after each replication, one call at a time
};

/// One replication that ran to its end.
struct FinishedReplication {
  int index = 0;
  ReplicationResult result;
};

enum class RunEnd { complete, precise, interrupted };

struct RunResult {
  std::vector<FinishedReplication> replications;  ///< ascending by index
  RunEnd end = RunEnd::complete;
};

using ReplicationFunction = std::function<ReplicationResult(const Scenario&, int replication, ReplicationKind kind)>;

/// Runs the scenario's replications with `run` on several threads; results stand by index, so they do not depend on the
/// number of threads. With `run.precision` set it stops after the first batch of `precision_batch` replications at
/// whose end the 95 % half width of the mean duration of every job is at most precision × mean. If replications throw,
/// the exception of the lowest index is rethrown. On interruption the finished replications are kept;
/// one that `run` gives up by throwing Interrupted is not.
RunResult run_replications(const Scenario& scenario, const RunOptions& options, const ReplicationFunction& run);

/// The same with `run_one`.
RunResult run_replications(const Scenario& scenario, const RunOptions& options);

}  // namespace rackcast::scenarios
