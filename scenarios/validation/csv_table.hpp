#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/diagnostics.hpp"

namespace rackcast::scenarios {

/// A table of comma-separated values: a line of column names, then rows. RFC 4180: cells that hold commas, quotes or
/// line ends stand between double quotes, a quote within is doubled. Blank lines and lines that begin with # between
/// rows are skipped.
struct CsvTable {
  struct Cell {
    std::string text;
    Mark where;
  };
  using Line = std::vector<Cell>;

  std::string file;
  Line head;
  std::vector<Line> lines;  ///< each as long as the head
};

/// Reads `text`; what is wrong is reported with line and column, and the row is left out. A cell without its closing
/// quote ends the reading.
CsvTable parse_csv(std::string_view text, const std::string& file, Diagnostics& diagnostics);

inline constexpr int most_counted = 1024;  ///< GPUs of one server; above is a slip

/// A row, its cells by column name.
class CsvRow {
 public:
  CsvRow(const CsvTable& table, std::size_t index) : table_(&table), index_(index) {}

  /// Empty for a column that the table does not have.
  const std::string& text(std::string_view column) const;
  /// The number in a cell; none if it is blank or anything but one finite number.
  std::optional<double> number(std::string_view column) const;
  /// The whole number from 1 to `most_counted` in a cell; none for anything else.
  std::optional<int> count(std::string_view column) const;
  std::uint32_t line() const { return table_->lines[index_].front().where.line; }

 private:
  const CsvTable* table_;
  std::size_t index_;
};

/// One finite number and nothing else, as "1e3" or "-2.5"; none otherwise.
std::optional<double> csv_number(std::string_view text);

/// What a table must have.
struct CsvColumns {
  std::vector<std::string> required;
  std::vector<std::string> optional;
  std::vector<std::string> numbers;  ///< of these, blank or a number in every row
};

/// Reports columns that are missing, repeated or of another name, and cells of number columns that hold something else.
void check_columns(const CsvTable& table, const CsvColumns& columns, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios
