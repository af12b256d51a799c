#include "scenarios/facts/fact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rackcast::scenarios {

const Fact* TableFacts::find(std::string_view dotted) const {
  for (const Fact& fact : facts) {
    if (fact.key == dotted) return &fact;
  }
  return nullptr;
}

Fact fact_of(std::string_view key, FactKind kind, Access access) {
  Fact fact;
  fact.key = key;
  fact.kind = kind;
  fact.access = access;
  return fact;
}

Fact quantity_fact(std::string_view key, Access access, std::string_view unit, std::string_view stored) {
  Fact fact = fact_of(key, FactKind::quantity, access);
  fact.unit = parse_unit(unit).value;
  assert(fact.unit);
  fact.stored = stored.empty() ? base_unit(*fact.unit) : *parse_unit(stored).value;
  return fact;
}

Fact input_text(std::string_view key) {
  Fact fact = fact_of(key, FactKind::text, {});
  fact.role = Role::input;
  return fact.own();
}

Fact input_texts(std::string_view key) {
  Fact fact = input_text(key);
  fact.kind = FactKind::texts;
  return fact;
}

Fact input_integer(std::string_view key) {
  Fact fact = input_text(key);
  fact.kind = FactKind::integer;
  return fact.whole_number();
}

Fact table(std::string_view key, Access access, const TableFacts& facts) {
  Fact fact = fact_of(key, FactKind::table, access);
  fact.table = &facts;
  return fact;
}

Fact tables(std::string_view key, Access access, const TableFacts& facts) {
  Fact fact = fact_of(key, FactKind::tables, access);
  fact.table = &facts;
  return fact;
}

std::vector<Fact> within(std::vector<Fact> facts, void* (*outer)(void*)) {
  for (Fact& fact : facts) {
    assert(fact.access.outer == nullptr);
    fact.access.outer = outer;
  }
  return facts;
}

std::vector<Fact> joined(std::vector<Fact> first, const std::vector<Fact>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

const Word* find_word(const Fact& fact, std::string_view text) {
  const auto found =
      std::find_if(fact.words.begin(), fact.words.end(), [text](const Word& w) { return w.text == text; });
  return found == fact.words.end() ? nullptr : &*found;
}

const Word* find_word(const Fact& fact, double value) {
  const auto found = std::find_if(fact.words.begin(), fact.words.end(), [value](const Word& w) {
    return w.value == value || (std::isnan(w.value) && std::isnan(value));
  });
  return found == fact.words.end() ? nullptr : &*found;
}

std::string words_text(const Fact& fact) {
  std::string out;
  for (const Word& word : fact.words) out += fmt::format(", or \"{}\"", word.text);
  return out;
}

bool has_range(const Fact& fact) { return fact.low < fact.high; }

std::string range_text(const Fact& fact) {
  const std::string unit = fact.unit ? " " + fact.unit->text : "";
  const std::string high = format_number(fact.high) + unit;
  if (fact.low_end == Fact::Low::open) return fmt::format("above {}, up to {}", format_number(fact.low) + unit, high);
  return fmt::format("{} to {}", format_number(fact.low) + unit, high);
}

}  // namespace rackcast::scenarios
