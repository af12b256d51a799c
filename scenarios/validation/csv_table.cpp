#include "scenarios/validation/csv_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {

namespace {

/// Reads one row at a time.
class CsvReader {
 public:
  CsvReader(std::string_view text, Diagnostics& diagnostics) : text_(text), diagnostics_(&diagnostics) {}

  bool at_end() const { return at_ >= text_.size(); }

  /// The cells up to the end of the line; none for a blank line or a remark.
  CsvTable::Line row() {
    CsvTable::Line cells;
    while (!at_end() && text_[at_] == '#') skip_line();
    if (at_end() || take_line_end()) return cells;
    do cells.push_back(cell());
    while (take(','));
    if (!at_end() && !take_line_end()) {
      report(here(), "a cell goes on after its closing quote", "double quotes within a cell are doubled");
      skip_line();
      cells.clear();
    }
    return cells;
  }

 private:
  Mark here() const { return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1), 0}; }

  void report(Mark where, std::string problem, std::string why) {
    diagnostics_->report(where, {std::move(problem), std::move(why), {}});
  }

  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void new_line() {
    ++line_;
    line_start_ = at_;
  }

  bool take_line_end() {
    const std::size_t before = at_;
    take('\r');
    if (take('\n') || at_end()) {
      new_line();
      return true;
    }
    at_ = before;
    return false;
  }

  void skip_line() {
    at_ = std::min(text_.find('\n', at_), text_.size());
    take('\n');
    new_line();
  }

  CsvTable::Cell cell() {
    CsvTable::Cell cell{{}, here()};
    if (take('"')) {
      quoted(cell);
    } else {
      const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
      cell.text = text_.substr(at_, end - at_);
      at_ = end;
    }
    return cell;
  }

  void quoted(CsvTable::Cell& cell) {
    while (!at_end()) {
      const char c = text_[at_++];
      if (c == '"' && !take('"')) return;
      cell.text += c;
      if (c == '\n') new_line();
    }
    report(cell.where, "a cell's quote is never closed", "everything after it is part of the cell");
    cell.text.clear();
  }

  std::string_view text_;
  Diagnostics* diagnostics_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
};

bool among(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

void check_head(const CsvTable& table, const CsvColumns& columns, Diagnostics& diagnostics) {
  std::vector<std::string> known = columns.required;
  known.insert(known.end(), columns.optional.begin(), columns.optional.end());
  std::vector<std::string> seen;
  for (const CsvTable::Cell& cell : table.head) {
    if (among(seen, cell.text)) {
      diagnostics.report(cell.where, {"column " + in_quotes(cell.text) + " stands twice", "which one counts?", {}});
    } else if (!among(known, cell.text)) {
      diagnostics.report(cell.where, {"unknown column " + in_quotes(cell.text), {}, did_you_mean(cell.text, known)});
    }
    seen.push_back(cell.text);
  }
  for (const std::string& column : columns.required) {
    if (among(seen, column)) continue;
    diagnostics.report({1, 0, 0}, {"column " + in_quotes(column) + " is missing", "the table is scored by it", {}});
  }
}

void check_numbers(const CsvTable& table, const CsvColumns& columns, Diagnostics& diagnostics) {
  for (std::size_t c = 0; c < table.head.size(); ++c) {
    if (!among(columns.numbers, table.head[c].text)) continue;
    for (const CsvTable::Line& line : table.lines) {
      if (line[c].text.empty() || csv_number(line[c].text)) continue;
      diagnostics.report(line[c].where,
                         {in_quotes(line[c].text) + " is no number", "column " + table.head[c].text + " holds numbers",
                          "write 12.5, or nothing where it is not known"});
    }
  }
}

}  // namespace

CsvTable parse_csv(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  CsvTable table{file, {}, {}};
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  CsvReader reader{text, diagnostics};
  while (!reader.at_end() && !diagnostics.many()) {
    CsvTable::Line line = reader.row();
    if (line.empty()) continue;
    if (table.head.empty()) {
      table.head = std::move(line);
    } else if (line.size() == table.head.size()) {
      table.lines.push_back(std::move(line));
    } else {
      diagnostics.report(line.back().where, {std::to_string(line.size()) + " cells in a row",
                                             "the table has " + std::to_string(table.head.size()) + " columns",
                                             "a cell that holds a comma stands between double quotes"});
    }
  }
  if (table.head.empty()) diagnostics.report({}, {"no line of column names", "the file is empty", {}});
  return table;
}

void check_columns(const CsvTable& table, const CsvColumns& columns, Diagnostics& diagnostics) {
  if (table.head.empty()) return;
  check_head(table, columns, diagnostics);
  check_numbers(table, columns, diagnostics);
}

std::optional<double> csv_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

const std::string& CsvRow::text(std::string_view column) const {
  static const std::string none;
  for (std::size_t c = 0; c < table_->head.size(); ++c) {
    if (table_->head[c].text == column) return table_->lines[index_][c].text;
  }
  return none;
}

std::optional<int> CsvRow::count(std::string_view column) const {
  const std::optional<double> value = number(column);
  if (!value || *value < 1 || *value > most_counted || std::floor(*value) != *value) return std::nullopt;
  return static_cast<int>(*value);
}

std::optional<double> CsvRow::number(std::string_view column) const { return csv_number(text(column)); }

}  // namespace rackcast::scenarios
