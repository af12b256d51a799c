#include "scenarios/captures/json_fields.hpp"

#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "scenarios/captures/capture_text.hpp"

namespace rackcast::scenarios {
namespace {

constexpr std::size_t deepest = 64;
constexpr std::size_t most_fields = 20000;
constexpr std::size_t kept_levels = 3;    // names in a path
constexpr std::size_t longest_key = 100;  // longer ones are cut: no configuration has any

/// Where the parser has come to, shared by all copies of its iterator.
struct Position {
  const char* at;
  std::uint32_t line = 1;
};

/// Reads characters and counts lines on the way.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, Position* shared) : at_{at}, shared_{shared} {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (*at_ == '\n') ++shared_->line;
    shared_->at = ++at_;
    return *this;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  Position* shared_;
};

/// "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error ..." → "syntax error ...". What the
/// parser last read, which it repeats, may be long and no text: it is left out.
std::string reason_of(std::string_view what) {
  const std::size_t colon = what.find(": ");
  if (colon != std::string_view::npos) what.remove_prefix(colon + 2);
  const std::size_t read = what.find("; last read: ");
  if (read != std::string_view::npos) {
    const std::size_t after = what.find("; expected ", read);
    return std::string{what.substr(0, read)} +
           (after == std::string_view::npos ? std::string{} : std::string{what.substr(after)});
  }
  return std::string{what.substr(0, 200)};
}

/// Keeps the members of the first levels of objects.
class Collector : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Collector(const Position& position) : position_{position} {}

  bool null() override { return keep(JsonNull{}); }
  bool boolean(bool value) override { return keep(value); }
  bool number_integer(number_integer_t value) override { return keep(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return keep(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return keep(value); }
  bool string(string_t& value) override { return keep(std::move(value)); }
  bool binary(binary_t&) override { return keep(JsonNull{}); }

  bool start_object(std::size_t) override { return open(Level::object, JsonObject{}); }
  bool key(string_t& name) override {
    names_.back() = name.substr(0, longest_key);
    line_ = position_.line;
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Level::array, JsonArray{}); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& why) override {
    return fail("this is no valid JSON", reason_of(why.what()));
  }

  JsonFields fields;
  Message error;

 private:
  enum class Level { object, array };
  using Value = decltype(JsonField::value);

  bool open(Level level, Value value) {
    if (levels_.empty() && level == Level::array) {
      return fail("an array, not an object", "the keys of a configuration stand between { and }");
    }
    if (!keep(std::move(value))) return false;
    if (levels_.size() == deepest) {
      return fail("brackets nest deeper than " + std::to_string(deepest), "no configuration does");
    }
    levels_.push_back(level);
    names_.emplace_back();
    if (level == Level::array) ++arrays_;
    return true;
  }

  bool close() {
    if (levels_.back() == Level::array) --arrays_;
    levels_.pop_back();
    names_.pop_back();
    return true;
  }

  bool keep(Value value) {
    if (levels_.empty() && !std::holds_alternative<JsonObject>(value)) {
      return fail("no object", "the keys of a configuration stand between { and }");
    }
    if (levels_.empty() || arrays_ > 0 || names_.size() > kept_levels) return true;
    if (fields.size() >= most_fields) return fail("too many keys", "no configuration has so many");
    fields.set(path(), {std::move(value), line_});
    return true;
  }

  std::string path() const {
    std::string out;
    for (const std::string& name : names_) out += (out.empty() ? "" : ".") + name;
    return out;
  }

  bool fail(std::string problem, std::string why) {
    if (error.problem.empty()) error = at_line(position_.line, std::move(problem), std::move(why));
    return false;
  }

  const Position& position_;
  std::vector<Level> levels_;
  std::vector<std::string> names_;  ///< the key read last on each level
  std::size_t arrays_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

const JsonField* JsonFields::find(std::string_view path) const {
  const auto found = fields_.find(path);
  return found == fields_.end() ? nullptr : &found->second;
}

Parsed<JsonFields> read_json_fields(std::string_view text) {
  if (std::optional<Message> why_not = unreadable(text, "a configuration")) return {std::nullopt, *why_not};
  const std::string bytes = decoded(text);
  Position position{bytes.data()};
  Collector collector{position};
  const CountingIterator begin{bytes.data(), &position};
  const CountingIterator end{bytes.data() + bytes.size(), &position};
  if (!nlohmann::json::sax_parse(begin, end, &collector)) return {std::nullopt, collector.error};
  return {std::move(collector.fields), {}};
}

}  // namespace rackcast::scenarios
