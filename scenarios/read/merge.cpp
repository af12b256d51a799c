#include "scenarios/read/merge.hpp"

#include <algorithm>

namespace rackcast::scenarios {
namespace {

bool has_names(const TableFacts& facts) {
  const Fact* name = facts.find("name");
  return name != nullptr && name->kind == FactKind::name;
}

const std::string* name_of(const Node& table) {
  const Node* name = table.find("name");
  return name != nullptr && name->is(Node::Kind::text) ? &name->text : nullptr;
}

/// An entry given by its name becomes a table that starts from it.
void open_entry(Node& node, const TableFacts& facts) {
  if (!node.is(Node::Kind::text) || facts.base.kind.empty()) return;
  Node table;
  table.where = node.where;
  table.entries.push_back({"use", node.where, text_node(node.text, node.where)});
  node = std::move(table);
}

void erase_dotted(Node& table, std::string_view dotted) {
  const std::size_t dot = dotted.find('.');
  if (dot == std::string_view::npos) return table.erase(dotted);
  if (Node* group = table.find(dotted.substr(0, dot))) erase_dotted(*group, dotted.substr(dot + 1));
}

class Layer {
 public:
  Layer(Node& root, const TableFacts& facts) : root_{root}, facts_{facts} {}

  /// Keys of `over`, whose names start with `prefix` in the facts, onto `base`, a group of keys of the root or itself.
  void keys(Node& base, Node over, const std::string& prefix) {
    for (Entry& entry : over.entries) {
      const std::string dotted = prefix + entry.key;
      const Fact* fact = facts_.find(dotted);
      if (fact != nullptr && !fact->excludes.empty()) erase_dotted(root_, fact->excludes);
      Node* old = base.find(entry.key);
      if (old == nullptr) {
        base.entries.push_back(std::move(entry));
      } else if (fact == nullptr && old->is(Node::Kind::table) && entry.value.is(Node::Kind::table)) {
        keys(*old, std::move(entry.value), dotted + ".");
      } else {
        value(*old, std::move(entry.value), fact);
      }
    }
  }

 private:
  static void value(Node& old, Node fresh, const Fact* fact) {
    if (fact != nullptr && fact->kind == FactKind::table && fresh.is(Node::Kind::table)) {
      open_entry(old, *fact->table);
      if (old.is(Node::Kind::table)) return lay_over(old, std::move(fresh), *fact->table);
    }
    if (fact != nullptr && fact->kind == FactKind::tables && old.is(Node::Kind::array) && fresh.is(Node::Kind::array)) {
      return list(old, std::move(fresh), *fact);
    }
    old = std::move(fresh);
  }

  static void list(Node& old, Node fresh, const Fact& fact) {
    const bool single = fact.items == Fact::Items::at_most_one && old.items.size() == 1 && fresh.items.size() == 1;
    if (single) return lay_over(old.items[0], std::move(fresh.items[0]), *fact.table);
    for (Node& item : fresh.items) {
      Node* same = has_names(*fact.table) ? same_name(old, item) : nullptr;
      if (same != nullptr) {
        lay_over(*same, std::move(item), *fact.table);
      } else {
        old.items.push_back(std::move(item));
      }
    }
  }

  static Node* same_name(Node& list, const Node& item) {
    const std::string* name = name_of(item);
    if (name == nullptr) return nullptr;
    const auto found = std::find_if(list.items.begin(), list.items.end(), [&](const Node& other) {
      const std::string* other_name = name_of(other);
      return other_name != nullptr && *other_name == *name;
    });
    return found == list.items.end() ? nullptr : &*found;
  }

  Node& root_;
  const TableFacts& facts_;
};

}  // namespace

void lay_over(Node& base, Node over, const TableFacts& facts) {
  base.where = over.where;
  Layer{base, facts}.keys(base, std::move(over), "");
}

}  // namespace rackcast::scenarios
