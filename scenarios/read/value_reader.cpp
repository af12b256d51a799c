#include "scenarios/read/value_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "scenarios/path.hpp"
#include "scenarios/read/number_reader.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

Message wrong_type(const Fact& fact, const Node& node, std::string_view needed) {
  std::string like =
      fact.example.empty() ? std::string{} : fmt::format("write it like {} = {}", fact.key, fact.example);
  return {fmt::format("{} needs {}, not {}", in_quotes(fact.key), needed, kind_name(node.kind)), "", std::move(like)};
}

std::vector<std::string> choice_texts(const Fact& fact) {
  std::vector<std::string> out;
  for (const Choice& choice : fact.choices) out.emplace_back(choice.text);
  return out;
}

const Choice* find_choice(const Fact& fact, std::string_view text) {
  for (const Choice& choice : fact.choices) {
    if (choice.text == text) return &choice;
  }
  return nullptr;
}

Message not_a_choice(const Fact& fact, std::string_view text) {
  std::string list;
  for (const Choice& choice : fact.choices) list += (list.empty() ? "" : ", ") + in_quotes(choice.text);
  const std::string near = nearest(text, choice_texts(fact));
  return {fmt::format("{} cannot be {}", in_quotes(fact.key), in_quotes(text)), "one of " + list,
          near.empty() ? "" : "did you mean " + in_quotes(near) + "?"};
}

void read_text(const Node& node, const Fact& fact, void* owner, Diagnostics& diagnostics) {
  if (!node.is(Node::Kind::text)) return diagnostics.report(node.where, wrong_type(fact, node, "a text"));
  if (fact.kind == FactKind::name && !is_name(node.text)) {
    return diagnostics.report(node.where,
                              {in_quotes(node.text) + " cannot be a name",
                               "names are made of letters, digits, _ and -, so that paths can use them", ""});
  }
  const Choice* choice = find_choice(fact, node.text);
  if (!fact.choices.empty() && choice == nullptr) {
    return diagnostics.report(node.where, not_a_choice(fact, node.text));
  }
  if (fact.kind == FactKind::choice) {
    fact.access.set(owner, choice->value);
  } else {
    *fact.access.text(owner) = node.text;
  }
}

void read_integer(const Node& node, const Fact& fact, void* owner, Diagnostics& diagnostics) {
  if (!node.is(Node::Kind::integer) && !node.is(Node::Kind::real)) {
    return diagnostics.report(node.where, wrong_type(fact, node, "a whole number"));
  }
  if (const auto error = number_violation(fact, node.real)) return diagnostics.report(node.where, *error);
  fact.access.set(owner, node.is(Node::Kind::integer) ? node.integer : static_cast<std::int64_t>(node.real));
}

void read_double(const Node& node, const Fact& fact, void* owner, Diagnostics& diagnostics) {
  const Parsed<double> value = parse_member(fact, node);
  if (!value.value) return diagnostics.report(node.where, value.error);
  *fact.access.number(owner) = *value.value;
}

/// A word in place of a list stands for no items, which the list itself then cannot mean.
bool stands_for_list(const Fact& fact, const Node& node) {
  return node.is(Node::Kind::text) && find_word(fact, node.text) != nullptr;
}

void read_count(const Node& node, const Fact& fact, void* owner, Diagnostics& diagnostics) {
  if (const auto error = number_violation(fact, node.real)) return diagnostics.report(node.where, *error);
  if (node.real < 1) {
    return diagnostics.report(node.where, {fmt::format("{} cannot be 0", in_quotes(fact.key)), "it says how many",
                                           fmt::format("write it like {} = {}", fact.key, fact.example)});
  }
  *fact.access.number(owner) = node.real;
}

void read_doubles(const Node& node, const Fact& fact, void* owner, Diagnostics& diagnostics) {
  const bool is_number = node.is(Node::Kind::integer) || node.is(Node::Kind::real);
  if (is_number && fact.access.number != nullptr) return read_count(node, fact, owner, diagnostics);
  if (stands_for_list(fact, node)) return fact.access.numbers(owner)->clear();
  if (!node.is(Node::Kind::array)) return diagnostics.report(node.where, wrong_type(fact, node, "a list"));
  if (node.items.empty() && !fact.words.empty()) {
    return diagnostics.report(node.where, {fmt::format("{} is an empty list", in_quotes(fact.key)), "",
                                           fmt::format("name at least one{}", words_text(fact))});
  }
  std::vector<double> values;
  for (const Node& item : node.items) {
    if (stands_for_list(fact, item)) {
      return diagnostics.report(item.where, wrong_type(fact, item, "a list of numbers"));
    }
    const Parsed<double> value = parse_member(fact, item);
    if (!value.value) return diagnostics.report(item.where, value.error);
    values.push_back(*value.value);
  }
  *fact.access.numbers(owner) = std::move(values);
}

void read_texts(const Node& node, const Fact& fact, void* owner, Diagnostics& diagnostics) {
  if (!node.is(Node::Kind::array)) return diagnostics.report(node.where, wrong_type(fact, node, "a list of texts"));
  std::vector<std::string> values;
  for (const Node& item : node.items) {
    if (!item.is(Node::Kind::text)) return diagnostics.report(item.where, wrong_type(fact, item, "a list of texts"));
    values.push_back(item.text);
  }
  *fact.access.texts(owner) = std::move(values);
}

}  // namespace

void read_value(const Node& node, const Fact& fact, void* target, Diagnostics& diagnostics) {
  void* owner = fact.access.owner(target);
  switch (fact.kind) {
    case FactKind::quantity:
    case FactKind::number:
      return read_double(node, fact, owner, diagnostics);
    case FactKind::integer:
      return read_integer(node, fact, owner, diagnostics);
    case FactKind::text:
    case FactKind::name:
    case FactKind::choice:
      return read_text(node, fact, owner, diagnostics);
    case FactKind::numbers:
    case FactKind::quantities:
      return read_doubles(node, fact, owner, diagnostics);
    case FactKind::texts:
      return read_texts(node, fact, owner, diagnostics);
    case FactKind::table:
    case FactKind::tables:
      return;
  }
}

void apply_default(const Fact& fact, void* target, Diagnostics& diagnostics) {
  const std::string_view text = *fact.fallback;
  if (fact.kind == FactKind::texts || fact.kind == FactKind::numbers || fact.kind == FactKind::quantities) {
    return read_value(parse_value(text, {}), fact, target, diagnostics);
  }
  const std::optional<double> number =
      fact.kind == FactKind::number || fact.kind == FactKind::integer ? parse_number(text) : std::nullopt;
  read_value(number ? number_node(*number) : text_node(std::string{text}), fact, target, diagnostics);
}

}  // namespace rackcast::scenarios
