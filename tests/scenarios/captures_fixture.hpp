#pragma once

#include <string>
#include <string_view>

namespace rackcast::scenarios {

/// A file of tests/captures.
std::string capture_file(std::string_view path);

}  // namespace rackcast::scenarios
