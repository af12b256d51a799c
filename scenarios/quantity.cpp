#include "scenarios/quantity.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "scenarios/quantity_units.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

constexpr int highest_power = 4;

double greatest_divisor(double a, double b) {
  while (b != 0) a = std::exchange(b, std::fmod(a, b));
  return a;
}

void reduce(double& numerator, double& denominator) {
  const double divisor = greatest_divisor(numerator, denominator);
  numerator /= divisor;
  denominator /= divisor;
}

struct Factor {
  Dimension dimension;
  double numerator = 1;
  double denominator = 1;
};

std::optional<Factor> prefixed(std::string_view text, const Symbol& symbol, std::span<const Prefix> prefixes) {
  if (text.size() <= symbol.text.size() || !text.ends_with(symbol.text)) return std::nullopt;
  const std::string_view front = text.substr(0, text.size() - symbol.text.size());
  for (const Prefix& prefix : prefixes) {
    if (front != prefix.text) continue;
    return Factor{symbol.dimension, prefix.numerator * symbol.numerator, prefix.denominator * symbol.denominator};
  }
  return std::nullopt;
}

/// Whole symbols win over prefixed ones: "min" is a minute, not a milli-inch.
std::optional<Factor> find_symbol(std::string_view text) {
  for (const Symbol& s : symbols()) {
    if (text == s.text) return Factor{s.dimension, s.numerator, s.denominator};
  }
  for (const Symbol& s : symbols()) {
    if (s.prefixes == Prefixes::none) continue;
    if (const auto f = prefixed(text, s, decimal_prefixes())) return f;
    if (s.prefixes != Prefixes::binary) continue;
    if (const auto f = prefixed(text, s, binary_prefixes())) return f;
  }
  return std::nullopt;
}

void multiply(Unit& unit, const Factor& factor, int power) {
  for (std::size_t i = 0; i < unit.dimension.exponent.size(); ++i) {
    const int sum = unit.dimension.exponent[i] + factor.dimension.exponent[i] * power;
    unit.dimension.exponent[i] = static_cast<std::int8_t>(sum);
  }
  for (int k = 0; k < std::abs(power); ++k) {
    unit.numerator *= power > 0 ? factor.numerator : factor.denominator;
    unit.denominator *= power > 0 ? factor.denominator : factor.numerator;
  }
}

Message unknown_unit(std::string_view text) {
  if (text == "°C" || text == "degC") {
    return {"a temperature scale cannot be part of a compound unit", "its zero is not zero heat", "write K"};
  }
  Message message{fmt::format("unknown unit {}", in_quotes(text)), "", ""};
  if (const std::string_view right = usual_mistake(text); !right.empty()) {
    message.suggestion = "write " + std::string{right};
  } else {
    message.suggestion = did_you_mean(text, common_units());
  }
  return message;
}

/// "m^3" → ("m", 3). The power is 0 when it is not a whole number from -4 to 4.
std::pair<std::string_view, int> split_power(std::string_view term) {
  const std::size_t caret = term.find('^');
  if (caret == std::string_view::npos) return {term, 1};
  const std::string_view digits = term.substr(caret + 1);
  int power = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), power);
  const bool valid =
      code == std::errc{} && end == digits.data() + digits.size() && power != 0 && std::abs(power) <= highest_power;
  return {term.substr(0, caret), valid ? power : 0};
}

/// Multiplies `unit` by one term, to the power +1 or −1; the error, if any.
std::optional<Message> take_term(Unit& unit, std::string_view term, int sign) {
  if (term.empty()) return Message{"a unit is missing beside \"*\" or \"/\"", "", "write it like \"W/m^2/K\""};
  const auto [symbol, power] = split_power(term);
  if (power == 0) return Message{fmt::format("{} has no valid power", in_quotes(term)), "", "write it like \"m^3\""};
  const auto factor = find_symbol(symbol);
  if (!factor) return unknown_unit(power == 1 ? term : symbol);
  multiply(unit, *factor, sign * power);
  return std::nullopt;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

struct NumberPrefix {
  std::optional<double> value;
  std::size_t length = 0;
  bool too_large = false;
};

NumberPrefix number_prefix(std::string_view text) {
  const std::size_t plus = text.starts_with('+') ? 1 : 0;
  double value = 0;
  const auto [end, code] = std::from_chars(text.data() + plus, text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (code == std::errc::result_out_of_range) return {std::nullopt, length, true};
  if (code != std::errc{}) return {std::nullopt, 0, false};
  return {value, length, false};
}

Message not_a_quantity(std::string_view text) {
  return {fmt::format("{} does not start with a number", in_quotes(text)), "", "write a number, a space and a unit"};
}

Message number_error(std::string_view text, std::size_t length) {
  const std::string number{text.substr(0, length)};
  const std::string rest{trim(text.substr(length))};
  if (rest.starts_with(',') || rest.starts_with('_')) {
    return {fmt::format("{} has a separator within its number", in_quotes(text)), "the decimal mark is a point",
            "write digits without separators, such as \"1105.5 CFM\""};
  }
  return {fmt::format("a space is missing between {} and {}", number, in_quotes(rest)), "",
          fmt::format("write \"{} {}\"", number, rest)};
}

}  // namespace

Parsed<Unit> parse_unit(std::string_view text) {
  if (text == "degC" || text == "°C") {
    Unit celsius;
    celsius.dimension.exponent[3] = 1;
    celsius.zero = Zero::celsius;
    celsius.text = "degC";
    return {celsius, {}};
  }
  Unit unit;
  unit.text = text;
  int sign = 1;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("*/", begin), text.size());
    if (auto error = take_term(unit, text.substr(begin, end - begin), sign)) return {std::nullopt, *error};
    sign = end < text.size() && text[end] == '/' ? -1 : 1;
    begin = end + 1;
  }
  if (!std::isfinite(unit.numerator) || !std::isfinite(unit.denominator)) {
    return {std::nullopt, {fmt::format("unit {} is out of range", in_quotes(text)), "", ""}};
  }
  reduce(unit.numerator, unit.denominator);
  return {unit, {}};
}

Parsed<Quantity> parse_quantity(std::string_view raw) {
  const std::string_view text = trim(raw);
  const NumberPrefix prefix = number_prefix(text);
  if (prefix.too_large)
    return {std::nullopt, {fmt::format("{} is beyond what a number can hold", in_quotes(text)), "", ""}};
  if (!prefix.value) return {std::nullopt, not_a_quantity(text)};
  if (!std::isfinite(*prefix.value))
    return {std::nullopt, {fmt::format("{} is not a finite number", in_quotes(text)), "", ""}};
  const std::string_view rest = text.substr(prefix.length);
  if (rest.empty()) return {std::nullopt, {fmt::format("{} has no unit", in_quotes(text)), "", ""}};
  if (rest.front() != ' ') return {std::nullopt, number_error(text, prefix.length)};
  Parsed<Unit> unit = parse_unit(trim(rest));
  if (!unit.value) return {std::nullopt, unit.error};
  return {Quantity{*prefix.value, std::move(*unit.value)}, {}};
}

std::optional<double> parse_number(std::string_view text) {
  const NumberPrefix prefix = number_prefix(text);
  if (!prefix.value || prefix.length != text.size() || !std::isfinite(*prefix.value)) return std::nullopt;
  return prefix.value;
}

double convert(double number, const Unit& from, const Unit& to) {
  double numerator = from.numerator * to.denominator;
  double denominator = from.denominator * to.numerator;
  reduce(numerator, denominator);
  return number * numerator / denominator;
}

Unit base_unit(const Unit& unit) {
  Unit base;
  base.dimension = unit.dimension;
  base.zero = unit.zero;
  return base;
}

}  // namespace rackcast::scenarios
