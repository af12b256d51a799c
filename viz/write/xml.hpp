#pragma once

#include <string>
#include <string_view>

namespace rackcast::viz {

/// `text` fit for XML text and attribute values: the five special characters as entities, control characters dropped.
std::string xml_escaped(std::string_view text);

}  // namespace rackcast::viz
