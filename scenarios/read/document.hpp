#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/diagnostics.hpp"

namespace rackcast::scenarios {

struct Entry;

/// One value of a TOML document and where it stands. Plain data: nothing else of TOML is seen outside document.cpp.
struct Node {
  enum class Kind { table, array, text, integer, real, boolean, date };

  Kind kind = Kind::table;
  Mark where;
  std::string text;  ///< of a text or a date
  std::int64_t integer = 0;
  double real = 0;
  bool boolean = false;
  std::vector<Entry> entries;  ///< of a table, in the order of the file
  std::vector<Node> items;     ///< of an array

  bool is(Kind k) const { return kind == k; }
  /// The value under `key` of a table, or null.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  /// The value under a dotted key, through nested tables, or null.
  const Node* find_dotted(std::string_view dotted) const;
  /// The table under `key`, added if there is nothing.
  Node& at_or_add(std::string_view key, Mark mark);
  void erase(std::string_view key);
};

/// A key of a table with its value.
struct Entry {
  std::string key;
  Mark where;  ///< of the key
  Node value;
};

Node text_node(std::string text, Mark where = {});
Node number_node(double value, Mark where = {});

/// "a table", "a text", "a number"...
std::string_view kind_name(Node::Kind kind);

/// Parses `text`. On a violation of TOML's grammar reports it and returns an empty table.
Node parse_document(std::string_view text, std::uint32_t source, Diagnostics& diagnostics);

/// `text` as a TOML value, or as a text where it is none: the value side of `--set PATH=VALUE`.
Node parse_value(std::string_view text, Mark where);

}  // namespace rackcast::scenarios
