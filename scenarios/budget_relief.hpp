#pragma once

#include <string>
#include <vector>

#include "scenarios/budget.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/path.hpp"

namespace rackcast::scenarios {

/// One change that by itself brings a limit down to what was aimed at.
struct Relief {
  Override set;             ///< as for `--set`
  double used = 0;          ///< of the limit, then
  double slower_share = 0;  ///< steps take longer by this share; negative: shorter
};

/// A limit that is tight, and what relieves it.
struct TightLimit {
  Margin margin;
  std::vector<Relief> reliefs;
};

/// Where a limit is comfortable: nine tenths of it. What is beyond is brought down to it, what is below by a tenth.
inline constexpr double comfortable = 0.9;

/// The reliefs of `margin`: of each thing that can be changed the least that suffices, found by working the whole
/// budget out again. Empty: nothing that a key of the scenario says helps.
std::vector<Relief> reliefs_of(const Margin& margin, const Surroundings& around, const models::ServerSpec& server,
                               const models::JobSpec& job, const Catalog& catalog);

/// The slowest link of the catalogue with which no more than `exposure_worth_a_word` of a step is exposed exchange, or
/// else the fastest that this GPU can have. No path: none is better.
Relief link_relief(const models::ServerSpec& server, const models::JobSpec& job, const Catalog& catalog);
inline constexpr double exposure_worth_a_word = 0.05;

}  // namespace rackcast::scenarios
