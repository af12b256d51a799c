#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "viz/report/csv_reader.hpp"
#include "viz/report/documents.hpp"

namespace rackcast::viz {

/// The column of trace.csv that holds a word, the cause that holds a clock back, where all others hold numbers.
inline constexpr std::string_view mode_column = "mode";

/// trace.csv row by row in bounded memory, with the components that layout.json names. Throws FolderUnreadable where
/// times go back or a component is in no layout.
class TraceRows {
 public:
  TraceRows(const std::filesystem::path& folder, const std::vector<Part>& parts);

  bool next();
  double time_s() const { return time_s_; }
  std::size_t part() const { return part_; }  ///< index into the parts

  const std::vector<std::string>& columns() const { return columns_; }  ///< after time and component
  std::size_t column(std::string_view name) const;                      ///< columns().size() if there is none
  std::string_view text(std::size_t column) const { return csv_.fields()[column + leading]; }
  /// NaN where it is empty or there is no such column; a cause of throttling is its bits.
  double value(std::size_t column) const;

 private:
  static constexpr std::size_t leading = 2;

  CsvReader csv_;
  std::vector<std::string> columns_;
  std::size_t mode_ = 0;
  std::map<std::string, std::size_t, std::less<>> index_;
  double time_s_ = 0;
  std::size_t part_ = 0;
};

}  // namespace rackcast::viz
