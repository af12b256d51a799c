#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/diagnostics.hpp"
#include "scenarios/quantity_dimension.hpp"

namespace rackcast::scenarios {

/// Where a unit's zero stands: `degC` names points on a scale, every other unit (K included) names amounts.
enum class Zero { natural, celsius };

/// A unit: amount in SI base units (kg m s K A B FLOP USD) = number · numerator / denominator. Both are whole numbers,
/// so that decimal input keeps its digits: "30 ms" is the double nearest to 0.03.
struct Unit {
  Dimension dimension;
  double numerator = 1;
  double denominator = 1;
  Zero zero = Zero::natural;
  std::string text;  ///< as written
};

/// A number with its unit, as it was written.
struct Quantity {
  double number = 0;
  Unit unit;
};

template <class T>
struct Parsed {
  std::optional<T> value;
  Message error;  ///< when there is no value
};

/// "W", "m^3/h", "W/m^2/K", "1/yr", "USD/kWh": products and quotients of prefixed symbols with whole exponents.
/// A year is 365.25 d, a month a twelfth of it; GB = 1e9 B, GiB = 2^30 B; bit = B/8; CFM is cubic feet a minute.
Parsed<Unit> parse_unit(std::string_view text);

/// NUMBER, blank, UNIT. Locale-free; infinite and not-a-number are errors.
Parsed<Quantity> parse_quantity(std::string_view text);

/// Only the number, all of `text`: decimal, finite.
std::optional<double> parse_number(std::string_view text);

/// `number` in `from` expressed in `to`; both of one dimension and zero.
double convert(double number, const Unit& from, const Unit& to);

/// The SI unit of the same dimension (degC for degC).
Unit base_unit(const Unit& unit);

/// "power", "time", "temperature"...; for a dimension without a name its exponents.
std::string dimension_name(const Unit& unit);

/// Shortest decimal text that reads back to exactly `value`.
std::string format_number(double value);

/// Text of `value`, given in `stored`, that reads back to the same double: in `preferred` if some decimal of at most
/// 17 digits does so, else in `stored`.
std::string format_quantity(double value, const Unit& stored, const Unit& preferred);

}  // namespace rackcast::scenarios
