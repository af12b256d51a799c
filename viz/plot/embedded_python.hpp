#pragma once

#include <span>

#include "viz/report/embedded.hpp"

namespace rackcast::viz {

/// Every file of viz/python by path. Generated at build time (cmake/embed_catalog.cmake).
std::span<const EmbeddedFile> embedded_python();

}  // namespace rackcast::viz
