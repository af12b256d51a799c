#pragma once

#include "scenarios/catalog.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/scenario.hpp"

namespace rackcast::scenarios {

/// The stack of a server whose CPUs train when nothing names one.
inline constexpr std::string_view default_cpu_software = "oneDNN on CPUs";

/// Decides for every server what trains on it: its GPUs, or its CPUs where it has none or a job asks for them. Reports
/// jobs that ask for what is not there, CPUs that do not say what training needs, and software made for the other.
void choose_devices(Scenario& scenario, const Node& document, const Catalog& catalog, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios
