#include "scenarios/facts/format_help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/facts/tables.hpp"
#include "scenarios/path_events.hpp"
#include "scenarios/path_observables.hpp"

namespace rackcast::scenarios {
namespace {

std::string choices_text(const Fact& fact) {
  std::string out;
  for (const Choice& choice : fact.choices) out += fmt::format("{}\"{}\"", out.empty() ? "" : ", ", choice.text);
  return out;
}

std::string with_word(const Fact& fact, std::string text) { return text + words_text(fact); }

std::string table_text(const Fact& fact) {
  const std::string_view kind = fact.table->base.kind;
  if (fact.kind == FactKind::tables) return fmt::format("list of tables: {}", fact.table->title);
  if (kind.empty()) return fmt::format("table: {}", fact.table->title);
  return fmt::format("name of an entry of {}, or a table", kind);
}

std::string ranged(const Fact& fact, std::string text) {
  return has_range(fact) ? fmt::format("{}, {}", text, range_text(fact)) : text;
}

/// Text in a cell of a table must not end it.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string{"\\|"} : std::string(1, c);
  return out;
}

void add_rows(const TableFacts& facts, std::string& out) {
  out += "| key | value | default | meaning |\n|---|---|---|---|\n";
  for (const Fact& fact : facts.facts) {
    out += fmt::format("| `{}` | {} | {} | {} |\n", fact.key, cell(value_text(fact)), cell(default_text(fact)),
                       cell(fact.help));
  }
}

std::string heading(const TableFacts& facts) {
  if (facts.name.empty()) return "The file itself";
  return fmt::format("{} (`{}`)", facts.title, facts.name);
}

/// The group of GPUs repeats every key of the GPU type; its section lists only its own.
TableFacts own_part(const TableFacts& facts) {
  if (facts.base.facts == nullptr) return facts;
  TableFacts own = facts;
  std::erase_if(own.facts, [&](const Fact& fact) { return facts.base.facts->find(fact.key) != nullptr; });
  return own;
}

void add_section(const TableFacts& facts, std::string& out) {
  out += fmt::format("\n## {}\n", heading(facts));
  if (!facts.help.empty()) out += fmt::format("{}\n", facts.help);
  if (!facts.base.kind.empty()) {
    const std::string also = facts.base.reference == "use" ? "" : fmt::format(" or `{}`", facts.base.reference);
    out += fmt::format("Starts from an entry of the catalogue's {} named by `use`{}; any key overrides it.\n",
                       facts.base.kind, also);
  }
  if (!facts.example.empty()) out += fmt::format("\n```toml\n{}```\n", facts.example);
  out += "\n";
  add_rows(own_part(facts), out);
}

void add_observables(std::string& out) {
  out += "\nWhat can be watched:\n\n| path | in |\n|---|---|\n";
  for (const Observable& o : observables()) {
    const std::string_view part = o.component == "server.gpu" ? ".gpu" : "";
    const std::string_view kind = o.component == "room" ? "room" : "server";
    out += fmt::format("| `{}.NAME{}.{}` | {} |\n", kind, part, o.name, o.unit);
  }
}

void add_targets(std::string& out) {
  out += "\nWhat can happen to what:\n\n| target | action | value in | what it does |\n|---|---|---|---|\n";
  const auto& actions = event_facts().find("action")->choices;
  for (const EventRule& rule : event_targets()) {
    const auto named = std::find_if(actions.begin(), actions.end(), [&](const Choice& choice) {
      return choice.value == static_cast<std::int64_t>(rule.action);
    });
    out += fmt::format("| `{}` | {} | {} | {} |\n", event_target_text(rule), named->text, rule.unit, rule.does);
  }
}

constexpr std::string_view preface =
    R"(# Scenario files
This page is generated from the tables that the reader works from (`scenarios/facts/`); a test holds the two equal.

A scenario is a TOML file. Physical quantities are texts with a unit, as on a datasheet: `"350 W"`, `"60 d"`,
`"400 Gbit/s"`, `"1105 CFM"`, `"18 degC"`. A number without a unit where one is needed is an error, and so is a unit of
another dimension. Numbers without a dimension are plain TOML numbers.

- Units: products and quotients of prefixed symbols with whole powers, such as `W/m^2/K`, `m^3/h`, `1/yr`, `USD/kWh`.
- `GB` is 1e9 bytes, `GiB` 2^30; `bit` is an eighth of a byte. A year is 365.25 days, a month a twelfth of it.
- Temperatures are in `degC`, differences of temperature in `K`.
- An entry of the catalogue is named by a text (`cpu = "Ryzen 9 5950X"`) or by a table that changes some of it
  (`case = { use = "mid-tower", airflow = "60 CFM" }`). `rackcast catalog KIND` lists the names.
- A table `power = { idle = "15 W" }` and a dotted key `power.idle = "15 W"` are the same.

Files that a scenario names lie in its folder or below it; a path that leads out of it, by `..`, from the root or over a
link, is refused. Whatever they say stands in `scenario.resolved.toml`, which needs none of them.

- `include = ["parts/room.toml"]` takes in what other files say. This file has the last word: tables merge key by key,
  `[[room]]`, `[[server]]` and `[[job]]` by their names, other lists go one after the other. Included files include from
  their own folders.
- Values over time (`site.climate`, `room.other_heat`) are a constant, a daily curve, points, a `.csv` or an `.epw` file.
- `[[server.gpu]]` takes `smi`, `topo` and `lspci`, captures of `nvidia-smi -q`, `nvidia-smi topo -m` and `lspci -tv`;
  `[[job]]` takes `config`, the `config.json` of a model. What the scenario says itself stays.
- `count = 4` in `[[server]]` and `[[job]]` makes name-1 to name-4; a change of the command line that names the table
  reaches all of them, one that names a copy only that.

One path grammar serves `--set`, axes, alarms and events: `kind.name.part[i].key`, names of letters, digits, `_` and `-`;
without an index all of them: `--set server.box.psu.rating="850 W"`, `--set server.box.gpu.power_limit="280 W"`,
`--set job.imagenet.batch.global=256`, `--set run.seed=7`.
)";

}  // namespace

