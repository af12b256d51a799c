#pragma once

#include <string>
#include <vector>

#include "scenarios/budget_sheet.hpp"
#include "scenarios/path.hpp"

namespace rackcast::scenarios {

/// The catalogue that is shipped.
const Catalog& shipped_catalog();

/// A valid box with two GPUs and one job, job.train on server.box in room.storeroom, with changes.
Scenario box_with(const std::vector<Override>& sets = {});
std::string box_text();

/// Its one job's budget and sheet.
JobBudget box_budget(const std::vector<Override>& sets = {});

/// Used share of a limit; fails the test if there is no such limit.
double used(const JobBudget& budget, Limit limit);

}  // namespace rackcast::scenarios
