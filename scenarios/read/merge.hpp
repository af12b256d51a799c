#pragma once

#include "scenarios/facts/fact.hpp"
#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// Lays `over` on `base`: tables key by key, lists of named tables name by name, a list of exactly one by its one,
/// other lists of tables one after the other; any other value of `over` takes the place of that of `base`, and of what
/// excludes it.
void lay_over(Node& base, Node over, const TableFacts& facts);

}  // namespace rackcast::scenarios
