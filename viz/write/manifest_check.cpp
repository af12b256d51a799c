#include <optional>
#include <string>
#include <string_view>

#include "viz/write/output_folder.hpp"

namespace rackcast::viz {

namespace {

// Walks the members of the top-level object only: a "tool" deeper inside, or inside a string, is not ours.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool has_member(std::string_view key, std::string_view value) {
    if (next() != '{') return false;
    for (int depth = 1; depth > 0;) {
      const char c = next();
      if (c == '\0') return false;
      if (c == '"') {
        const std::optional<std::string> text = string();
        if (!text) return false;
        if (depth == 1 && *text == key && peek() == ':') return next() == ':' && next() == '"' && string() == value;
      }
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
    }
    return false;
  }

 private:
  void skip_space() {
    const std::size_t found = text_.find_first_not_of(" \t\r\n", at_);
    at_ = found == std::string_view::npos ? text_.size() : found;
  }

  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  char next() {
    const char c = peek();
    if (at_ < text_.size()) ++at_;
    return c;
  }

  // The rest of a string whose opening quote was read; escapes are kept as they stand (our own values have none).
  std::optional<std::string> string() {
    const std::size_t start = at_;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == '"') {
        return std::string(text_.substr(start, at_++ - start));
      }
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool is_manifest_of_rackcast(std::string_view json) { return Scanner(json).has_member("tool", "rackcast"); }

}  // namespace rackcast::viz