std::string value_text(const Fact& fact) {
  switch (fact.kind) {
    case FactKind::quantity:
      return with_word(fact, ranged(fact, dimension_name(*fact.unit)));
    case FactKind::number:
    case FactKind::integer:
      return with_word(fact, ranged(fact, fact.whole == Fact::Whole::yes ? "whole number" : "number"));
    case FactKind::text:
      return fact.choices.empty() ? "text" : choices_text(fact);
    case FactKind::name:
      return "name: letters, digits, _ and -";
    case FactKind::choice:
      return choices_text(fact);
    case FactKind::numbers:
      return with_word(fact, fact.access.number != nullptr ? ranged(fact, "how many, or list of whole numbers")
                                                           : ranged(fact, "list of numbers"));
    case FactKind::quantities:
      return ranged(fact, "list of " + dimension_name(*fact.unit));
    case FactKind::texts:
      return "list of texts";
    case FactKind::table:
    case FactKind::tables:
      return table_text(fact);
  }
  return {};
}

std::string default_text(const Fact& fact) {
  if (fact.need == Need::always) return "required";
  if (fact.role == Role::input || (!fact.fallback && fact.kind == FactKind::tables)) return "none";
  if (!fact.fallback) return fact.need == Need::optional ? "its defaults" : "";
  const bool bare = fact.kind == FactKind::texts || fact.kind == FactKind::numbers ||
                    fact.kind == FactKind::quantities || parse_number(*fact.fallback).has_value();
  const std::string text = bare ? std::string{*fact.fallback} : fmt::format("\"{}\"", *fact.fallback);
  return "`" + text + "`" + (fact.need == Need::in_catalog ? ", required in the catalogue" : "");
}

std::string format_key_help(const TableFacts& facts) {
  std::size_t width = 0;
  for (const Fact& fact : facts.facts) width = std::max(width, fact.key.size());
  std::string out;
  for (const Fact& fact : facts.facts) {
    out += fmt::format("  {:<{}}  {} [{}]: {}\n", fact.key, width, value_text(fact), default_text(fact), fact.help);
  }
  return out;
}

std::string scenario_format_markdown() {
  std::string out{preface};
  for (const TableFacts* facts : all_tables()) {
    add_section(*facts, out);
    if (facts == &alarm_facts()) add_observables(out);
    if (facts == &event_facts()) add_targets(out);
  }
  return out;
}

}  // namespace rackcast::scenarios
