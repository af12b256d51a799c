#include "scenarios/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace rackcast::scenarios {
namespace {

constexpr std::string_view grammar = "write it like server.box.gpu[0].power_limit";

bool name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

Message at_column(std::string problem, std::size_t offset) {
  return {std::move(problem), fmt::format("column {} of the path", offset + 1), std::string{grammar}};
}

/// Reads `[digits]` at `offset`; the length it takes, 0 on an error.
std::size_t read_index(std::string_view text, std::size_t offset, Segment& segment) {
  const std::size_t close = text.find(']', offset);
  if (close == std::string_view::npos) return 0;
  std::size_t index = 0;
  const char* end = text.data() + close;
  const auto [stop, code] = std::from_chars(text.data() + offset + 1, end, index);
  if (code != std::errc{} || stop != end) return 0;
  segment.index = index;
  return close + 1 - offset;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

constexpr std::pair<std::string_view, Comparison> comparisons[] = {
    {">=", Comparison::at_least}, {"<=", Comparison::at_most}, {">", Comparison::above}, {"<", Comparison::below}};

}  // namespace

bool is_name(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), name_character); }

Parsed<Path> parse_path(std::string_view text) {
  Path path;
  std::size_t at = 0;
  while (true) {
    Segment segment;
    while (at < text.size() && name_character(text[at])) segment.name += text[at++];
    if (segment.name.empty()) return {std::nullopt, at_column("a name is missing in the path " + in_quotes(text), at)};
    if (at < text.size() && text[at] == '[') {
      const std::size_t length = read_index(text, at, segment);
      if (length == 0)
        return {std::nullopt, at_column("an index is a whole number in brackets, in " + in_quotes(text), at)};
      at += length;
    }
    path.segments.push_back(std::move(segment));
    if (at == text.size()) return {std::move(path), {}};
    if (text[at] != '.') {
      return {std::nullopt, at_column(fmt::format("{} cannot stand in a path", in_quotes(text.substr(at, 1))), at)};
    }
    ++at;
  }
}

std::string to_string(const Path& path) {
  std::string out;
  for (const Segment& segment : path.segments) {
    out += (out.empty() ? "" : ".") + segment.name;
    if (segment.index) out += fmt::format("[{}]", *segment.index);
  }
  return out;
}

Parsed<Override> parse_override(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return {std::nullopt, {in_quotes(text) + " sets nothing", "an = is missing", "write it like run.seed=7"}};
  }
  return {Override{std::string{trim(text.substr(0, equals))}, std::string{trim(text.substr(equals + 1))}}, {}};
}

Parsed<Condition> parse_condition(std::string_view text) {
  const std::size_t at = text.find_first_of("<>");
  if (at == std::string_view::npos) {
    return {std::nullopt,
            {in_quotes(text) + " compares nothing", "one of > >= < <= is missing",
             "write it like \"server.box.gpu.die > 88 degC\""}};
  }
  Condition condition;
  std::size_t length = 1;
  for (const auto& [symbol, comparison] : comparisons) {
    if (!text.substr(at).starts_with(symbol)) continue;
    condition.comparison = comparison;
    length = symbol.size();
    break;
  }
  Parsed<Path> path = parse_path(trim(text.substr(0, at)));
  if (!path.value) return {std::nullopt, std::move(path.error)};
  Parsed<Quantity> threshold = parse_quantity(text.substr(at + length));
  if (!threshold.value) return {std::nullopt, std::move(threshold.error)};
  condition.path = std::move(*path.value);
  condition.threshold = std::move(*threshold.value);
  return {std::move(condition), {}};
}

}  // namespace rackcast::scenarios
