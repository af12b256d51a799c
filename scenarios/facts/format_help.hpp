#pragma once

#include <string>

#include "scenarios/facts/fact.hpp"

namespace rackcast::scenarios {

/// docs/scenario_format.md, whole: every table with its keys, values, defaults and an example.
std::string scenario_format_markdown();

/// The keys of one table as aligned plain text, for --help.
std::string format_key_help(const TableFacts& facts);

/// "power, such as \"350 W\"": what may stand behind a key.
std::string value_text(const Fact& fact);
/// The default as TOML source, or "required".
std::string default_text(const Fact& fact);

}  // namespace rackcast::scenarios
