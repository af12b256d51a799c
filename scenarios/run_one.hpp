#pragma once

#include <atomic>

#include "models/outcome.hpp"
#include "scenarios/scenario.hpp"
#include "sim/trace.hpp"

namespace rackcast::scenarios {

/// What one replication concluded and recorded.
struct ReplicationResult {
  models::Outcome outcome;
  sim::Trace trace;
};

/// A replication was given up before its end.
struct Interrupted {};

/// How much a replication records. Recording never alters the run.
enum class ReplicationKind {
  sampled,  ///< events, bands and the samples of every component: replication 0
  plain,    ///< events and bands only
};

/// Runs replication `replication` of `scenario` from start to horizon. A pure function of its arguments; safe to call
/// from several threads at once. Throws Interrupted once `*stop` is set from outside.
ReplicationResult run_one(const Scenario& scenario, int replication, ReplicationKind kind,
                          const std::atomic<bool>* stop = nullptr);

}  // namespace rackcast::scenarios
