#include "scenarios/read/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "scenarios/read/unknown_keys.hpp"
#include "scenarios/read/value_reader.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

constexpr std::size_t few_missing = 3;  // keys worth a line each

bool needed(const Fact& fact, ReadMode mode) {
  return fact.need == Need::always || fact.need == (mode == ReadMode::scenario ? Need::in_scenario : Need::in_catalog);
}

Message unknown_entry(const TableFacts& facts, std::string_view name, const Reading& reading) {
  const std::string kind{facts.base.kind};
  if (reading.diagnostics.many())
    return {fmt::format("no entry {} in the catalogue's {}", in_quotes(name), kind), "", ""};
  const std::string near = nearest(name, reading.catalog.names(kind));
  const std::string lists = fmt::format("rackcast catalog {} lists them", kind);
  return {fmt::format("no entry {} in the catalogue's {}", in_quotes(name), kind), "",
          near.empty() ? lists : fmt::format("did you mean {}? ({})", in_quotes(near), lists)};
}

/// Reads one table; the steps of read_table stand in order in run().
class TableReader {
 public:
  TableReader(const Node& node, const TableFacts& facts, void* target, Start start, Reading& reading)
      : node_{node}, facts_{facts}, target_{target}, start_{start}, reading_{reading} {}

  void run() {
    if (node_.is(Node::Kind::text) && !facts_.base.kind.empty()) return take_entry(node_);
    if (!node_.is(Node::Kind::table)) return report_wrong_type();
    take_base();
    for (const Fact& fact : facts_.facts) read_fact(fact);
    report_missing();
    report_unknown_keys(node_, facts_, reading_.diagnostics);
    drop_replaced_from_unverified();
  }

 private:
  void report_wrong_type() {
    const std::string needed =
        facts_.base.kind.empty() ? "a table" : fmt::format("the name of an entry of {} or a table", facts_.base.kind);
    const std::string label = facts_.base.kind.empty() ? table_label(facts_) : "this";
    reading_.diagnostics.report(
        node_.where, {fmt::format("{} needs to be {}, not {}", label, needed, kind_name(node_.kind)), "", ""});
  }

  const TableFacts& base_facts() const { return facts_.base.facts == nullptr ? facts_ : *facts_.base.facts; }
  void* base_target() const { return facts_.base.at == nullptr ? target_ : facts_.base.at(target_); }

  void copy_entry(const CatalogEntry& entry) {
    copy_facts(base_facts(), entry.spec.get(), base_target());
    if (const Fact* type = facts_.find("type")) *type->access.text(target_) = entry.name;
    from_entry_ = true;
  }

  /// Whether the member of `fact` already holds the value of an entry.
  bool filled(const Fact& fact) const {
    if (fact.inherit == Inherit::no) return false;
    return start_ == Start::filled || (from_entry_ && base_facts().find(fact.key) != nullptr);
  }

  /// Copies the entry that `name` names.
  void take_entry(const Node& name) {
    if (const CatalogEntry* entry = reading_.catalog.find(facts_.base.kind, name.text)) return copy_entry(*entry);
    unknown_base_ = true;
    reading_.diagnostics.report(name.where, unknown_entry(facts_, name.text, reading_));
  }

  const Node* reference() const {
    if (facts_.base.kind.empty()) return nullptr;
    if (const Node* use = node_.find("use")) return use;
    return node_.find(facts_.base.reference);
  }

  void take_base() {
    const Node* name = reference();
    if (name == nullptr) return;
    if (!name->is(Node::Kind::text)) {
      return reading_.diagnostics.report(name->where, {"a catalogue entry is named by a text", "",
                                                       fmt::format("write it like use = \"...\"; rackcast catalog {} "
                                                                   "lists the names",
                                                                   facts_.base.kind)});
    }
    if (reading_.mode == ReadMode::catalog && facts_.base.reference == "name") return;  // its own
    const auto& spared = facts_.base.optional_with;
    const bool free = std::any_of(spared.begin(), spared.end(),
                                  [this](auto key) { return !key.empty() && node_.find(key) != nullptr; });
    if (free && reading_.catalog.find(facts_.base.kind, name->text) == nullptr) return;
    take_entry(*name);
  }

