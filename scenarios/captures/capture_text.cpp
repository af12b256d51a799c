#include "scenarios/captures/capture_text.hpp"

#include <algorithm>

namespace rackcast::scenarios {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view utf16_little_mark = "\xFF\xFE";
constexpr std::string_view utf16_big_mark = "\xFE\xFF";
constexpr std::string_view blanks = " \t\r\v\f";
constexpr std::size_t longest_name = 80;

constexpr char escape = '\x1B';

std::string ascii_of_utf16(std::string_view text, std::size_t low, std::size_t high) {
  std::string out;
  out.reserve(text.size() / 2);
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const bool ascii = text[i + high] == '\0' && static_cast<unsigned char>(text[i + low]) < 0x80;
    out += ascii ? text[i + low] : '?';
  }
  return out;
}

/// First place after the terminal escape that starts at `at`: ESC [ parameters letter, or ESC and one byte.
std::size_t after_escape(std::string_view text, std::size_t at) {
  ++at;
  if (at >= text.size() || text[at] != '[') return std::min(at + 1, text.size());
  ++at;
  while (at < text.size() && text[at] >= ' ' && text[at] < '@') ++at;
  return std::min(at + 1, text.size());
}

bool printable(char c) { return c >= ' ' && c <= '~'; }

}  // namespace

Message at_line(std::uint32_t line, std::string problem, std::string why, std::string suggestion) {
  return {"line " + std::to_string(line) + ": " + std::move(problem), std::move(why), std::move(suggestion)};
}

std::optional<Message> unreadable(std::string_view text, std::string_view what) {
  const std::string name{what};
  if (text.size() > largest_capture_bytes) {
    return Message{
        "the text is too large for " + name,
        std::to_string(text.size()) + " bytes, at most " + std::to_string(largest_capture_bytes) + " are read", ""};
  }
  const std::string plain = decoded(text);
  if (plain.find_first_not_of(" \t\r\n\v\f") == std::string::npos) return Message{"the text is empty", "", ""};
  if (plain.find('\0') != std::string::npos) {
    return Message{"this is no text", "it holds zero bytes", "give " + name + " as it was printed"};
  }
  return std::nullopt;
}

std::string decoded(std::string_view text) {
  if (text.starts_with(utf16_little_mark)) return ascii_of_utf16(text.substr(2), 0, 1);
  if (text.starts_with(utf16_big_mark)) return ascii_of_utf16(text.substr(2), 1, 0);
  if (text.starts_with(utf8_mark)) text.remove_prefix(utf8_mark.size());
  return std::string{text};
}

std::string plain_text(std::string_view text) {
  const std::string bytes = decoded(text);
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    if (bytes[at] == escape) {
      at = after_escape(bytes, at);
    } else {
      if (bytes[at] != '\r') out += bytes[at];
      ++at;
    }
  }
  return out;
}

bool Lines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  line_ = rest_.substr(0, end);
  rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end + 1);
  ++number_;
  return true;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> words(std::string_view text, std::size_t most) {
  std::vector<std::string_view> out;
  for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos && out.size() < most;) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    out.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(blanks, end);
  }
  return out;
}

std::string clean_name(std::string_view text) {
  std::string out;
  for (const char c : trimmed(text.substr(0, longest_name))) {
    if (printable(c)) out += c;
  }
  return std::string{trimmed(out)};
}

}  // namespace rackcast::scenarios
