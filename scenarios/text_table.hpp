#pragma once

#include <string>
#include <vector>

namespace rackcast::scenarios {

/// Columns for a terminal: cells padded to the widest of their column, two blanks between. Width counts characters, not
/// bytes. The first column is flush left, the others as said.
enum class Flush { left, right };

class TextTable {
 public:
  explicit TextTable(std::vector<Flush> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// Every row on a line of its own behind `indent`, no blanks at its end.
  std::string text(const std::string& indent) const;

 private:
  std::vector<Flush> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Characters of UTF-8 text.
std::size_t width_of(const std::string& text);

}  // namespace rackcast::scenarios
