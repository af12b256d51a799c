#pragma once

#include <string>
#include <string_view>

namespace rackcast::viz {

/// What a column of trace.csv is called elsewhere: from its name alone, so that a new column needs nothing here.
struct ColumnName {
  std::string long_name;       ///< "highest power since the sample before"
  std::string units;           ///< of UDUNITS: "W", "degC", "MHz", "1"
  std::string base_unit_name;  ///< with the base unit that OpenMetrics asks for: "power_max_watts"
  double to_base_unit = 1;     ///< factor to it
};

ColumnName column_name(std::string_view column);

}  // namespace rackcast::viz
