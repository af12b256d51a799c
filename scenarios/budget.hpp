#pragma once

#include <vector>

#include "scenarios/budget_step.hpp"

namespace rackcast::scenarios {

/// Heat of every server of a scenario at its own job, found once. A server whose job cannot run counts as idle.
class RoomHeat {
 public:
  explicit RoomHeat(const Scenario& scenario);
  Surroundings around(const models::ServerSpec& server) const;
  /// With the jobs beside this one.
  Surroundings around(const models::ServerSpec& server, const models::JobSpec& job) const;

 private:
  const Scenario& scenario_;
  std::vector<double> wall_w_;  ///< by server
};

/// Both throw std::invalid_argument for a job that cannot run on the server, which is the one that the job sees.
JobBudget job_budget(const Surroundings& around, const models::ServerSpec& server, const models::JobSpec& job);
JobBudget job_budget(const Scenario& scenario, const models::JobSpec& job);

}  // namespace rackcast::scenarios
