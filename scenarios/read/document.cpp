// The only file that includes TOML++: it turns its tables into Nodes.
#include "scenarios/read/document.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <sstream>

#include "scenarios/read/nesting.hpp"

namespace rackcast::scenarios {
namespace {

Mark mark_of(const toml::source_region& region, std::uint32_t source) {
  return {static_cast<std::uint32_t>(region.begin.line), static_cast<std::uint32_t>(region.begin.column), source};
}

bool stands_before(const Mark& a, const Mark& b) { return a.line != b.line ? a.line < b.line : a.column < b.column; }

template <class T>
std::string printed(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

Node to_node(const toml::node& from, std::uint32_t source);

void add_entries(Node& node, const toml::table& table, std::uint32_t source) {
  node.entries.reserve(table.size());
  for (const auto& [key, value] : table) {
    Entry entry{std::string{key.str()}, mark_of(key.source(), source), to_node(value, source)};
    node.entries.push_back(std::move(entry));
  }
  std::stable_sort(node.entries.begin(), node.entries.end(),
                   [](const Entry& a, const Entry& b) { return stands_before(a.where, b.where); });
}

Node to_node(const toml::node& from, std::uint32_t source) {
  Node node;
  node.where = mark_of(from.source(), source);
  if (const auto* table = from.as_table()) {
    add_entries(node, *table, source);
  } else if (const auto* array = from.as_array()) {
    node.kind = Node::Kind::array;
    node.items.reserve(array->size());
    for (const toml::node& item : *array) node.items.push_back(to_node(item, source));
  } else if (const auto* text = from.as_string()) {
    node.kind = Node::Kind::text;
    node.text = text->get();
  } else if (const auto* integer = from.as_integer()) {
    node.kind = Node::Kind::integer;
    node.integer = integer->get();
    node.real = static_cast<double>(integer->get());
  } else if (const auto* real = from.as_floating_point()) {
    node.kind = Node::Kind::real;
    node.real = real->get();
  } else if (const auto* boolean = from.as_boolean()) {
    node.kind = Node::Kind::boolean;
    node.boolean = boolean->get();
  } else {
    node.kind = Node::Kind::date;
    from.visit([&node](const auto& value) {
      if constexpr (toml::is_chronological<decltype(value)>) node.text = printed(value.get());
    });
  }
  return node;
}

/// TOML++'s "Error while parsing key: ..." in the words of this program.
Message reworded(std::string_view description) {
  if (const std::size_t colon = description.find(": "); description.starts_with("Error while parsing")) {
    if (colon != std::string_view::npos) description.remove_prefix(colon + 2);
  }
  if (description.find("redefine") != std::string_view::npos) {
    return {"this key or table stands here a second time", std::string{description}, "remove one of the two"};
  }
  if (description.find("utf-8") != std::string_view::npos || description.find("UTF-8") != std::string_view::npos) {
    return {"the file is not UTF-8 text", std::string{description}, "save it as UTF-8"};
  }
  if (description.find("control character") != std::string_view::npos) {
    return {"a text does not end on its line", std::string{description}, "is a quote missing?"};
  }
  return {"not valid TOML", std::string{description}, ""};
}

}  // namespace

Node parse_document(std::string_view text, std::uint32_t source, Diagnostics& diagnostics) {
  if (const auto deep = find_deep_nesting(text)) {
    diagnostics.report({deep->line, deep->column, source},
                       {"keys or brackets are nested too deeply", "no table of a scenario is", ""});
    return {};
  }
  try {
    return to_node(toml::parse(text), source);
  } catch (const toml::parse_error& error) {
    diagnostics.report(mark_of(error.source(), source), reworded(error.description()));
    return {};
  }
}

Node parse_value(std::string_view text, Mark where) {
  const bool one_line = text.find_first_of("\r\n") == std::string_view::npos;
  if (one_line && !find_deep_nesting(text)) {
    const std::string line = "value = " + std::string{text};
    try {
      Node node = to_node(*toml::parse(line).get("value"), where.source);
      node.where = where;
      return node;
    } catch (const toml::parse_error&) {
      return text_node(std::string{text}, where);
    }
  }
  return text_node(std::string{text}, where);
}

}  // namespace rackcast::scenarios
