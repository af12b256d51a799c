#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackcast::viz {

/// Reads a CSV file (RFC 4180) record by record in bounded memory, so that a trace of gigabytes needs no more than its
/// longest line. Every record must have as many fields as the header.
class CsvReader {
 public:
  /// Opens `path` and reads its header. Throws FolderUnreadable if it cannot be read or is empty.
  explicit CsvReader(const std::filesystem::path& path);

  const std::vector<std::string>& header() const { return header_; }

  /// Index of a column. Throws FolderUnreadable if the file has none of that name.
  std::size_t column(std::string_view name) const;

  /// The next record; its fields stay valid until the following call. Returns false at the end of the file.
  bool next();
  const std::vector<std::string_view>& fields() const { return fields_; }

  /// A field as a number: NaN if it is empty, FolderUnreadable if it is anything else that is no finite number.
  double number(std::size_t field) const;

  [[noreturn]] void refuse(const std::string& problem) const;

 private:
  bool fill();
  std::optional<std::size_t> end_of_record();
  void split(std::size_t end);
  bool record();

  std::string name_;
  std::ifstream file_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;
  std::vector<std::string> header_;
  std::vector<std::string_view> fields_;
};

}  // namespace rackcast::viz
