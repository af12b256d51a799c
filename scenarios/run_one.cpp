#include "scenarios/run_one.hpp"

#include "scenarios/assembly.hpp"
#include "scenarios/observers.hpp"

namespace rackcast::scenarios {

ReplicationResult run_one(const Scenario& scenario, int replication, ReplicationKind kind,
                          const std::atomic<bool>* stop) {
  models::Plant plant({scenario.run.seed, static_cast<std::uint32_t>(replication)});
  assemble(scenario, plant);
  const auto alarms = add_alarms(scenario, plant);
  record_bands(scenario, plant);
  if (kind == ReplicationKind::sampled) record_samples(scenario, plant);
  plant.simulator.run(sim::from_seconds(scenario.run.horizon_s), stop);
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted{};
  ReplicationResult result;
  result.outcome = models::conclude(plant, plant.simulator.now());
  for (const auto* alarm : alarms) result.outcome.alarms.push_back(alarm->outcome());
  result.trace = std::move(plant.simulator.trace());
  return result;
}

}  // namespace rackcast::scenarios