  void read_fact(const Fact& fact) {
    const Node* node = node_.find_dotted(fact.key);
    if (fact.role == Role::input) return report_input(fact, node);
    if (fact.kind == FactKind::tables) return read_list(fact, node);
    if (fact.kind == FactKind::table) return read_child(fact, node);
    if (node != nullptr) return read_own(*node, fact);
    if (filled(fact)) return;
    if (needed(fact, reading_.mode)) {
      missing_.push_back(fact.key);
    } else if (fact.fallback) {
      apply_default(fact, target_, reading_.diagnostics);
    }
  }

  /// What takes values from elsewhere is replaced by them before this; an entry of the catalogue stands for itself.
  void report_input(const Fact& fact, const Node* node) {
    if (node == nullptr) return;
    reading_.diagnostics.report(
        node->where, {fmt::format("{} cannot stand here", in_quotes(fact.key)),
                      "an entry of the catalogue says its values itself", "write them out, or say it in the scenario"});
  }

  void read_own(const Node& node, const Fact& fact) {
    if (fact.kind != FactKind::name || reading_.mode == ReadMode::scenario) {
      return read_value(node, fact, target_, reading_.diagnostics);
    }
    Fact free_text = fact;  // entries are named as their makers name them
    free_text.kind = FactKind::text;
    read_value(node, free_text, target_, reading_.diagnostics);
  }

  void* child(const Fact& fact) const { return fact.access.object(fact.access.owner(target_)); }

  /// The entry that a nested table starts from when nothing names one.
  const CatalogEntry* default_entry(const Fact& fact) const {
    return fact.fallback ? reading_.catalog.find(fact.table->base.kind, *fact.fallback) : nullptr;
  }

  void read_child(const Fact& fact, const Node* node) {
    if (node == nullptr && filled(fact)) return;
    const CatalogEntry* entry = filled(fact) ? nullptr : default_entry(fact);
    if (node == nullptr && entry == nullptr) return read_empty_child(fact);
    Start start = filled(fact) ? Start::filled : Start::empty;
    const bool whole = node != nullptr && node->find("name") != nullptr;  // an entry of its own, not a changed one
    if (entry != nullptr && !whole) {
      copy_facts(*fact.table, entry->spec.get(), child(fact));
      start = Start::filled;
    }
    if (node != nullptr) read_table(*node, *fact.table, child(fact), start, reading_);
  }

  /// A table that nobody gives: of defaults only, or missing.
  void read_empty_child(const Fact& fact) {
    if (!fact.table->base.kind.empty() || needed(fact, reading_.mode)) return report_missing_child(fact);
    Node empty;
    empty.where = node_.where;
    read_table(empty, *fact.table, child(fact), Start::empty, reading_);
  }

  void report_missing_child(const Fact& fact) {
    if (!fact.fallback || reading_.mode == ReadMode::catalog) return missing_.push_back(fact.key);
    reading_.diagnostics.report(node_.where,
                                {fmt::format("{} is missing", in_quotes(fact.key)),
                                 fmt::format("its default {} is not in the catalogue", in_quotes(*fact.fallback)), ""});
  }

