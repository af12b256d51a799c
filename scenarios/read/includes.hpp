#pragma once

#include <filesystem>

#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// Replaces `include = [...]` of a scenario's document by what the named files say, this file's own words laid over
/// theirs (merge.hpp), later files over earlier ones. `folder` is that of the file; included files may include others,
/// from their own folders. A file that includes itself, and anything wrong with any of them, is reported.
void take_includes(Node& document, const std::filesystem::path& folder, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios
