#include "scenarios/read/profile_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "scenarios/captures/capture_text.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

constexpr std::size_t most_points = 1'000'000;

/// A field of a line and its column, from 1.
struct Field {
  std::string_view text;
  std::uint32_t column = 1;
};

std::vector<Field> fields_of(std::string_view line) {
  std::vector<Field> fields;
  std::size_t at = 0;
  while (true) {
    const std::size_t comma = std::min(line.find(',', at), line.size());
    const std::string_view text = trimmed(line.substr(at, comma - at));
    const std::size_t from = text.empty() ? at : static_cast<std::size_t>(text.data() - line.data());
    fields.push_back({text, static_cast<std::uint32_t>(from + 1)});
    if (comma == line.size()) return fields;
    at = comma + 1;
  }
}

/// `temperature [degC]`
struct Head {
  std::string name;
  std::string unit;
};

Head head_of(std::string_view text) {
  if (text.size() > 1 && text.front() == '"' && text.back() == '"') text = trimmed(text.substr(1, text.size() - 2));
  const std::size_t open = text.find('[');
  if (open == std::string_view::npos || text.back() != ']') return {std::string{text}, ""};
  return {std::string{trimmed(text.substr(0, open))},
          std::string{trimmed(text.substr(open + 1, text.size() - open - 2))}};
}

/// Goes through the rows of one file.
class Rows {
 public:
  Rows(std::string_view text, std::uint32_t source, Diagnostics& diagnostics)
      : lines_{text}, source_{source}, diagnostics_{diagnostics} {}

  /// The next row that is not blank; false at the end.
  bool next() {
    while (lines_.next()) {
      if (trimmed(lines_.text()).empty()) continue;
      fields = fields_of(lines_.text());
      return true;
    }
    return false;
  }

  void report(std::uint32_t column, Message message) { diagnostics_.report(mark(column), std::move(message)); }
  Mark mark(std::uint32_t column) const { return {lines_.number(), column, source_}; }

  /// Field `index`, which the row must have, with a unit.
  Node quantity(std::size_t index, const std::string& unit) const {
    return text_node(std::string{fields[index].text} + " " + unit, mark(fields[index].column));
  }

  std::vector<Field> fields;

 private:
  Lines lines_;
  std::uint32_t source_;
  Diagnostics& diagnostics_;
};

constexpr std::string_view like = "write it like time [h], temperature [degC]";

/// The head of the column that is taken; 0 (the time itself) if it cannot be told.
std::size_t chosen(const std::vector<Head>& heads, std::string_view column, Rows& rows) {
  if (column.empty() && heads.size() == 2) return 1;
  std::vector<std::string> names;
  for (std::size_t i = 1; i < heads.size(); ++i) {
    if (heads[i].name == column) return i;
    names.push_back(heads[i].name);
  }
  const Message several{fmt::format("the file has {} columns of values", names.size()),
                        fmt::format("{}", fmt::join(names, ", ")), "say which to take: column = \"...\""};
  const Message unknown{fmt::format("no column {}", in_quotes(column)), "", did_you_mean(column, names)};
  rows.report(1, column.empty() ? several : unknown);
  return 0;
}

/// The columns' heads; empty if they will not do.
std::vector<Head> read_heads(Rows& rows) {
  if (!rows.next()) {
    rows.report(1, {"the file is empty", "a profile has points", std::string{like}});
    return {};
  }
  std::vector<Head> heads;
  for (const Field& field : rows.fields) heads.push_back(head_of(field.text));
  if (heads.size() < 2) {
    rows.report(1, {"one column only", "a profile has times and values", std::string{like}});
    return {};
  }
  return heads;
}

bool has_unit(const Head& head, std::size_t index, Rows& rows) {
  if (!head.unit.empty()) return true;
  rows.report(rows.fields[index].column,
              {fmt::format("{} has no unit", in_quotes(head.name)), "units stand in brackets", std::string{like}});
  return false;
}

bool too_many(const ProfilePoints& points, Rows& rows) {
  if (points.at.size() < most_points) return false;
  rows.report(1, {"too many points", fmt::format("at most {}", most_points), "leave out some"});
  return true;
}

}  // namespace

ProfilePoints read_csv_profile(std::string_view text, std::string_view column, std::uint32_t source,
                               Diagnostics& diagnostics) {
  Rows rows{text, source, diagnostics};
  const std::vector<Head> heads = read_heads(rows);
  const std::size_t value = heads.empty() ? 0 : chosen(heads, column, rows);
  if (value == 0 || !has_unit(heads[0], 0, rows) || !has_unit(heads[value], value, rows)) return {};
  ProfilePoints points;
  while (rows.next()) {
    if (rows.fields.size() != heads.size()) {
      rows.report(
          1, {fmt::format("{} fields", rows.fields.size()), fmt::format("the first line names {}", heads.size()), ""});
      return {};
    }
    if (too_many(points, rows)) return {};
    points.at.push_back(rows.quantity(0, heads[0].unit));
    points.values.push_back(rows.quantity(value, heads[value].unit));
  }
  if (points.at.empty()) rows.report(1, {"no line of values", "a profile has points", ""});
  return points;
}

ProfilePoints read_epw_profile(std::string_view text, std::uint32_t source, Diagnostics& diagnostics) {
  constexpr std::size_t head_lines = 8;
  constexpr std::size_t dry_bulb = 6;  // field, from 0
  constexpr std::string_view missing = "99.9";
  Rows rows{text, source, diagnostics};
  ProfilePoints points;
  for (std::size_t i = 0; i < head_lines; ++i) {
    if (rows.next() && (i > 0 || rows.fields[0].text == "LOCATION")) continue;
    rows.report(1, {"not an EPW weather file", "its first line begins with LOCATION, its ninth is the first hour", ""});
    return {};
  }
  while (rows.next()) {
    if (rows.fields.size() <= dry_bulb || rows.fields[dry_bulb].text == missing) {
      rows.report(
          1, {"no temperature in this hour", "the seventh field holds it, 99.9 says that it is missing", "fill it in"});
      return {};
    }
    if (too_many(points, rows)) return {};
    points.at.push_back(text_node(fmt::format("{} h", points.at.size()), rows.mark(1)));
    points.values.push_back(rows.quantity(dry_bulb, "degC"));
  }
  if (points.at.empty()) {
    rows.report(1, {"no hour in this weather file", "", ""});
    return {};
  }
  // The year closes: an hour after the last it is the first again.
  points.at.push_back(text_node(fmt::format("{} h", points.at.size()), points.at.front().where));
  points.values.push_back(points.values.front());
  return points;
}

}  // namespace rackcast::scenarios
