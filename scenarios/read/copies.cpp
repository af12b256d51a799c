#include "scenarios/read/copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "scenarios/facts/tables.hpp"
#include "scenarios/read/value_reader.hpp"

namespace rackcast::scenarios {
namespace {

const std::string* text_of(const Node& table, std::string_view key) {
  const Node* node = table.find(key);
  return node != nullptr && node->is(Node::Kind::text) ? &node->text : nullptr;
}

// A bare number becomes one too: the reader then tells which unit it lacks.
void open_constant(Node* profile, std::string_view swing) {
  if (profile == nullptr || profile->is(Node::Kind::table) || profile->is(Node::Kind::array)) return;
  Node table;
  table.where = profile->where;
  table.entries.push_back({"mean", profile->where, *profile});
  table.entries.push_back({"daily_swing", profile->where, text_node(std::string{swing}, profile->where)});
  *profile = std::move(table);
}

void set_text(Node& table, std::string_view key, std::string text) {
  if (Node* node = table.find(key)) node->text = std::move(text);
}

struct Count {
  std::size_t value = 0;  ///< 0: none
};

class Copier {
 public:
  Copier(Node& document, Diagnostics& diagnostics) : document_{document}, diagnostics_{diagnostics} {}

  void run() {
    for (const auto& [kind, facts] : {std::pair{"server", &server_facts()}, std::pair{"job", &job_facts()}}) {
      if (Node* list = document_.find(kind); list != nullptr && list->is(Node::Kind::array)) copy(*list, *facts);
    }
  }

 private:
  void copy(Node& list, const TableFacts& facts) {
    std::vector<Node> items;
    for (Node& item : list.items) {
      const std::size_t count = take_count(item, facts);
      if (count == 0) {
        items.push_back(std::move(item));
        continue;
      }
      if (items.size() + count > most_items) return report_too_many(item, facts);
      for (std::size_t k = 1; k <= count; ++k) items.push_back(numbered(item, facts, k));
    }
    list.items = std::move(items);
  }

  void report_too_many(const Node& item, const TableFacts& facts) {
    diagnostics_.report(item.where, {fmt::format("the counts make more than {} {}s", most_items, facts.name),
                                     "that many were never meant", "give smaller counts"});
  }

  /// 0: none given, or not a valid one.
  std::size_t take_count(Node& item, const TableFacts& facts) {
    const Node* node = item.find("count");
    if (node == nullptr || !item.is(Node::Kind::table)) return 0;
    const Node given = *node;
    item.erase("count");
    Fact fact = *facts.find("count");
    fact.access = integer_access<&Count::value>();
    Count count;
    read_value(given, fact, &count, diagnostics_);
    if (count.value == 0) return 0;
    if (const std::string* name = text_of(item, "name")) counted_.insert(std::string{facts.name} + "." + *name);
    return count.value;
  }

  Node numbered(const Node& item, const TableFacts& facts, std::size_t k) const {
    Node copy = item;
    if (const std::string* name = text_of(item, "name")) set_text(copy, "name", fmt::format("{}-{}", *name, k));
    const std::string* on = facts.name == "job" ? text_of(item, "on") : nullptr;
    if (on != nullptr && counted_.contains("server." + *on)) set_text(copy, "on", fmt::format("{}-{}", *on, k));
    return copy;
  }

  static constexpr std::size_t most_items = 100'000;

  Node& document_;
  Diagnostics& diagnostics_;
  std::set<std::string> counted_;  ///< "server.node"
};

}  // namespace

void open_constants(Node& document) {
  if (Node* site = document.find("site")) open_constant(site->find("climate"), "0 K");
  Node* rooms = document.find("room");
  if (rooms == nullptr) return;
  for (Node& room : rooms->items) open_constant(room.find("other_heat"), "0 W");
}

bool has_item(const Node& document, std::string_view kind, std::string_view name) {
  const Node* list = document.find(kind);
  if (list == nullptr) return false;
  return std::any_of(list->items.begin(), list->items.end(), [name](const Node& item) {
    const std::string* own = text_of(item, "name");
    return own != nullptr && *own == name;
  });
}

void take_counts(Node& document, Diagnostics& diagnostics) { Copier{document, diagnostics}.run(); }

}  // namespace rackcast::scenarios
