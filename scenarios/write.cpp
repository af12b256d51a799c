#include "scenarios/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenarios/facts/tables.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {
namespace {

std::string format_double(const Fact& fact, double value) {
  if (const Word* word = find_word(fact, value)) return toml_text(word->text);
  if (fact.unit) return toml_text(format_quantity(value, *fact.stored, *fact.unit));
  return format_number(value);
}

template <class T, class F>
std::string format_list(const std::vector<T>& values, F&& format) {
  std::string out = "[";
  for (const T& value : values) out += (out.size() == 1 ? "" : ", ") + format(value);
  return out + "]";
}

std::string format_choice(const Fact& fact, std::int64_t value) {
  for (const Choice& choice : fact.choices) {
    if (choice.value == value) return toml_text(choice.text);
  }
  return toml_text("");
}

/// Walks a struct by its facts: one line a value.
class Lines {
 public:
  void table(const TableFacts& facts, const void* target, const std::string& prefix) {
    for (const Fact& fact : facts.facts) {
      if (fact.role == Role::input) continue;
      const void* owner = fact.access.owner(target);
      if (fact.kind == FactKind::table) {
        table(*fact.table, fact.access.object(const_cast<void*>(owner)), prefix + std::string{fact.key} + ".");
      } else if (fact.kind != FactKind::tables) {
        out += prefix + std::string{fact.key} + " = " + format_value(fact, target) + "\n";
      }
    }
  }

  void lists(const TableFacts& facts, const void* target, const std::string& header) {
    for (const Fact& fact : facts.facts) {
      void* owner = const_cast<void*>(fact.access.owner(target));
      const std::string name = header.empty() ? std::string{fact.key} : header + "." + std::string{fact.key};
      if (fact.kind == FactKind::table && fact.role != Role::input) {
        lists(*fact.table, fact.access.object(owner), name);
      }
      if (fact.kind != FactKind::tables) continue;
      for (std::size_t i = 0; i < fact.access.size(owner); ++i) {
        const void* item = fact.access.item(owner, i);
        out += "\n[[" + name + "]]\n";
        table(*fact.table, item, "");
        lists(*fact.table, item, name);
      }
    }
  }

  std::string out;
};

/// The root's own keys under [run] and [site] headers.
std::string write_root(const Scenario& scenario) {
  std::string out;
  std::string header;
  for (const Fact& fact : scenario_facts().facts) {
    if (fact.kind == FactKind::tables || fact.role == Role::input) continue;
    const std::size_t dot = fact.key.find('.');
    const std::string group{dot == std::string_view::npos ? "" : fact.key.substr(0, dot)};
    if (group != header) out += "\n[" + group + "]\n";
    header = group;
    const std::string_view key = group.empty() ? fact.key : fact.key.substr(dot + 1);
    if (fact.kind == FactKind::table) {
      Lines lines;
      lines.table(*fact.table, fact.access.object(const_cast<Scenario*>(&scenario)), std::string{key} + ".");
      out += lines.out;
    } else {
      out += std::string{key} + " = " + format_value(fact, &scenario) + "\n";
    }
  }
  return out;
}

void collect_values(const TableFacts& facts, const void* target, const std::string& prefix,
                    std::vector<CatalogValue>& out) {
  for (const Fact& fact : facts.facts) {
    if (fact.role == Role::input) continue;
    void* owner = const_cast<void*>(fact.access.owner(target));
    if (fact.kind == FactKind::table) {
      collect_values(*fact.table, fact.access.object(owner), prefix + std::string{fact.key} + ".", out);
    } else if (fact.kind == FactKind::tables) {
      for (std::size_t i = 0; i < fact.access.size(owner); ++i) {
        collect_values(*fact.table, fact.access.item(owner, i), prefix + std::string{fact.key} + ".", out);
      }
    } else {
      out.push_back({prefix + std::string{fact.key}, format_value(fact, target), CatalogValue::Evidence::measured});
    }
  }
}

const std::vector<std::string>* unverified_list(const TableFacts& facts, const void* target) {
  const Fact* fact = facts.find("unverified");
  if (fact == nullptr) return nullptr;
  return fact->access.texts(const_cast<void*>(fact->access.owner(target)));
}

void collect_unverified(const TableFacts& facts, const void* target, const std::string& prefix,
                        std::vector<std::string>& out) {
  if (const auto* list = unverified_list(facts, target)) {
    for (const std::string& key : *list) out.push_back(prefix + key);
  }
  for (const Fact& fact : facts.facts) {
    void* owner = const_cast<void*>(fact.access.owner(target));
    const std::string name = prefix + std::string{fact.key} + ".";
    if (fact.kind == FactKind::table) collect_unverified(*fact.table, fact.access.object(owner), name, out);
    if (fact.kind != FactKind::tables) continue;
    for (std::size_t i = 0; i < fact.access.size(owner); ++i) {
      void* item = fact.access.item(owner, i);
      const Fact* label = fact.table->find("name");
      const bool named = label != nullptr && label->kind == FactKind::name;
      const std::string path = named ? name + *label->access.text(label->access.owner(item)) + "." : name;
      collect_unverified(*fact.table, item, path, out);
    }
  }
}

}  // namespace

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(byte));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string format_value(const Fact& fact, const void* target) {
  void* owner = const_cast<void*>(fact.access.owner(target));
  const Access& access = fact.access;
  switch (fact.kind) {
    case FactKind::quantity:
    case FactKind::number:
      return format_double(fact, *access.number(owner));
    case FactKind::integer:
      return fmt::format("{}", access.get(owner));
    case FactKind::text:
    case FactKind::name:
      return toml_text(*access.text(owner));
    case FactKind::choice:
      return format_choice(fact, access.get(owner));
    case FactKind::numbers:
    case FactKind::quantities:
      if (access.numbers(owner)->empty() && !fact.words.empty()) return toml_text(fact.words.front().text);
      return format_list(*access.numbers(owner), [&fact](double value) { return format_double(fact, value); });
    case FactKind::texts:
      return format_list(*access.texts(owner), [](const std::string& value) { return toml_text(value); });
    case FactKind::table:
    case FactKind::tables:
      break;
  }
  return {};
}

std::string write_scenario(const Scenario& scenario) {
  Lines lines;
  lines.out = write_root(scenario);
  lines.lists(scenario_facts(), &scenario, "");
  return lines.out;
}

std::vector<CatalogValue> list_values(const TableFacts& facts, const void* target) {
  std::vector<CatalogValue> out;
  collect_values(facts, target, "", out);
  const auto* list = unverified_list(facts, target);
  if (list == nullptr) return out;
  for (CatalogValue& value : out) {
    if (std::find(list->begin(), list->end(), value.key) == list->end()) continue;
    value.evidence = CatalogValue::Evidence::unverified;
  }
  return out;
}

std::vector<std::string> unverified_values(const Scenario& scenario) {
  std::vector<std::string> out;
  collect_unverified(scenario_facts(), &scenario, "", out);
  return out;
}

}  // namespace rackcast::scenarios
