#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rackcast::sim {

/// The shortest decimal that reads back to the same double (std::to_chars); "inf", "-inf" and "nan" for the rest.
std::string shortest(double value);

/// A JSON document being written. Members keep the order in which they were added; numbers print as the shortest text
/// that reads back; what is not finite prints as null (JSON has no infinity). Strings are taken as UTF-8: control
/// characters are escaped and bytes that are not UTF-8 become U+FFFD.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;
  enum class Truth { no, yes };

  Json() = default;  ///< null
  Json(double value) : value_(value) {}
  Json(int value) : value_(static_cast<std::int64_t>(value)) {}
  Json(std::int64_t value) : value_(value) {}
  Json(std::uint64_t value) : value_(value) {}
  Json(Truth value) : value_(value) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(Array value) : value_(std::move(value)) {}
  Json(Object value) : value_(std::move(value)) {}

  static Json array(const std::vector<std::string>& items);
  static Truth truth(bool value) { return value ? Truth::yes : Truth::no; }

  /// Indented by one space a level, with a newline at the end: made to be read and compared line by line.
  std::string text() const;

 private:
  void append(std::string& out, int depth) const;

  std::variant<std::monostate, double, std::int64_t, std::uint64_t, Truth, std::string, Array, Object> value_;
};

/// `text` as a JSON string with its quotes.
std::string json_string(std::string_view text);

}  // namespace rackcast::sim
