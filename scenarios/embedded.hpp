#pragma once

#include <span>
#include <string_view>

namespace rackcast::scenarios {

/// A data file that the binary carries; `path` is relative to models/catalog, such as "gpus/rtx-3090.toml".
struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};

/// Every file of models/catalog, by path. Generated at build time (cmake/embed_catalog.cmake).
std::span<const EmbeddedFile> embedded_catalog();

}  // namespace rackcast::scenarios
