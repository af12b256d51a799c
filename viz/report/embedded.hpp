#pragma once

#include <span>
#include <string_view>

namespace rackcast::viz {

/// A file of viz/web that the binary carries.
struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};

/// Every style sheet and script of viz/web by path. Generated at build time (cmake/embed_catalog.cmake).
std::span<const EmbeddedFile> embedded_web();

}  // namespace rackcast::viz
