#include "viz/export/column_names.hpp"

#include <algorithm>
#include <cctype>

#include "viz/report/quantities.hpp"
#include "viz/write/series.hpp"

namespace rackcast::viz {

namespace {

constexpr double hertz_per_mhz = 1e6;

struct Unit {
  const char* suffix;  ///< of the column
  const char* units;
  const char* base_name;
  double to_base;
};
constexpr Unit units[] = {{"_w", "W", "_watts", 1},        {"_c", "degC", "_celsius", 1},
                          {"_k", "K", "_kelvin", 1},       {"_mhz", "MHz", "_hertz", hertz_per_mhz},
                          {"_s", "s", "_seconds", 1},      {"_j", "J", "_joules", 1},
                          {"_fraction", "1", "_ratio", 1}, {"", "1", "_ratio", 1}};

std::string in_words(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string long_name(std::string_view column) {
  if (const Quantity* quantity = quantity_of(column)) return in_words(quantity->title);
  for (const Quantity& quantity : quantities()) {
    const std::string title = in_words(quantity.title);
    if (extreme_name(quantity.column, "min") == column) return "lowest " + title + " since the sample before";
    if (extreme_name(quantity.column, "max") == column) return "highest " + title + " since the sample before";
  }
  return in_words(std::string(column));
}

}  // namespace

ColumnName column_name(std::string_view column) {
  const Unit& unit = *std::find_if(std::begin(units), std::end(units),
                                   [&](const Unit& u) { return column.ends_with(u.suffix); });  // the last fits all
  const std::string_view stem = column.substr(0, column.size() - std::string_view(unit.suffix).size());
  return {long_name(column), unit.units, std::string(stem) + unit.base_name, unit.to_base};
}

}  // namespace rackcast::viz
