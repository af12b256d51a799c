#pragma once

#include <filesystem>

#include "scenarios/catalog.hpp"
#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// Replaces every key that names a file to take values from by those values: `file` of profiles, `smi`, `topo` and
/// `lspci` of GPUs, `config` of jobs. What the scenario says itself stays. Files are in `folder` or below it.
void take_outside_values(Node& document, const std::filesystem::path& folder, const Catalog& catalog,
                         Diagnostics& diagnostics);

}  // namespace rackcast::scenarios
