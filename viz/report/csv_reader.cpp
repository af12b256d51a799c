#include "viz/report/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "viz/report/unreadable.hpp"

namespace rackcast::viz {

namespace {

constexpr std::size_t piece = 1U << 20U;

}  // namespace

CsvReader::CsvReader(const std::filesystem::path& path)
    : name_(path.filename().string()), file_(path, std::ios::binary) {
  if (!file_) refuse("cannot be opened");
  if (!record()) refuse("is empty");
  header_.assign(fields_.begin(), fields_.end());
}

void CsvReader::refuse(const std::string& problem) const {
  const std::string place = line_ > 0 ? fmt::format("{}:{}", name_, line_) : name_;
  throw FolderUnreadable(place + ": " + problem + " (the file is missing or damaged) run the scenario again");
}

std::size_t CsvReader::column(std::string_view name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end()) refuse(fmt::format("has no column \"{}\"", name));
  return static_cast<std::size_t>(found - header_.begin());
}

// Drops what was read and appends a piece of the file; false at its end.
bool CsvReader::fill() {
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t before = buffer_.size();
  buffer_.resize(before + piece);
  file_.read(buffer_.data() + before, static_cast<std::streamsize>(piece));
  buffer_.resize(before + static_cast<std::size_t>(file_.gcount()));
  if (file_.bad()) refuse("cannot be read");
  return buffer_.size() > before;
}

// Where the record that begins at `at_` ends; none if the buffer holds only a part of it.
std::optional<std::size_t> CsvReader::end_of_record() {
  const std::size_t end = buffer_.find('\n', at_);
  if (end == std::string::npos) return std::nullopt;
  const std::string_view line(buffer_.data() + at_, end - at_);
  if (line.find('"') == std::string_view::npos) return end;
  bool quoted = false;
  for (std::size_t i = at_; i < buffer_.size(); ++i) {
    if (buffer_[i] == '"') quoted = !quoted;
    if (buffer_[i] == '\n' && !quoted) return i;
  }
  return std::nullopt;
}

// Cuts [at_, end) into fields; a quoted one is unquoted in place, since it only gets shorter.
void CsvReader::split(std::size_t end) {
  fields_.clear();
  for (std::size_t i = at_; i <= end;) {
    if (i < end && buffer_[i] == '"') {
      const std::size_t begin = ++i;
      std::size_t to = begin;
      for (; i < end && (buffer_[i] != '"' || (i + 1 < end && buffer_[i + 1] == '"')); ++i) {
        if (buffer_[i] == '"') ++i;
        buffer_[to++] = buffer_[i];
      }
      if (i >= end || (i + 1 < end && buffer_[i + 1] != ',')) refuse("has a quote without its end");
      fields_.emplace_back(buffer_.data() + begin, to - begin);
      i += 2;
    } else {
      const std::size_t comma = std::min(end, buffer_.find(',', i));
      fields_.emplace_back(buffer_.data() + i, comma - i);
      i = comma + 1;
    }
  }
}

bool CsvReader::record() {
  std::optional<std::size_t> end = end_of_record();
  while (!end) {
    if (!fill()) {
      if (at_ < buffer_.size()) refuse("ends in the middle of a line");
      return false;
    }
    end = end_of_record();
  }
  ++line_;
  split(*end);
  at_ = *end + 1;
  return true;
}

bool CsvReader::next() {
  if (!record()) return false;
  if (fields_.size() != header_.size()) {
    refuse(fmt::format("has {} fields where the header has {}", fields_.size(), header_.size()));
  }
  return true;
}

double CsvReader::number(std::size_t field) const {
  const std::string_view text = fields_[field];
  if (text.empty()) return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    refuse(fmt::format("\"{}\" is no number", text.substr(0, 40)));
  }
  return value;
}

}  // namespace rackcast::viz
