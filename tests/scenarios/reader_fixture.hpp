#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/read/reader.hpp"

namespace rackcast::scenarios {

/// A catalogue of one or two entries a kind, so that the tests of the language do not depend on the data shipped.
std::span<const EmbeddedFile> test_catalog_files();
const Catalog& test_catalog();

/// A whole valid scenario on that catalogue.
std::string_view good_scenario();

/// good_scenario with the first `from` replaced by `to`.
std::string changed(std::string_view from, std::string_view to);

/// Every message of reading `text` as "t.toml", one a line.
std::string messages_of(std::string_view text, std::vector<Override> sets = {});

/// The scenario of a valid text; fails the test with the messages otherwise.
Scenario read_ok(std::string_view text, std::vector<Override> sets = {});

}  // namespace rackcast::scenarios
