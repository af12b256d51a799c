#pragma once

#include <string>
#include <vector>

#include "scenarios/facts/fact.hpp"
#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// Reports every key of `node` that is none of the table, with the nearest one or the table that has it.
void report_unknown_keys(const Node& node, const TableFacts& facts, Diagnostics& diagnostics);

/// Whether some key of the table lies below `dotted`: "batch" of "batch.global".
bool is_key_group(const TableFacts& facts, std::string_view dotted);

/// Whether the table takes `key` as the name of the catalogue entry it starts from.
bool is_reference(const TableFacts& facts, std::string_view key);

/// Dotted keys of everything a table gives: ["power_limit", "psu.rating"].
std::vector<std::string> given_keys(const Node& node);

/// `[[server]]`, `server.psu`, `the scenario`: a table as people see it.
std::string table_label(const TableFacts& facts);

}  // namespace rackcast::scenarios