  void read_list(const Fact& fact, const Node* node) {
    void* owner = fact.access.owner(target_);
    const bool single = fact.items == Fact::Items::at_most_one;
    if (node == nullptr) {
      if (single && needed(fact, reading_.mode) && !filled(fact)) missing_.push_back(fact.key);
      return;
    }
    const Start start = single && filled(fact) ? Start::filled : Start::empty;
    const bool list = node->is(Node::Kind::array);
    if (single && !list) return read_table(*node, *fact.table, fact.access.item(owner, 0), start, reading_);
    if (!list) return report_no_list(fact, *node);
    if (single && node->items.size() != 1) return report_not_one(fact, *node);
    fact.access.resize(owner, node->items.size());
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      read_table(node->items[i], *fact.table, fact.access.item(owner, i), start, reading_);
    }
    report_repeated_names(fact, *node);
  }

  void report_no_list(const Fact& fact, const Node& node) {
    reading_.diagnostics.report(
        node.where, {fmt::format("{} is a list of tables, not {}", in_quotes(fact.key), kind_name(node.kind)), "",
                     fmt::format("write {}", table_label(*fact.table))});
  }

  void report_not_one(const Fact& fact, const Node& node) {
    reading_.diagnostics.report(
        node.where, {fmt::format("{} {} here", node.items.size(), table_label(*fact.table)),
                     "a server has GPUs of one type: they share every step of its job",
                     node.items.empty() ? "add one" : "use count for equal ones, another [[server]] for others"});
  }

  void report_repeated_names(const Fact& fact, const Node& list) {
    const Fact* name = fact.table->find("name");
    if (name == nullptr || name->kind != FactKind::name) return;
    std::map<std::string_view, Mark> seen;
    for (const Node& item : list.items) {
      const Node* text = item.find("name");
      if (text == nullptr || !text->is(Node::Kind::text)) continue;
      const auto [first, added] = seen.emplace(text->text, text->where);
      if (added) continue;
      reading_.diagnostics.report(text->where,
                                  {fmt::format("a second {} is named {}", fact.key, in_quotes(text->text)),
                                   fmt::format("the first is at line {}", first->second.line), "names must differ"});
    }
  }

  void report_missing() {
    if (missing_.empty() || unknown_base_) return;
    const bool entry = !facts_.base.kind.empty() && reference() == nullptr && missing_.size() > 1;
    const std::string start_from =
        entry ? fmt::format("start from an entry: {} = \"...\" (rackcast catalog {} lists them)", facts_.base.reference,
                            facts_.base.kind)
              : std::string{};
    if (missing_.size() <= few_missing) {
      for (const std::string_view key : missing_) report_one_missing(key, start_from);
      return;
    }
    std::string list;
    for (const std::string_view key : missing_) list += (list.empty() ? "" : ", ") + std::string{key};
    reading_.diagnostics.report(
        node_.where, {fmt::format("{} lacks {} keys", table_label(facts_), missing_.size()), list, start_from});
  }

  void report_one_missing(std::string_view key, const std::string& start_from) {
    const Fact* fact = facts_.find(key);
    std::string how = start_from;
    if (how.empty() && !fact->example.empty()) how = fmt::format("add {} = {}", key, fact->example);
    reading_.diagnostics.report(node_.where, {fmt::format("{} is missing in {}", in_quotes(key), table_label(facts_)),
                                              std::string{fact->help}, how});
  }

  /// A value that the user replaced is the user's; it is no longer one of the entry's unverified ones.
  void drop_replaced_from_unverified() {
    const Fact* fact = facts_.find("unverified");
    if (fact == nullptr || node_.find("unverified") != nullptr) return;
    auto& list = *fact->access.texts(fact->access.owner(target_));
    for (const std::string& given : given_keys(node_)) {
      std::erase_if(list, [&](const std::string& key) { return key == given || key.starts_with(given + "."); });
    }
  }

  const Node& node_;
  const TableFacts& facts_;
  void* target_;
  Start start_;
  Reading& reading_;
  std::vector<std::string_view> missing_;
  bool from_entry_ = false;
  bool unknown_base_ = false;
};

void copy_value(const Fact& fact, void* from, void* to) {
  void* source = fact.access.owner(from);
  void* sink = fact.access.owner(to);
  const Access& access = fact.access;
  if (access.number != nullptr) *access.number(sink) = *access.number(source);
  if (access.text != nullptr) *access.text(sink) = *access.text(source);
  if (access.numbers != nullptr) *access.numbers(sink) = *access.numbers(source);
  if (access.texts != nullptr) *access.texts(sink) = *access.texts(source);
  if (access.set != nullptr) access.set(sink, access.get(source));
  if (access.object != nullptr) copy_facts(*fact.table, access.object(source), access.object(sink));
  if (access.item == nullptr) return;
  access.resize(sink, access.size(source));
  for (std::size_t i = 0; i < access.size(source); ++i) {
    copy_facts(*fact.table, access.item(source, i), access.item(sink, i));
  }
}

}  // namespace

void read_table(const Node& node, const TableFacts& facts, void* target, Start start, Reading& reading) {
  TableReader{node, facts, target, start, reading}.run();
}

void copy_facts(const TableFacts& facts, const void* from, void* to) {
  // Access is written once for reading and writing; nothing is written through `from`.
  void* source = const_cast<void*>(from);
  for (const Fact& fact : facts.facts) {
    if (fact.inherit == Inherit::yes) copy_value(fact, source, to);
  }
}

}  // namespace rackcast::scenarios
