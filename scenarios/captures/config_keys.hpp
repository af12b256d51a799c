#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "scenarios/captures/json_fields.hpp"

namespace rackcast::scenarios {

enum class Flag { off, on };

/// A configuration's keys, of its top or of one object in it. Values of a wrong type are errors, kept until asked for;
/// the first one counts.
class ConfigKeys {
 public:
  ConfigKeys(const JsonFields& fields, std::string prefix) : fields_{&fields}, prefix_{std::move(prefix)} {}

  /// Absent or null: nullptr.
  const JsonField* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }

  /// The first of `names` that is there; `fallback` if none is. At least `least`, at most `most`, whole.
  double whole(std::span<const std::string_view> names, double fallback, double least, double most);
  double whole(std::string_view name, double fallback, double least, double most);
  Flag flag(std::string_view name, Flag fallback);
  std::optional<std::string> text(std::string_view name);

  const std::optional<Message>& error() const { return error_; }
  void fail(const JsonField& field, std::string_view key, std::string why);

 private:
  const JsonFields* fields_;
  std::string prefix_;  ///< "" or "text_config."
  std::optional<Message> error_;
};

}  // namespace rackcast::scenarios
