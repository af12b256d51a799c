#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/path.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// A scenario, or everything that is wrong with its text: never both.
struct ReadResult {
  std::optional<Scenario> scenario;
  std::vector<Diagnostic> diagnostics;
};

/// Reads and validates a scenario. `sets` are applied in order before reading; of two that say the same the last wins.
/// Files that the text names are looked for in `folder` and below it; without one none can be named.
ReadResult read_scenario(std::string_view text, std::string_view file_name, const Catalog& catalog,
                         std::span<const Override> sets = {}, const std::filesystem::path& folder = {});

/// The same from a file. A file that is missing, a folder, unreadable, too large or no text is a diagnostic.
ReadResult read_scenario_file(const std::filesystem::path& path, const Catalog& catalog,
                              std::span<const Override> sets = {});

}  // namespace rackcast::scenarios
