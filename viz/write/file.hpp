#pragma once

#include <filesystem>

#include "viz/write/sink.hpp"

namespace rackcast::viz {

/// Writes `path` through a temporary file in the same folder that is renamed at the end. On any failure the temporary
/// is removed, an earlier file of that name stays, and an EnvironmentError tells the system's reason.
void write_file(const std::filesystem::path& path, const Producer& producer);

/// Creates and removes a temporary file in `folder`. Throws EnvironmentError where that is impossible.
void probe_writable(const std::filesystem::path& folder);

}  // namespace rackcast::viz
