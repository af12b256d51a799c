#pragma once

#include <span>

#include "scenarios/embedded.hpp"

namespace rackcast::scenarios {

/// The files below scenarios/calibration/, carried in the binary.
std::span<const EmbeddedFile> embedded_calibration();

}  // namespace rackcast::scenarios
