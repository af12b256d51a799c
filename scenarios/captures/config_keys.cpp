#include "scenarios/captures/config_keys.hpp"

#include <cmath>

#include "scenarios/captures/capture_text.hpp"

namespace rackcast::scenarios {

const JsonField* ConfigKeys::find(std::string_view key) const {
  const JsonField* field = fields_->find(prefix_ + std::string{key});
  return field == nullptr || std::holds_alternative<JsonNull>(field->value) ? nullptr : field;
}

double ConfigKeys::whole(std::span<const std::string_view> names, double fallback, double least, double most) {
  for (const std::string_view name : names) {
    if (has(name)) return whole(name, fallback, least, most);
  }
  return fallback;
}

double ConfigKeys::whole(std::string_view name, double fallback, double least, double most) {
  const JsonField* field = find(name);
  if (field == nullptr) return fallback;
  if (std::holds_alternative<JsonArray>(field->value)) {
    fail(*field, name, "it is a list, so layers differ from each other; only equal layers are modelled");
    return fallback;
  }
  const double* number = std::get_if<double>(&field->value);
  if (number == nullptr || *number != std::floor(*number) || *number < least || *number > most) {
    fail(*field, name, "expected a whole number from " + format_number(least) + " to " + format_number(most));
    return fallback;
  }
  return *number;
}

Flag ConfigKeys::flag(std::string_view name, Flag fallback) {
  const JsonField* field = find(name);
  if (field == nullptr) return fallback;
  const bool* value = std::get_if<bool>(&field->value);
  if (value == nullptr) {
    fail(*field, name, "expected true or false");
    return fallback;
  }
  return *value ? Flag::on : Flag::off;
}

std::optional<std::string> ConfigKeys::text(std::string_view name) {
  const JsonField* field = find(name);
  if (field == nullptr) return std::nullopt;
  const std::string* value = std::get_if<std::string>(&field->value);
  if (value == nullptr) {
    fail(*field, name, "expected a text");
    return std::nullopt;
  }
  return *value;
}

void ConfigKeys::fail(const JsonField& field, std::string_view key, std::string why) {
  if (!error_) error_ = at_line(field.line, in_quotes(prefix_ + std::string{key}) + " cannot be used", std::move(why));
}

}  // namespace rackcast::scenarios
