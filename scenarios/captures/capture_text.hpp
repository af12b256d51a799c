#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/diagnostics.hpp"

namespace rackcast::scenarios {

/// Largest capture that is read: a hundred times what the tools print for the largest servers.
inline constexpr std::size_t largest_capture_bytes = 4 << 20;

/// `line N: problem`, so that a message keeps its place without the text it came from.
Message at_line(std::uint32_t line, std::string problem, std::string why = "", std::string suggestion = "");

/// Why `text` is not read at all: it is empty, larger than any such output, or no text. `what` names what it should be.
std::optional<Message> unreadable(std::string_view text, std::string_view what);

/// The text as plain bytes: a UTF-16 file (what a Windows shell writes with `>`) becomes ASCII with `?` for the rest, a
/// byte-order mark goes.
std::string decoded(std::string_view text);

/// `decoded`, and without terminal escapes (colour, underline) and carriage returns.
std::string plain_text(std::string_view text);

/// The lines of a text one after the other, without a copy.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_{text} {}
  /// Goes to the next line; false at the end.
  bool next();
  std::string_view text() const { return line_; }
  std::uint32_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::uint32_t number_ = 0;
};

std::string_view trimmed(std::string_view text);

/// The words between blanks, at most `most` of them.
std::vector<std::string_view> words(std::string_view text, std::size_t most);

/// For a name that goes into a forecast: printable ASCII of at most 80 bytes.
std::string clean_name(std::string_view text);

}  // namespace rackcast::scenarios
