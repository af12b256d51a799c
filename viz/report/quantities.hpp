#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rackcast::viz {

/// How a column of trace.csv is shown. An explicit table: a new column is a row.
struct Quantity {
  const char* column;
  const char* title;
  const char* unit;   ///< as shown
  double factor;      ///< from the column's unit to the one shown
  double covers_low;  ///< values the axis always covers; NaN: none
  double covers_high;
};

std::span<const Quantity> quantities();
const Quantity* quantity_of(std::string_view column);  ///< null: not in the table

/// "83.0 °C", with the unit shown.
std::string quantity_text(const Quantity& quantity, double value);
/// The same with the exact value beside it.
std::string quantity_html(const Quantity& quantity, double value);

}  // namespace rackcast::viz
