#include "scenarios/read/unknown_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/facts/tables.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

std::string_view last_part(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

/// The names that may stand directly below `prefix` ("" or "batch.").
std::vector<std::string> next_names(const TableFacts& facts, std::string_view prefix) {
  std::vector<std::string> out;
  for (const Fact& fact : facts.facts) {
    if (!fact.key.starts_with(prefix)) continue;
    const std::string_view rest = fact.key.substr(prefix.size());
    std::string name{rest.substr(0, rest.find('.'))};
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  }
  if (prefix.empty() && !facts.base.kind.empty()) out.emplace_back(facts.base.reference);
  return out;
}

/// The dotted key of this very table of which a part is `key` or near it, up to that part: "site.climate".
std::string deeper(const TableFacts& facts, std::string_view key) {
  std::vector<std::string> parts;
  std::vector<std::string> prefixes;
  for (const Fact& fact : facts.facts) {
    for (std::size_t begin = 0; begin < fact.key.size();) {
      const std::size_t end = std::min(fact.key.find('.', begin), fact.key.size());
      parts.emplace_back(fact.key.substr(begin, end - begin));
      prefixes.emplace_back(fact.key.substr(0, end));
      begin = end + 1;
    }
  }
  const std::string near = nearest(key, parts);
  const auto found = std::find(parts.begin(), parts.end(), near);
  return near.empty() ? near : prefixes[static_cast<std::size_t>(found - parts.begin())];
}

/// "server.psu.rating" for a key that another table has.
std::string other_home(const TableFacts& here, std::string_view key) {
  for (const TableFacts* other : all_tables()) {
    if (other == &here) continue;
    for (const Fact& fact : other->facts) {
      if (fact.key != key && last_part(fact.key) != key) continue;
      return fmt::format("{} is a key of {}", in_quotes(fact.key), table_label(*other));
    }
  }
  return {};
}

Message unknown_key(const TableFacts& facts, std::string_view prefix, std::string_view key) {
  Message message{fmt::format("unknown key {}", in_quotes(std::string{prefix} + std::string{key})), "", ""};
  const std::vector<std::string> names = next_names(facts, prefix);
  message.why = fmt::format("not a key of {}", table_label(facts));
  const std::string near = nearest(key, names);
  const std::string elsewhere = other_home(facts, key);
  if (!near.empty() && (elsewhere.empty() || edit_distance(near, key) <= 2)) {
    message.suggestion = fmt::format("did you mean {}?", in_quotes(std::string{prefix} + near));
  } else if (!elsewhere.empty()) {
    message.suggestion = elsewhere;
  } else if (const std::string dotted = deeper(facts, key); !dotted.empty()) {
    message.suggestion = fmt::format("did you mean {}?", in_quotes(dotted));
  } else {
    message.suggestion = did_you_mean(key, names);
  }
  return message;
}

class Walk {
 public:
  Walk(const TableFacts& facts, Diagnostics& diagnostics) : facts_{facts}, diagnostics_{diagnostics} {}

  void table(const Node& node, const std::string& prefix) {
    for (const Entry& entry : node.entries) {
      const std::string dotted = prefix + entry.key;
      if (facts_.find(dotted) != nullptr || (prefix.empty() && is_reference(facts_, entry.key))) continue;
      if (!is_key_group(facts_, dotted)) {
        diagnostics_.report(entry.where, diagnostics_.many() ? Message{"unknown key " + in_quotes(dotted), "", ""}
                                                             : unknown_key(facts_, prefix, entry.key));
      } else if (entry.value.is(Node::Kind::table)) {
        table(entry.value, dotted + ".");
      } else {
        diagnostics_.report(entry.value.where, not_a_group(entry, dotted));
      }
    }
  }

 private:
  Message not_a_group(const Entry& entry, const std::string& dotted) const {
    const std::vector<std::string> names = next_names(facts_, dotted + ".");
    return {fmt::format("{} needs a table, not {}", in_quotes(dotted), kind_name(entry.value.kind)), "",
            fmt::format("write it like {} = {{ {} = ... }}", dotted, names.front())};
  }

  const TableFacts& facts_;
  Diagnostics& diagnostics_;
};

void collect(const Node& node, const std::string& prefix, std::vector<std::string>& out) {
  for (const Entry& entry : node.entries) {
    if (entry.value.is(Node::Kind::table)) {
      collect(entry.value, prefix + entry.key + ".", out);
    } else {
      out.push_back(prefix + entry.key);
    }
  }
}

}  // namespace

void report_unknown_keys(const Node& node, const TableFacts& facts, Diagnostics& diagnostics) {
  Walk{facts, diagnostics}.table(node, "");
}

bool is_key_group(const TableFacts& facts, std::string_view dotted) {
  return std::any_of(facts.facts.begin(), facts.facts.end(), [dotted](const Fact& fact) {
    return fact.key.size() > dotted.size() && fact.key.starts_with(dotted) && fact.key[dotted.size()] == '.';
  });
}

bool is_reference(const TableFacts& facts, std::string_view key) {
  return !facts.base.kind.empty() && (key == "use" || key == facts.base.reference);
}

std::vector<std::string> given_keys(const Node& node) {
  std::vector<std::string> out;
  collect(node, "", out);
  return out;
}

std::string table_label(const TableFacts& facts) {
  if (facts.name.empty()) return "a scenario";
  const bool list = &facts == &room_facts() || &facts == &server_facts() || &facts == &gpu_group_facts() ||
                    &facts == &job_facts() || &facts == &alarm_facts() || &facts == &event_facts();
  if (list) return fmt::format("[[{}]]", facts.name);
  return facts.base.kind.empty() ? std::string{facts.name} : fmt::format("an entry of {}", facts.base.kind);
}

}  // namespace rackcast::scenarios
