#pragma once

#include <string_view>
#include <vector>

#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// Points of a profile as texts with units, each where it stands in its file.
struct ProfilePoints {
  std::vector<Node> at;
  std::vector<Node> values;
};

/// A table of comma-separated values: its first line names the columns with their units in brackets, `time [h],
/// temperature [degC]`; the first column is the time. `column` names the one to take; it may be empty if there is but
/// one. `source` is the file's in `diagnostics`; everything wrong is reported there.
ProfilePoints read_csv_profile(std::string_view text, std::string_view column, std::uint32_t source,
                               Diagnostics& diagnostics);

/// The dry-bulb temperature of an EnergyPlus weather file (EPW: eight lines of heads, then one line an hour, the
/// temperature in °C in the seventh field, 99.9 where it is missing; EnergyPlus Auxiliary Programs, "Weather
/// Converter"). The run begins with its first hour; after the last it starts over.
ProfilePoints read_epw_profile(std::string_view text, std::uint32_t source, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios
