#pragma once

#include <filesystem>
#include <functional>

#include "viz/write/sink.hpp"

namespace rackcast::viz {

/// Writes `path` through a temporary file in the same folder that is renamed at the end. On any failure the temporary
/// is removed, an earlier file of that name stays, and an EnvironmentError tells the system's reason.
void write_file(const std::filesystem::path& path, const Producer& producer);

/// The same for a library that opens files by their name: `write` is given that of the temporary file, which is there
/// and empty.
void write_file_by_name(const std::filesystem::path& path,
                        const std::function<void(const std::filesystem::path&)>& write);

/// Creates and removes a temporary file in `folder`. Throws EnvironmentError where that is impossible.
void probe_writable(const std::filesystem::path& folder);

}  // namespace rackcast::viz
