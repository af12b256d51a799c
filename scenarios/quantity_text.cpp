// The writing half of quantities: numbers, quantities and names of dimensions as text.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {
namespace {

constexpr int most_digits = 17;      // always enough for a double
constexpr double plain_from = 1e-4;  // smaller and larger numbers are written with an exponent
constexpr double plain_below = 1e15;

constexpr std::pair<std::string_view, std::string_view> names[] = {
    {"W", "power"},
    {"s", "time"},
    {"m", "length"},
    {"m^2", "area"},
    {"m^3", "volume"},
    {"m^3/s", "volume flow"},
    {"J", "energy"},
    {"K", "temperature difference"},
    {"degC", "temperature"},
    {"B", "amount of data"},
    {"B/s", "data rate"},
    {"FLOP", "number of operations"},
    {"FLOP/s", "rate of operations"},
    {"Hz", "frequency or rate"},
    {"K/W", "thermal resistance"},
    {"J/K", "heat capacity"},
    {"W/K", "thermal conductance"},
    {"W/m^2/K", "heat transfer coefficient"},
    {"1/K", "relative change per kelvin"},
    {"V", "voltage"},
    {"A", "current"},
    {"kg", "mass"},
    {"Pa", "pressure"},
    {"USD", "amount of money"},
    {"USD/J", "price of energy"},
};

/// `value` rounded to `digits` significant digits.
double rounded(double value, int digits) {
  std::array<char, 40> buffer{};
  const auto [end, code] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, digits - 1);
  double out = 0;
  std::from_chars(buffer.data(), end, out);
  return code == std::errc{} ? out : value;
}

std::string exponents(const Dimension& dimension) {
  static constexpr std::string_view bases[] = {"kg", "m", "s", "K", "A", "B", "FLOP", "USD"};
  std::string out;
  for (std::size_t i = 0; i < dimension.exponent.size(); ++i) {
    const int power = dimension.exponent[i];
    if (power == 0) continue;
    out += out.empty() ? "" : "*";
    out += bases[i];
    if (power != 1) out += fmt::format("^{}", power);
  }
  return out;
}

}  // namespace

std::string format_number(double value) {
  std::array<char, 48> buffer{};
  const double size = std::abs(value);
  const bool plain = size == 0 || (size >= plain_from && size < plain_below);
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                         plain ? std::chars_format::fixed : std::chars_format::scientific);
  return code == std::errc{} ? std::string(buffer.data(), end) : std::string{"0"};
}

namespace {

/// The SI unit of `unit` by the name people use for it.
std::string si_text(const Unit& unit) {
  for (const auto& [text, name] : names) {
    const Unit known = *parse_unit(text).value;
    if (known.dimension == unit.dimension && known.zero == unit.zero) return std::string{text};
  }
  return exponents(unit.dimension);
}

}  // namespace

std::string dimension_name(const Unit& unit) {
  for (const auto& [text, name] : names) {
    const Unit known = *parse_unit(text).value;
    if (known.dimension == unit.dimension && known.zero == unit.zero) return std::string{name};
  }
  const std::string text = exponents(unit.dimension);
  return text.empty() ? "plain number" : "quantity in " + text;
}

std::string format_quantity(double value, const Unit& stored, const Unit& preferred) {
  const double there = convert(value, stored, preferred);
  for (int digits = 1; digits <= most_digits; ++digits) {
    const double candidate = rounded(there, digits);
    if (convert(candidate, preferred, stored) == value) return format_number(candidate) + " " + preferred.text;
  }
  return format_number(value) + " " + (stored.text.empty() ? si_text(stored) : stored.text);
}

}  // namespace rackcast::scenarios
