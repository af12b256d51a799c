#pragma once

#include <string>

namespace rackcast::scenarios {

/// One key of a catalogue entry, for printing.
struct CatalogValue {
  std::string key;
  std::string value;  ///< as TOML source, with its unit
  enum class Evidence { measured, unverified } evidence = Evidence::measured;
};

}  // namespace rackcast::scenarios
