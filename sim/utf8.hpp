#pragma once

#include <string>
#include <string_view>

namespace rackcast::sim {

/// `text` with every byte that is not part of well-formed UTF-8 replaced by U+FFFD: what goes into JSON, CSV and SVG
/// files can then be read by strict parsers, whatever a scenario's file name or title held.
std::string valid_utf8(std::string_view text);

}  // namespace rackcast::sim
