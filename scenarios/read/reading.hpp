#pragma once

#include <string>

#include "scenarios/catalog.hpp"
#include "scenarios/diagnostics.hpp"

namespace rackcast::scenarios {

/// What is read: a scenario may leave out more than a catalogue entry.
enum class ReadMode { scenario, catalog };

/// What every step of a reading needs.
struct Reading {
  Diagnostics& diagnostics;
  const Catalog& catalog;
  ReadMode mode = ReadMode::scenario;
};

}  // namespace rackcast::scenarios
