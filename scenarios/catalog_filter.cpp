#include "scenarios/catalog_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "scenarios/facts/tables.hpp"
#include "scenarios/suggest.hpp"
#include "scenarios/write.hpp"

namespace rackcast::scenarios {

namespace {

constexpr std::pair<std::string_view, Test> tests[] = {
    {"!=", Test::different}, {">=", Test::at_least}, {"<=", Test::at_most}, {"=", Test::equal},
    {"~", Test::contains},   {">", Test::above},     {"<", Test::below}};

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

std::string lower(std::string_view text) {
  std::string out{text};
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

bool same_text(std::string_view a, std::string_view b) { return lower(a) == lower(b); }
bool has(std::string_view text, std::string_view part) { return lower(text).find(lower(part)) != std::string::npos; }

bool is_numeric(FactKind kind) {
  return kind == FactKind::quantity || kind == FactKind::number || kind == FactKind::integer ||
         kind == FactKind::numbers || kind == FactKind::quantities;
}

bool orders(Test test) { return test != Test::equal && test != Test::different && test != Test::contains; }

std::vector<double> numbers_of(const CatalogKey& key) {
  void* owner = const_cast<void*>(key.fact->access.owner(key.target));
  const Access& access = key.fact->access;
  if (access.numbers != nullptr) return *access.numbers(owner);
  if (access.number != nullptr) return {*access.number(owner)};
  return {static_cast<double>(access.get(owner))};
}

std::vector<std::string> texts_of(const CatalogKey& key) {
  void* owner = const_cast<void*>(key.fact->access.owner(key.target));
  const Access& access = key.fact->access;
  if (access.texts != nullptr) return *access.texts(owner);
  if (access.text != nullptr) return {*access.text(owner)};
  for (const Choice& choice : key.fact->choices) {
    if (choice.value == access.get(owner)) return {std::string{choice.text}};
  }
  return {};
}

bool is_word(const Fact& fact, double value) { return find_word(fact, value) != nullptr; }

/// What a number is compared with.
struct Wanted {
  double number = 0;  ///< in the unit of the struct
  bool word = false;
};

Message needs_unit(const Fact& fact, const CatalogFilter& filter, std::string_view problem) {
  const std::string such =
      fact.example.empty() ? format_number(1) + " " + fact.unit->text : std::string{unquoted(fact.example)};
  return {fmt::format("{}: {}", in_quotes(filter.value), problem),
          fmt::format("{} is of the dimension {}", filter.key, dimension_name(*fact.unit)),
          fmt::format("write it like \"{} > {}\"", filter.key, such)};
}

Parsed<Wanted> wanted_number(const Fact& fact, const CatalogFilter& filter) {
  if (const Word* word = find_word(fact, filter.value)) return {Wanted{word->value, true}, {}};
  if (!fact.unit) {
    const auto number = parse_number(filter.value);
    if (number) return {Wanted{*number, false}, {}};
    return {std::nullopt,
            {in_quotes(filter.value) + " is no number", filter.key + " has no unit",
             fmt::format("write it like \"{} > 1\"", filter.key)}};
  }
  const Parsed<Quantity> quantity = parse_quantity(filter.value);
  if (!quantity.value) {
    if (parse_number(filter.value)) return {std::nullopt, needs_unit(fact, filter, "a unit is missing")};
    return {std::nullopt, quantity.error};
  }
  const Unit& unit = quantity.value->unit;
  if (!(unit.dimension == fact.unit->dimension) || unit.zero != fact.unit->zero) {
    return {std::nullopt, needs_unit(fact, filter, "it is of the dimension " + dimension_name(unit))};
  }
  return {Wanted{convert(quantity.value->number, unit, *fact.stored), false}, {}};
}

// Equal as people read it: to the digits that a conversion keeps.
bool same_number(double a, double b) {
  constexpr double rounding = 1e-12;
  return a == b || std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

bool passes(Test test, double value, double wanted) {
  switch (test) {
    case Test::equal:
    case Test::contains:
      return same_number(value, wanted);
    case Test::different:
      return !same_number(value, wanted);
    case Test::above:
      return value > wanted && !same_number(value, wanted);
    case Test::at_least:
      return value > wanted || same_number(value, wanted);
    case Test::below:
      return value < wanted && !same_number(value, wanted);
    case Test::at_most:
      return value < wanted || same_number(value, wanted);
  }
  return false;
}

bool number_passes(const CatalogKey& key, Test test, const Wanted& wanted) {
  const std::vector<double> values = numbers_of(key);
  const auto one = [&](double value) {
    const bool word = is_word(*key.fact, value);
    if (word || wanted.word) return (word && wanted.word) == (test != Test::different) && !orders(test);
    return passes(test, value, wanted.number);
  };
  return test == Test::different ? std::all_of(values.begin(), values.end(), one)
                                 : std::any_of(values.begin(), values.end(), one);
}

bool text_passes(const CatalogKey& key, Test test, const std::string& wanted) {
  const std::vector<std::string> values = texts_of(key);
  const auto equal = [&](const std::string& value) { return same_text(value, wanted); };
  if (test == Test::equal) return std::any_of(values.begin(), values.end(), equal);
  if (test == Test::different) return std::none_of(values.begin(), values.end(), equal);
  return std::any_of(values.begin(), values.end(), [&](const std::string& value) { return has(value, wanted); });
}

std::vector<std::string> keys_of(const TableFacts& facts) {
  std::vector<std::string> keys;
  for (const CatalogValue& value : list_values(facts, facts.make().get())) keys.push_back(value.key);
  return keys;
}

Message unknown_key(const TableFacts& facts, std::string_view kind, const std::string& key) {
  std::string suggestion = did_you_mean(key, keys_of(facts));
  if (suggestion.empty()) suggestion = fmt::format("an entry shows all its keys: rackcast catalog {} NAME", kind);
  return {fmt::format("{} have no key {}", kind, in_quotes(key)), "", suggestion};
}

// What is wrong with a filter, by the facts alone.
std::optional<Message> problem(const TableFacts& facts, std::string_view kind, const CatalogFilter& filter) {
  const std::shared_ptr<void> empty = facts.make();
  const CatalogKey key = find_key(facts, empty.get(), filter.key);
  if (key.fact == nullptr) return unknown_key(facts, kind, filter.key);
  if (is_numeric(key.fact->kind)) {
    if (filter.test == Test::contains) {
      return Message{fmt::format("{} cannot contain {}", filter.key, in_quotes(filter.value)), "it is a number",
                     "compare it with = != > >= < <="};
    }
    const Parsed<Wanted> wanted = wanted_number(*key.fact, filter);
    if (!wanted.value) return wanted.error;
    return std::nullopt;
  }
  if (!orders(filter.test)) return std::nullopt;
  return Message{filter.key + " is neither above nor below anything", "it is a text", "compare it with = != or ~"};
}

bool fits(const TableFacts& facts, const CatalogEntry& entry, const CatalogFilter& filter) {
  const CatalogKey key = find_key(facts, entry.spec.get(), filter.key);
  if (!is_numeric(key.fact->kind)) return text_passes(key, filter.test, filter.value);
  return number_passes(key, filter.test, *wanted_number(*key.fact, filter).value);
}

bool any_text_has(const TableFacts& facts, const CatalogEntry& entry, const std::string& word) {
  for (const CatalogValue& value : list_values(facts, entry.spec.get())) {
    if (value.value.front() != '"' && value.value.front() != '[') continue;
    if (value.key != "source" && has(value.value, word)) return true;
  }
  return false;
}

using Entries = std::vector<const CatalogEntry*>;

// By name; only where no name has it, by any text but the source.
Entries with_word(const TableFacts& facts, const Entries& all, const std::string& word) {
  Entries found;
  for (const CatalogEntry* entry : all) {
    if (has(entry->name, word)) found.push_back(entry);
  }
  if (!found.empty()) return found;
  for (const CatalogEntry* entry : all) {
    if (any_text_has(facts, *entry, word)) found.push_back(entry);
  }
  return found;
}

enum class Order { rising, falling };

void sort_by(const TableFacts& facts, Entries& entries, const std::string& key, Order order) {
  const auto number = [&](const CatalogEntry* entry) {
    const CatalogKey found = find_key(facts, entry->spec.get(), key);
    const std::vector<double> values = numbers_of(found);
    const bool said = !values.empty() && !is_word(*found.fact, values.front());
    return said ? (order == Order::falling ? -values.front() : values.front())
                : std::numeric_limits<double>::infinity();
  };
  const auto text = [&](const CatalogEntry* entry) {
    const std::vector<std::string> values = texts_of(find_key(facts, entry->spec.get(), key));
    return values.empty() ? std::string{} : lower(values.front());
  };
  const std::shared_ptr<void> empty = facts.make();
  const bool numeric = is_numeric(find_key(facts, empty.get(), key).fact->kind);
  std::stable_sort(entries.begin(), entries.end(), [&](const CatalogEntry* a, const CatalogEntry* b) {
    if (numeric) return number(a) < number(b);
    return order == Order::falling ? text(b) < text(a) : text(a) < text(b);
  });
}

}  // namespace

Parsed<CatalogFilter> parse_filter(std::string_view text) {
  const std::size_t at = text.find_first_of("=!~<>");
  if (at != std::string_view::npos && at > 0) {
    for (const auto& [symbol, test] : tests) {
      if (!text.substr(at).starts_with(symbol)) continue;
      const std::string_view value = unquoted(trim(text.substr(at + symbol.size())));
      if (value.empty()) break;
      return {CatalogFilter{std::string{trim(text.substr(0, at))}, test, std::string{value}}, {}};
    }
  }
  return {std::nullopt,
          {in_quotes(text) + " is no condition", "it is KEY OP VALUE, OP one of = != ~ > >= < <=",
           "write it like \"memory >= 24 GiB\" or \"category = datacenter\""}};
}

const TableFacts* facts_of_kind(std::string_view kind) {
  for (const CatalogKind& known : catalog_kinds()) {
    if (known.name == kind) return known.facts;
  }
  return nullptr;
}

CatalogKey find_key(const TableFacts& facts, const void* target, std::string_view dotted) {
  for (const Fact& fact : facts.facts) {
    if (fact.role == Role::input || !dotted.starts_with(fact.key)) continue;
    const std::string_view rest = dotted.substr(fact.key.size());
    const bool nested = fact.kind == FactKind::table || fact.kind == FactKind::tables;
    if (!nested) {
      if (rest.empty()) return {&fact, target};
      continue;
    }
    if (!rest.empty() && rest.front() != '.') continue;
    void* owner = const_cast<void*>(fact.access.owner(target));
    if (fact.kind == FactKind::tables && fact.access.size(owner) == 0) continue;
    const void* inner = fact.kind == FactKind::table ? fact.access.object(owner) : fact.access.item(owner, 0);
    return find_key(*fact.table, inner, rest.empty() ? std::string_view{"name"} : rest.substr(1));
  }
  return {};
}

Parsed<std::vector<const CatalogEntry*>> query_catalog(const Catalog& catalog, const CatalogQuery& query) {
  const TableFacts& facts = *facts_of_kind(query.kind);
  const bool falling = query.sort.starts_with('-');
  const std::string sort = falling ? query.sort.substr(1) : query.sort;
  for (const CatalogFilter& filter : query.filters) {
    if (auto error = problem(facts, query.kind, filter)) return {std::nullopt, std::move(*error)};
  }
  const std::shared_ptr<void> empty = facts.make();
  if (!sort.empty() && find_key(facts, empty.get(), sort).fact == nullptr) {
    return {std::nullopt, unknown_key(facts, query.kind, sort)};
  }
  Entries entries;
  for (const std::string& name : catalog.names(query.kind)) entries.push_back(catalog.find(query.kind, name));
  if (!query.word.empty()) entries = with_word(facts, entries, query.word);
  for (const CatalogFilter& filter : query.filters) {
    std::erase_if(entries, [&](const CatalogEntry* entry) { return !fits(facts, *entry, filter); });
  }
  if (!sort.empty()) sort_by(facts, entries, sort, falling ? Order::falling : Order::rising);
  return {std::move(entries), {}};
}

}  // namespace rackcast::scenarios
