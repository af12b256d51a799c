#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/facts/access.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {

struct TableFacts;

enum class FactKind {
  quantity,    ///< text with a unit
  number,      ///< dimensionless
  integer,     ///< whole number in an int or enum-free integer
  text,        ///< free text, or one of `choices`
  name,        ///< letters, digits, _ and -: unique among its siblings
  choice,      ///< one of `choices`, in an enum
  numbers,     ///< list of dimensionless numbers, or how many there are to be
  quantities,  ///< list of texts with a unit
  texts,       ///< list of texts
  table,       ///< nested table, a catalogue entry by name or in place
  tables       ///< list of tables
};

/// When a key has to be given.
enum class Need { optional, always, in_scenario, in_catalog };

/// A value of the scenario, or something that is replaced by values before they are read: a file to take them from.
enum class Role { value, input };

/// Whether a table that starts from a catalogue entry takes this key from there.
enum class Inherit { yes, no };

struct Choice {
  std::string_view text;
  std::int64_t value = 0;
};

/// A word that stands for a value no quantity expresses: "none", "auto".
struct Word {
  std::string_view text;
  double value = 0;
};

/// Everything known about one key, once: reader, write-back, suggestions, help and documentation come from it.
struct Fact {
  std::string_view key;  ///< dotted, within its table
  FactKind kind = FactKind::text;
  Access access;
  std::optional<Unit> unit;                  ///< in which it is written
  std::optional<Unit> stored;                ///< in which the member holds it
  std::optional<std::string_view> fallback;  ///< default, as a user would write it
  Need need = Need::optional;
  Inherit inherit = Inherit::yes;
  Role role = Role::value;
  double low = 0, high = 0;  ///< range, in `unit`; equal: no range
  enum class Low { closed, open } low_end = Low::closed;
  enum class Whole { no, yes } whole = Whole::no;
  std::string_view range_why;
  std::vector<Word> words;  ///< in place of a value
  std::vector<Choice> choices;
  const TableFacts* table = nullptr;                           ///< of nested tables
  enum class Items { many, at_most_one } items = Items::many;  ///< of a list of tables
  std::string_view excludes;                                   ///< key that `--set` of this one removes
  std::string_view help;
  std::string_view example;  ///< value as TOML source

  Fact& or_else(std::string_view text) { return fallback = text, *this; }
  Fact& required(Need when = Need::always) { return need = when, *this; }
  Fact& at_most_one() { return items = Items::at_most_one, *this; }
  Fact& own() { return inherit = Inherit::no, *this; }
  Fact& between(double lowest, double highest, std::string_view why = "") {
    return low = lowest, high = highest, range_why = why, *this;
  }
  Fact& above(double lowest, double highest, std::string_view why = "") {
    return low_end = Low::open, between(lowest, highest, why);
  }
  Fact& whole_number() { return whole = Whole::yes, *this; }
  /// A bare whole number in place of the list says how many items it is to have.
  Fact& or_count(double* (*count)(void*)) { return access.number = count, *this; }
  Fact& or_word(std::string_view text, double value) { return words.push_back({text, value}), *this; }
  Fact& one_of(std::vector<Choice> list) { return choices = std::move(list), *this; }
  Fact& instead_of(std::string_view other) { return excludes = other, *this; }
  Fact& says(std::string_view text) { return help = text, *this; }
  Fact& such_as(std::string_view toml) { return example = toml, *this; }
};

/// Where a table may start from: an entry of a kind of the catalogue.
struct Base {
  std::string_view kind;                            ///< empty: none
  std::string_view reference = "use";               ///< key that names the entry; `use` always works too
  const TableFacts* facts = nullptr;                ///< of the entry; null: the table's own
  void* (*at)(void*) = nullptr;                     ///< the entry's struct within the table's; null: the same
  std::array<std::string_view, 3> optional_with{};  ///< given any of these keys, an unknown name is no error
};

