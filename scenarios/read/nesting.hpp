#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rackcast::scenarios {

/// A place in a text, from 1.
struct TextPlace {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// Where keys or brackets of a TOML text nest deeper than any scenario needs (a parser would recurse as deep). Linear
/// in the text; strings and comments are skipped.
std::optional<TextPlace> find_deep_nesting(std::string_view text);

}  // namespace rackcast::scenarios
