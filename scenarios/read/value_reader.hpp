#pragma once

#include "scenarios/facts/fact.hpp"
#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// Reads one value that is no table into the member of `fact` in the struct at `target`. Whatever is wrong with it is
/// reported; the member is then left as it was.
void read_value(const Node& node, const Fact& fact, void* target, Diagnostics& diagnostics);

/// Puts the default of `fact` into its member. The fact must have one.
void apply_default(const Fact& fact, void* target, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios
