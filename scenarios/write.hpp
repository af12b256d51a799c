#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/catalog_value.hpp"
#include "scenarios/facts/fact.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// The whole scenario as TOML with every key spelled out: catalogue entries by all their values, so that it means the
/// same with any catalogue. Reads back to the same scenario and writes back to the same bytes.
std::string write_scenario(const Scenario& scenario);

/// Full paths of every value in use that nobody measured, such as "server.box.gpu.thermal.sink_to_air".
std::vector<std::string> unverified_values(const Scenario& scenario);

/// The value of one fact as TOML source. Not for tables.
std::string format_value(const Fact& fact, const void* target);

/// Every key of a struct with its value, nested tables as dotted keys.
std::vector<CatalogValue> list_values(const TableFacts& facts, const void* target);

/// A TOML basic string.
std::string toml_text(std::string_view text);

}  // namespace rackcast::scenarios
