#include "scenarios/text_table.hpp"

#include <algorithm>

namespace rackcast::scenarios {

namespace {

constexpr unsigned char continuation_mask = 0xC0;  // UTF-8: bytes 10xxxxxx continue a character
constexpr unsigned char continuation = 0x80;
constexpr const char* between = "  ";

std::string padded(const std::string& cell, std::size_t width, Flush flush) {
  const std::string blanks(width - std::min(width, width_of(cell)), ' ');
  return flush == Flush::right ? blanks + cell : cell + blanks;
}

}  // namespace

std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & continuation_mask) != continuation;
  }));
}

std::string TextTable::text(const std::string& indent) const {
  std::vector<std::size_t> widths(columns_.size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += (i > 0 ? between : "") + padded(row[i], widths[i], columns_[i]);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace rackcast::scenarios
