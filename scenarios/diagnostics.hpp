#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rackcast::scenarios {

/// A place in one of the texts that were read: line and column from 1; line 0 is the text as a whole.
struct Mark {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t source = 0;  ///< index into Diagnostics' sources
};

/// What is wrong, why that is a problem, and what to do instead. Any part but the first may be empty.
struct Message {
  std::string problem;
  std::string why;
  std::string suggestion;
};

/// One violation, placed.
struct Diagnostic {
  std::string source;  ///< file name, or "--set PATH"
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  Message message;
};

/// `problem (why) suggestion`
std::string to_string(const Message& message);
/// `file:line:column: problem (why) suggestion`
std::string to_string(const Diagnostic& diagnostic);

/// Text between double quotes for a message; control characters escaped, long text cut.
std::string in_quotes(std::string_view text);

/// Collects every violation of one reading, so that a user sees all of them at once.
class Diagnostics {
 public:
  explicit Diagnostics(std::string source) : sources_{std::move(source)} {}

  std::uint32_t add_source(std::string name);
  void report(Mark where, Message message);
  std::size_t count() const { return found_.size(); }
  /// Whether so much is wrong that searching for what was meant helps nobody.
  bool many() const { return found_.size() >= 200; }
  const std::string& source(std::uint32_t index) const { return sources_[index]; }

  std::vector<Mark> marks() const;

  /// Everything reported, by source, line and column.
  std::vector<Diagnostic> sorted() const;

 private:
  std::vector<std::string> sources_;
  struct Placed {
    Mark where;
    Message message;
  };
  std::vector<Placed> found_;
};

}  // namespace rackcast::scenarios
