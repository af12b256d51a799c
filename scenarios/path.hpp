#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/diagnostics.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {

/// One part of a path: a name of letters, digits, _ and -, with an index or without (all of them).
struct Segment {
  std::string name;
  std::optional<std::size_t> index;
};

/// `kind.name.part[i].key`: the one way to point at something, in --set, axes, alarms and traces.
struct Path {
  std::vector<Segment> segments;
};

/// On an error `value` is empty and the message names the column.
Parsed<Path> parse_path(std::string_view text);
std::string to_string(const Path& path);

/// Whether `text` may name a server, room or job: letters, digits, _ and -, not empty.
bool is_name(std::string_view text);

/// A change made to a scenario on the command line or by an axis: `PATH=VALUE`.
struct Override {
  std::string path;
  std::string value;
};

/// Splits at the first '='.
Parsed<Override> parse_override(std::string_view text);

enum class Comparison { above, at_least, below, at_most };

/// `PATH OP QUANTITY`, not yet held against a scenario.
struct Condition {
  Path path;
  Comparison comparison = Comparison::above;
  Quantity threshold;
};

Parsed<Condition> parse_condition(std::string_view text);

}  // namespace rackcast::scenarios