/// The facts of one table.
struct TableFacts {
  std::string_view name;   ///< "server.gpu"
  std::string_view title;  ///< for the documentation
  std::string_view help;
  std::string_view example;
  Base base;
  std::vector<Fact> facts;
  std::shared_ptr<void> (*make)() = nullptr;  ///< an empty struct

  const Fact* find(std::string_view dotted) const;
};

/// Starts a fact whose member is a double in `stored` (default: the SI unit of `unit`), written in `unit`.
Fact quantity_fact(std::string_view key, Access access, std::string_view unit, std::string_view stored);
Fact fact_of(std::string_view key, FactKind kind, Access access);

template <auto... Ms>
Access number_access() {
  Access access;
  access.number = [](void* p) { return &member_of<Ms...>(p); };
  return access;
}
template <auto... Ms>
Fact quantity(std::string_view key, std::string_view unit, std::string_view stored = "") {
  return quantity_fact(key, number_access<Ms...>(), unit, stored);
}
template <auto... Ms>
Fact number(std::string_view key) {
  return fact_of(key, FactKind::number, number_access<Ms...>());
}
template <auto... Ms>
Fact integer(std::string_view key) {
  return fact_of(key, FactKind::integer, integer_access<Ms...>()).whole_number();
}
template <auto... Ms>
Fact choice(std::string_view key, std::vector<Choice> choices) {
  return fact_of(key, FactKind::choice, integer_access<Ms...>()).one_of(std::move(choices));
}
template <auto... Ms>
Fact text(std::string_view key, FactKind kind = FactKind::text) {
  Access access;
  access.text = [](void* p) { return &member_of<Ms...>(p); };
  return fact_of(key, kind, access);
}
template <auto... Ms>
Fact numbers(std::string_view key) {
  Access access;
  access.numbers = [](void* p) { return &member_of<Ms...>(p); };
  return fact_of(key, FactKind::numbers, access);
}
template <auto... Ms>
Fact quantities(std::string_view key, std::string_view unit) {
  Access access;
  access.numbers = [](void* p) { return &member_of<Ms...>(p); };
  Fact fact = quantity_fact(key, access, unit, "");
  fact.kind = FactKind::quantities;
  return fact;
}
template <auto... Ms>
Fact texts(std::string_view key) {
  Access access;
  access.texts = [](void* p) { return &member_of<Ms...>(p); };
  return fact_of(key, FactKind::texts, access);
}
/// Facts of what is replaced before values are read: nothing holds it.
Fact input_text(std::string_view key);
Fact input_texts(std::string_view key);
Fact input_integer(std::string_view key);
/// A nested table; `access` from object_access, or an empty one when it fills the same struct.
Fact table(std::string_view key, Access access, const TableFacts& facts);
/// A list of tables.
Fact tables(std::string_view key, Access access, const TableFacts& facts);

/// `facts` of a struct that lies within another and whose keys stand in the other's table.
std::vector<Fact> within(std::vector<Fact> facts, void* (*outer)(void*));
std::vector<Fact> joined(std::vector<Fact> first, const std::vector<Fact>& second);

/// The facts of provenance that every catalogue entry has: source, confidence, unverified.
template <auto Source, auto Confidence, auto Unverified>
std::vector<Fact> provenance() {
  return {text<Source>("source").required(Need::in_catalog).or_else("as given").says("where the values come from"),
          text<Confidence>("confidence")
              .required(Need::in_catalog)
              .one_of({{"A"}, {"B"}, {"C"}})
              .or_else("C")
              .says("A confirmed by a second source, B partly, C unverified"),
          texts<Unverified>("unverified").or_else("[]").says("keys whose values nobody measured")};
}

/// The word that `text` is, or that stands for `value`; null: none.
const Word* find_word(const Fact& fact, std::string_view text);
const Word* find_word(const Fact& fact, double value);
/// `, or "none"` for each of its words; empty if it has none.
std::string words_text(const Fact& fact);

/// Whether there is a range at all.
bool has_range(const Fact& fact);
/// "0.1 to 1", "above 0, up to 10 kW".
std::string range_text(const Fact& fact);

}  // namespace rackcast::scenarios
