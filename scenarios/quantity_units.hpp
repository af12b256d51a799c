#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/quantity_dimension.hpp"

namespace rackcast::scenarios {

/// Which prefixes a symbol takes: none, the decimal ones (n u m k M G T P E), or those and the binary ones (Ki...).
enum class Prefixes { none, decimal, binary };

/// One unit symbol: amount in base units = numerator / denominator.
struct Symbol {
  std::string_view text;
  Dimension dimension;
  double numerator;
  double denominator;
  Prefixes prefixes;
};

struct Prefix {
  std::string_view text;
  double numerator;
  double denominator;
};

std::span<const Symbol> symbols();
std::span<const Prefix> decimal_prefixes();
std::span<const Prefix> binary_prefixes();

/// What people write for a unit that has another symbol here: "degrees" → "degC". Empty if unknown.
std::string_view usual_mistake(std::string_view text);

/// Symbols with the usual prefixes, for suggestions.
std::vector<std::string> common_units();

}  // namespace rackcast::scenarios
