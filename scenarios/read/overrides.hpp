#pragma once

#include "scenarios/facts/fact.hpp"
#include "scenarios/path.hpp"
#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// Applies `--set PATH=VALUE` to the document before it is read: VALUE is a TOML value, or else a text. A key that a
/// table does not know is left for the reader to report. The place in messages is `--set PATH`.
void apply_override(Node& root, const Override& change, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios
