#include "scenarios/read/number_reader.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rackcast::scenarios {
namespace {

constexpr double zero_celsius_k = 273.15;  // definition of the Celsius scale
constexpr double hundredths = 100;

std::string an(const std::string& noun) {
  return (std::string_view{"aeiou"}.find(noun.front()) != std::string_view::npos ? "an " : "a ") + noun;
}

bool quantity_like(const Fact& fact) { return fact.kind == FactKind::quantity || fact.kind == FactKind::quantities; }

std::string example_of(const Fact& fact) {
  if (fact.example.empty()) return {};
  return fmt::format("write it like {} = {}", fact.key, fact.example);
}

Message bare_number(const Fact& fact, const Node& node) {
  return {fmt::format("{} has no unit", in_quotes(fact.key)), an(dimension_name(*fact.unit)) + " is needed",
          fmt::format("write \"{} {}\"", format_number(node.real), fact.unit->text)};
}

std::string in_the_right_scale(const Fact& fact, const Quantity& q) {
  if (q.unit.dimension != fact.unit->dimension) return example_of(fact);
  if (fact.unit->zero == Zero::natural) return fmt::format("write \"{} K\"", format_number(q.number));
  const double celsius = convert(q.number, q.unit, base_unit(q.unit)) - zero_celsius_k;
  if (celsius < fact.low)
    return fmt::format("write \"{} degC\"", format_number(q.number));  // no absolute one was meant
  return fmt::format("write \"{} degC\"", format_number(std::round(celsius * hundredths) / hundredths));
}

Message wrong_dimension(const Fact& fact, const Quantity& q, std::string_view written) {
  return {fmt::format("{} is {}, not {}", in_quotes(fact.key), an(dimension_name(*fact.unit)),
                      an(dimension_name(q.unit)) + " such as " + in_quotes(written)),
          "", in_the_right_scale(fact, q)};
}

Message wrong_type(const Fact& fact, const Node& node) {
  const std::string needed = quantity_like(fact) ? "a text with a unit" : "a number";
  return {fmt::format("{} needs {}, not {}", in_quotes(fact.key), needed, kind_name(node.kind)), "", example_of(fact)};
}

Parsed<double> parse_quantity_member(const Fact& fact, const Node& node) {
  if (node.is(Node::Kind::integer) || node.is(Node::Kind::real)) return {std::nullopt, bare_number(fact, node)};
  if (!node.is(Node::Kind::text)) return {std::nullopt, wrong_type(fact, node)};
  Parsed<Quantity> q = parse_quantity(node.text);
  if (!q.value) {
    q.error.problem = fmt::format("{}: {}", in_quotes(fact.key), q.error.problem);
    if (q.error.suggestion.empty()) q.error.suggestion = example_of(fact);
    q.error.suggestion += words_text(fact);
    return {std::nullopt, q.error};
  }
  const Unit& unit = q.value->unit;
  if (unit.dimension != fact.unit->dimension || unit.zero != fact.unit->zero) {
    return {std::nullopt, wrong_dimension(fact, *q.value, node.text)};
  }
  if (auto error = number_violation(fact, convert(q.value->number, unit, *fact.unit))) return {std::nullopt, *error};
  return {convert(q.value->number, unit, *fact.stored), {}};
}

Message text_for_number(const Fact& fact, const Node& node) {
  Message message = wrong_type(fact, node);
  const std::string_view text = node.text;
  if (const auto number = parse_number(text)) {
    message.suggestion = fmt::format("write {} = {}", fact.key, format_number(*number));
  } else if (text.ends_with('%')) {
    if (const auto share = parse_number(text.substr(0, text.find_last_not_of(" %") + 1))) {
      message.suggestion = fmt::format("write {} = {}", fact.key, format_number(*share / hundredths));
    }
  }
  return message;
}

Parsed<double> parse_number_member(const Fact& fact, const Node& node) {
  if (node.is(Node::Kind::text)) return {std::nullopt, text_for_number(fact, node)};
  if (!node.is(Node::Kind::integer) && !node.is(Node::Kind::real)) return {std::nullopt, wrong_type(fact, node)};
  if (auto error = number_violation(fact, node.real)) return {std::nullopt, *error};
  return {node.real, {}};
}

bool below_range(const Fact& fact, double value) {
  return fact.low_end == Fact::Low::open ? value <= fact.low : value < fact.low;
}

/// Rounding of a conversion must not push a value written at the end of its range over it.
constexpr double slack = 1e-12;

}  // namespace

std::optional<Message> number_violation(const Fact& fact, double value) {
  if (!std::isfinite(value)) return Message{fmt::format("{} is not a finite number", in_quotes(fact.key)), "", ""};
  if (fact.whole == Fact::Whole::yes && value != std::floor(value)) {
    return Message{fmt::format("{} needs a whole number, not {}", in_quotes(fact.key), format_number(value)), "", ""};
  }
  if (!has_range(fact)) return std::nullopt;
  const bool low = below_range(fact, value + std::abs(value) * slack);
  if (!low && value <= fact.high * (1 + slack)) return std::nullopt;
  const std::string unit = fact.unit ? " " + fact.unit->text : "";
  const std::string problem = fmt::format("{} cannot be {}{}", in_quotes(fact.key), format_number(value), unit);
  const std::string why = fact.range_why.empty() ? "" : "; " + std::string{fact.range_why};
  return Message{problem, "its range is " + range_text(fact) + why, ""};
}

Parsed<double> parse_member(const Fact& fact, const Node& node) {
  if (node.is(Node::Kind::text)) {
    if (const Word* word = find_word(fact, node.text)) return {word->value, {}};
  }
  return quantity_like(fact) ? parse_quantity_member(fact, node) : parse_number_member(fact, node);
}

}  // namespace rackcast::scenarios
