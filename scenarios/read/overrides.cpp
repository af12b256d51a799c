#include "scenarios/read/overrides.hpp"

#include <fmt/format.h>

#include "scenarios/facts/tables.hpp"
#include "scenarios/read/unknown_keys.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

using Segments = std::span<const Segment>;

bool has_names(const TableFacts& facts) {
  const Fact* name = facts.find("name");
  return name != nullptr && name->kind == FactKind::name;
}

class Setter {
 public:
  Setter(const Override& change, Mark mark, Diagnostics& diagnostics)
      : value_{parse_value(change.value, mark)}, mark_{mark}, diagnostics_{diagnostics} {}

  /// Descends one table; `segments` is what is left of the path.
  void table(Node& node, const TableFacts& facts, Segments segments) {
    if (!ensure_table(node, facts)) return;
    Node* parent = &node;
    std::string dotted;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const Segment& segment = segments[i];
      dotted += (i == 0 ? "" : ".") + segment.name;
      const Segments rest = segments.subspan(i + 1);
      const Fact* fact = facts.find(dotted);
      if (fact != nullptr && fact->kind == FactKind::tables)
        return list(parent->at_or_add(segment.name, mark_), *fact, segment, rest);
      if (segment.index) return report(fmt::format("{} is not a list", in_quotes(dotted)), "it takes no index");
      if (fact != nullptr && fact->kind == FactKind::table && !rest.empty()) {
        return table(parent->at_or_add(segment.name, mark_), *fact->table, rest);
      }
      if (fact == nullptr && !rest.empty() && is_key_group(facts, dotted)) {
        parent = &parent->at_or_add(segment.name, mark_);
        if (!parent->is(Node::Kind::table)) return report(fmt::format("{} is not a table", in_quotes(dotted)), "");
        continue;
      }
      if (!rest.empty()) return report_no_parts(fact, facts, dotted, segment.name);
      set(*parent, segment.name);
      if (fact != nullptr) remove_excluded(node, fact->excludes);
      return;
    }
    report("the path ends at a table", "a key in it is needed");
  }

 private:
  void report(std::string problem, std::string why, std::string suggestion = "") {
    diagnostics_.report(mark_, {std::move(problem), std::move(why), std::move(suggestion)});
  }

  void report_no_parts(const Fact* fact, const TableFacts& facts, const std::string& dotted, const std::string& key) {
    if (fact != nullptr) return report(fmt::format("{} has no parts", in_quotes(dotted)), "it is a value");
    std::vector<std::string> keys;
    for (const Fact& known : facts.facts) keys.emplace_back(known.key.substr(0, known.key.find('.')));
    report(fmt::format("unknown key {}", in_quotes(dotted)), "not a key of " + table_label(facts),
           did_you_mean(key, keys));
  }

  /// A table given as the name of an entry becomes one that starts from it.
  bool ensure_table(Node& node, const TableFacts& facts) {
    if (node.is(Node::Kind::text) && !facts.base.kind.empty()) {
      Node entry;
      entry.where = node.where;
      entry.entries.push_back({"use", node.where, text_node(node.text, node.where)});
      node = std::move(entry);
    }
    if (node.is(Node::Kind::table)) return true;
    report(fmt::format("{} is {}", table_label(facts), kind_name(node.kind)), "a table is needed to set a key in it");
    return false;
  }

  void set(Node& parent, const std::string& key) {
    parent.erase(key);
    parent.entries.push_back({key, mark_, value_});
  }

  static void remove_excluded(Node& table, std::string_view dotted) {
    if (dotted.empty()) return;
    const std::size_t dot = dotted.rfind('.');
    Node* parent = &table;
    if (dot != std::string_view::npos) parent = table.find(dotted.substr(0, dot));
    if (parent != nullptr) parent->erase(dotted.substr(dot == std::string_view::npos ? 0 : dot + 1));
  }

  /// `segment` leads to a list of tables: a new list, or all of them, the one of its index, or the one that `rest`
  /// names.
  void list(Node& node, const Fact& fact, const Segment& segment, Segments rest) {
    if (rest.empty() && !segment.index && value_.is(Node::Kind::array)) {
      node = value_;
      return;
    }
    const bool single = fact.items == Fact::Items::at_most_one;
    if (single && node.is(Node::Kind::table) && node.entries.empty()) make_list_of_one(node);
    if (single && !node.is(Node::Kind::array)) return one(node, fact, segment, rest);
    if (node.is(Node::Kind::table) && node.entries.empty()) node.kind = Node::Kind::array;
    if (!node.is(Node::Kind::array)) return report(fmt::format("{} is not a list", in_quotes(fact.key)), "");
    if (segment.index) return indexed(node, fact, *segment.index, rest);
    if (has_names(*fact.table)) return named(node, fact, rest);
    if (rest.empty()) return report(fmt::format("{} is a list of tables", in_quotes(fact.key)), "", example(fact));
    for (Node& item : node.items) table(item, *fact.table, rest);
  }

  static std::string example(const Fact& fact) {
    return fact.example.empty() ? std::string{} : fmt::format("write it like {}", fact.example);
  }

  void make_list_of_one(Node& node) const {
    node.kind = Node::Kind::array;
    Node item;
    item.where = mark_;
    node.items.push_back(std::move(item));
  }

  void one(Node& node, const Fact& fact, const Segment& segment, Segments rest) {
    if (segment.index.value_or(0) != 0) return report_index(fact, *segment.index, 1);
    table(node, *fact.table, rest);
  }

  void indexed(Node& node, const Fact& fact, std::size_t index, Segments rest) {
    if (index >= node.items.size()) return report_index(fact, index, node.items.size());
    table(node.items[index], *fact.table, rest);
  }

  void report_index(const Fact& fact, std::size_t index, std::size_t size) {
    report(fmt::format("no {}[{}]", fact.key, index), fmt::format("{} of {} here, counted from 0", size, fact.key),
           fact.table == &gpu_group_facts() ? "the GPUs of a server are one group: gpu or gpu[0]" : "");
  }

  void named(Node& node, const Fact& fact, Segments rest) {
    if (rest.empty()) return report("the path ends at a list", "the name of one is needed");
    std::vector<std::string> names;
    for (Node& item : node.items) {
      const Node* name = item.find("name");
      if (name == nullptr || !name->is(Node::Kind::text)) continue;
      if (name->text == rest[0].name) return table(item, *fact.table, rest.subspan(1));
      names.push_back(name->text);
    }
    report(fmt::format("no {} is named {}", fact.key, in_quotes(rest[0].name)), "", did_you_mean(rest[0].name, names));
  }

  Node value_;
  Mark mark_;
  Diagnostics& diagnostics_;
};

}  // namespace

void apply_override(Node& root, const Override& change, Diagnostics& diagnostics) {
  const Mark mark{0, 0, diagnostics.add_source("--set " + change.path)};
  const Parsed<Path> path = parse_path(change.path);
  if (!path.value) return diagnostics.report(mark, path.error);
  Setter{change, mark, diagnostics}.table(root, scenario_facts(), path.value->segments);
}

}  // namespace rackcast::scenarios
