#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/catalog_filter.hpp"
#include "sim/json.hpp"

namespace rackcast::scenarios {

/// Entries of a kind for people: the name, the keys that tell entries of this kind apart, those that were asked for,
/// and the confidence. A star marks values that nobody measured.
std::string entries_text(std::string_view kind, const std::vector<const CatalogEntry*>& entries,
                         const std::vector<std::string>& asked);

/// One entry for people: every key with its value, unit and meaning, as TOML.
std::string entry_text(std::string_view kind, const CatalogEntry& entry);

/// All values of an entry; of several as a list.
sim::Json entry_json(std::string_view kind, const CatalogEntry& entry);

}  // namespace rackcast::scenarios
