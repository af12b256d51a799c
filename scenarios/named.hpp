#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/diagnostics.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {

/// The item of this name; null: none.
template <class T>
const T* find_named(const std::vector<T>& items, std::string_view name) {
  const auto found = std::find_if(items.begin(), items.end(), [name](const T& item) { return item.name == name; });
  return found == items.end() ? nullptr : &*found;
}

/// That none of the items has this name, with the nearest that one has.
template <class T>
Message no_such(std::string_view kind, std::string_view name, const std::vector<T>& items) {
  std::vector<std::string> names;
  for (const T& item : items) names.push_back(item.name);
  return {fmt::format("no {} is named {}", kind, in_quotes(name)), "", did_you_mean(name, names)};
}

}  // namespace rackcast::scenarios
