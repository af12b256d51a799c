#include "scenarios/read/nesting.hpp"

namespace rackcast::scenarios {
namespace {

constexpr int deepest_key = 16;
constexpr int deepest_bracket = 32;

/// Walks over the text, one token that matters at a time.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_{text} {}

  std::optional<TextPlace> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        skip_to('\n');
      } else if (c == '"' || c == '\'') {
        skip_string(c);
      } else {
        count(c);
        if (dots_ > deepest_key || brackets_ > deepest_bracket) return place();
        ++at_;
      }
    }
    return std::nullopt;
  }

 private:
  void count(char c) {
    if (c == '.') ++dots_;
    if (c == '=' || c == ',' || c == '\n' || c == '[' || c == '{') dots_ = 0;
    if (c == '[' || c == '{') ++brackets_;
    if ((c == ']' || c == '}') && brackets_ > 0) --brackets_;
  }

  void skip_to(char c) {
    const std::size_t found = text_.find(c, at_);
    at_ = found == std::string_view::npos ? text_.size() : found;
  }

  /// A string that does not end is left to the parser to report.
  void skip_string(char quote) {
    const bool triple = text_.substr(at_).starts_with(std::string_view{quote == '"' ? R"(""")" : "'''"});
    const std::string_view end = triple ? (quote == '"' ? R"(""")" : "'''") : (quote == '"' ? "\"" : "'");
    at_ += end.size();
    while (at_ < text_.size() && !text_.substr(at_).starts_with(end)) {
      if (!triple && text_[at_] == '\n') return;
      at_ += quote == '"' && text_[at_] == '\\' ? 2U : 1U;
    }
    at_ = at_ + end.size() < text_.size() ? at_ + end.size() : text_.size();
  }

  TextPlace place() const {
    TextPlace place;
    for (const char c : text_.substr(0, at_)) {
      ++place.column;
      if (c == '\n') place = {place.line + 1, 1};
    }
    return place;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int dots_ = 0;
  int brackets_ = 0;
};

}  // namespace

std::optional<TextPlace> find_deep_nesting(std::string_view text) { return Scanner{text}.run(); }

}  // namespace rackcast::scenarios
