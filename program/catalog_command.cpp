#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "program/commands.hpp"
#include "program/inputs.hpp"
#include "program/output.hpp"
#include "scenarios/facts/format_help.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/suggest.hpp"
#include "scenarios/wording.hpp"
#include "sim/json.hpp"

namespace rackcast::program {

namespace {

using scenarios::Catalog;
using scenarios::CatalogValue;
using sim::Json;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return c < 0x80 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c); });
  return text;
}

// "did you mean" the names that hold what was typed: "3090" is part of two.
std::string containing(const std::string& word, const std::vector<std::string>& known) {
  std::vector<std::string> found;
  for (const std::string& name : known) {
    if (lower(name).find(lower(word)) != std::string::npos) found.push_back(name);
  }
  return found.empty() ? "" : "did you mean " + scenarios::listed(found) + "?";
}

[[noreturn]] void refuse(const std::string& what, const std::string& word, const std::vector<std::string>& known) {
  std::string suggestion = containing(word, known);
  if (suggestion.empty()) suggestion = scenarios::did_you_mean(word, known);
  throw UsageError(fmt::format("{} \"{}\"{}{}", what, word, suggestion.empty() ? "" : "; ", suggestion));
}

std::string kinds_text(const Catalog& catalog) {
  std::string out;
  for (const std::string& kind : Catalog::kinds()) {
    out += fmt::format("{:<16} {:>4} entries\n", kind, catalog.names(kind).size());
  }
  return out +
         "rackcast catalog KIND lists the names, rackcast catalog KIND NAME shows an entry;\n"
         "rackcast catalog keys lists what a scenario may say, rackcast catalog keys server.gpu one table of it\n";
}

std::string names_text(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += name + "\n";
  return out;
}

std::string details_text(const std::vector<CatalogValue>& values) {
  std::string out;
  for (const CatalogValue& v : values) {
    const char* note = v.evidence == CatalogValue::Evidence::unverified ? "   # unverified" : "";
    out += fmt::format("{} = {}{}\n", v.key, v.value, note);
  }
  return out;
}

Json details_json(const std::vector<CatalogValue>& values) {
  Json::Object out;
  for (const CatalogValue& v : values) {
    out.emplace_back(v.key,
                     Json::Object{{"value", v.value},
                                  {"unverified", Json::truth(v.evidence == CatalogValue::Evidence::unverified)}});
  }
  return out;
}

// What a scenario may say: every table, or one.
std::string keys_text(const std::string& table) {
  std::string out;
  std::vector<std::string> known;
  for (const scenarios::TableFacts* facts : scenarios::all_tables()) {
    known.emplace_back(facts->name);
    if (!table.empty() && facts->name != table) continue;
    const std::string head = facts->name.empty() ? "whole file" : fmt::format("[{}]", facts->name);
    out += fmt::format("{} {}\n{}\n", head, facts->help, scenarios::format_key_help(*facts));
  }
  if (out.empty()) refuse("no table is called", table, known);
  return out;
}

std::string listing(const Catalog& catalog, const Arguments& a) {
  const std::vector<std::string> kinds = Catalog::kinds();
  if (a.catalog_kind.empty()) return a.format == Format::json ? Json::array(kinds).text() : kinds_text(catalog);
  if (a.catalog_kind == "keys") return keys_text(a.catalog_name);
  if (std::find(kinds.begin(), kinds.end(), a.catalog_kind) == kinds.end()) {
    refuse("unknown kind", a.catalog_kind, kinds);
  }
  const std::vector<std::string> names = catalog.names(a.catalog_kind);
  if (a.catalog_name.empty()) return a.format == Format::json ? Json::array(names).text() : names_text(names);
  const std::vector<CatalogValue> values = catalog.details(a.catalog_kind, a.catalog_name);
  if (values.empty()) refuse("no entry of " + a.catalog_kind + " is named", a.catalog_name, names);
  return a.format == Format::json ? details_json(values).text() : details_text(values);
}

}  // namespace

ExitCode catalog_command(const Arguments& arguments) {
  print(listing(load_catalog(arguments), arguments));
  return ExitCode::done;
}

}  // namespace rackcast::program
