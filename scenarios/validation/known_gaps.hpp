#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/validation/score.hpp"

namespace rackcast::scenarios {

/// A bar that a table or a case is known to miss, and why.
struct KnownGap {
  std::string table;  ///< of `rackcast validate`, or "case 038" of scenarios/cases
  std::string bar;
  std::string reason;
};

/// Reads scenarios/validation/known_gaps.toml; what is wrong with it is an error (std::runtime_error): it is ours.
std::vector<KnownGap> read_known_gaps(std::string_view toml);

/// Those in the binary.
const std::vector<KnownGap>& known_gaps();

enum class GapsOf { tables, cases };
/// Those of the tables, or those of the cases.
std::vector<KnownGap> gaps_of(GapsOf which, const std::vector<KnownGap>& gaps);

/// The gap that a bar is listed with; null if it is not.
const KnownGap* find_gap(const std::vector<KnownGap>& gaps, std::string_view table, std::string_view bar);

/// What breaks the rule that misses are listed and nothing else is: bars that are missed and not listed, listed ones
/// that are met, and listed ones that no table has.
std::vector<std::string> gap_problems(const std::vector<TableResult>& tables, const std::vector<KnownGap>& gaps);

}  // namespace rackcast::scenarios
