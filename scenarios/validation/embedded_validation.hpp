#pragma once

#include <span>
#include <string_view>

#include "scenarios/embedded.hpp"

namespace rackcast::scenarios {

/// The tables and lists below scenarios/validation/, carried in the binary.
std::span<const EmbeddedFile> embedded_validation();

/// The text of one of them. Throws std::logic_error for a file that is not there.
std::string_view embedded_validation_file(std::string_view path);

}  // namespace rackcast::scenarios
