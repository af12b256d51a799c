#pragma once

#include <optional>

#include "scenarios/facts/fact.hpp"
#include "scenarios/read/document.hpp"

namespace rackcast::scenarios {

/// The value of a quantity or number fact (or of one item of a list) in the unit its member holds.
Parsed<double> parse_member(const Fact& fact, const Node& node);

/// What is wrong with `value`, given in the unit the fact is written in: not finite, not whole, out of range.
std::optional<Message> number_violation(const Fact& fact, double value);

}  // namespace rackcast::scenarios
