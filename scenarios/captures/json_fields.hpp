#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {

/// What stands at a key when it is no scalar.
struct JsonNull {};
struct JsonObject {};
struct JsonArray {};

/// A member of a JSON object, and the line of its key.
struct JsonField {
  std::variant<JsonNull, JsonObject, JsonArray, bool, double, std::string> value;
  std::uint32_t line = 0;
};

/// The members of a JSON document's object and of the objects in it, two levels deep, by path: "hidden_size",
/// "text_config.hidden_size", "text_config.rope_scaling.factor". What lies deeper or in arrays is checked but not kept.
/// Of equal keys the last counts, as in Python's reader.
class JsonFields {
 public:
  const JsonField* find(std::string_view path) const;
  void set(std::string path, JsonField field) { fields_.insert_or_assign(std::move(path), std::move(field)); }
  std::size_t size() const { return fields_.size(); }

 private:
  std::map<std::string, JsonField, std::less<>> fields_;
};

/// Reads strict JSON whose top is an object: at most 4 MiB, 64 levels, 20,000 kept members; an error names its line.
/// Reading goes event by event, so neither depth nor size of the text is spent on a stack or a tree.
Parsed<JsonFields> read_json_fields(std::string_view text);

}  // namespace rackcast::scenarios
