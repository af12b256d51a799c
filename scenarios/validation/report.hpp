#pragma once

#include <string>
#include <vector>

#include "scenarios/validation/known_gaps.hpp"
#include "scenarios/validation/score.hpp"
#include "sim/json.hpp"

namespace rackcast::scenarios {

/// How much of each table is printed.
enum class Rows { worst, all };

/// What was scored, what was not and why, the errors, the bars, and rows with the largest errors first.
std::string validation_text(const std::vector<TableResult>& tables, const std::vector<KnownGap>& gaps, Rows rows);

/// validate.json: every row of every table.
sim::Json validation_json(const std::vector<TableResult>& tables, const std::vector<KnownGap>& gaps);

}  // namespace rackcast::scenarios
