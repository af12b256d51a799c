#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/budget.hpp"
#include "scenarios/budget_relief.hpp"
#include "scenarios/catalog.hpp"
#include "sim/json.hpp"

namespace rackcast::scenarios {

/// What the sheet rests on besides what was measured.
struct Assumptions {
  std::vector<std::pair<std::string, std::string>> defaults;  ///< keys that have their default, with its value
  std::vector<std::string> unverified;                        ///< paths of values that nobody measured
};

/// One job on its server: the budget, what relieves it and what was assumed.
struct Sheet {
  const models::JobSpec* job = nullptr;
  std::shared_ptr<const models::ServerSpec> server;  ///< as the job sees it
  int beside = 0;                                    ///< jobs that may run at the same time on it
  JobBudget budget;
  std::vector<TightLimit> limits;  ///< tightest first; reliefs of the first and of all beyond `comfortable`
  Relief link;                     ///< no path: the exchange is hidden well enough, or no link is better
  Assumptions assumptions;
};

/// Every job of a scenario, in order. The jobs must be runnable (`obstacles` empty). They point into `scenario`.
std::vector<Sheet> budget_sheets(const Scenario& scenario, const Catalog& catalog);

/// Defaults that matter to a budget and unverified values of one job and its server.
Assumptions assumptions_of(const Scenario& scenario, const models::ServerSpec& server, const models::JobSpec& job);

/// The budget sheet of `rackcast check`.
std::string check_text(const Scenario& scenario, const Catalog& catalog);

/// The same as numbers; what is infinite prints as null.
sim::Json check_json(const Scenario& scenario, const Catalog& catalog);

}  // namespace rackcast::scenarios
