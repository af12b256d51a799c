#include <fmt/format.h>

#include <algorithm>

#include "program/commands.hpp"
#include "program/inputs.hpp"
#include "program/output.hpp"
#include "scenarios/catalog_filter.hpp"
#include "scenarios/catalog_text.hpp"
#include "scenarios/facts/format_help.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/suggest.hpp"
#include "sim/json.hpp"

namespace rackcast::program {

namespace {

using scenarios::Catalog;
using sim::Json;

[[noreturn]] void refuse(const std::string& what, const std::string& word, const std::vector<std::string>& known) {
  const std::string suggestion = scenarios::did_you_mean(word, known);
  throw UsageError(fmt::format("{} \"{}\"{}{}", what, word, suggestion.empty() ? "" : "; ", suggestion));
}

std::string kinds_text(const Catalog& catalog) {
  std::string out;
  for (const std::string& kind : Catalog::kinds()) {
    out += fmt::format("{:<16} {:>4} entries\n", kind, catalog.names(kind).size());
  }
  return out +
         "rackcast catalog KIND lists them, rackcast catalog KIND NAME shows one; --where and --sort choose;\n"
         "rackcast catalog keys lists what a scenario may say, rackcast catalog keys server.gpu one table of it\n";
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

template <class T>
T or_refuse(scenarios::Parsed<T> parsed) {
  if (!parsed.value) throw UsageError(to_string(parsed.error));
  return std::move(*parsed.value);
}

scenarios::CatalogQuery query_of(const Arguments& a) {
  scenarios::CatalogQuery query{a.catalog_kind, a.catalog_name, {}, a.catalog_sort};
  for (const std::string& where : a.catalog_where) query.filters.push_back(or_refuse(scenarios::parse_filter(where)));
  return query;
}

// Keys that stand in the query are worth a column.
std::vector<std::string> asked_keys(const scenarios::CatalogQuery& query) {
  std::vector<std::string> keys;
  for (const scenarios::CatalogFilter& filter : query.filters) keys.push_back(filter.key);
  if (!query.sort.empty()) keys.push_back(query.sort.substr(query.sort.starts_with('-') ? 1 : 0));
  return keys;
}

std::string found_text(const Catalog& catalog, const Arguments& a) {
  const scenarios::CatalogQuery query = query_of(a);
  const auto entries = or_refuse(scenarios::query_catalog(catalog, query));
  if (entries.empty() && !query.word.empty() && query.filters.empty()) {
    refuse("no entry of " + query.kind + " holds", query.word, catalog.names(query.kind));
  }
  if (a.format == Format::text) {
    return entries.empty() ? "no entry of " + query.kind + " fits\n"
                           : scenarios::entries_text(query.kind, entries, asked_keys(query));
  }
  Json::Array list;
  for (const scenarios::CatalogEntry* entry : entries) list.push_back(scenarios::entry_json(query.kind, *entry));
  return Json(std::move(list)).text();
}

std::string listing(const Catalog& catalog, const Arguments& a) {
  const std::vector<std::string> kinds = Catalog::kinds();
  if (a.catalog_kind.empty()) return a.format == Format::json ? Json::array(kinds).text() : kinds_text(catalog);
  if (a.catalog_kind == "keys") return keys_text(a.catalog_name);
  if (std::find(kinds.begin(), kinds.end(), a.catalog_kind) == kinds.end()) {
    refuse("unknown kind", a.catalog_kind, kinds);
  }
  const bool one = !a.catalog_name.empty() && a.catalog_where.empty();
  const scenarios::CatalogEntry* entry = one ? catalog.find(a.catalog_kind, a.catalog_name) : nullptr;
  if (entry == nullptr) return found_text(catalog, a);
  return a.format == Format::json ? scenarios::entry_json(a.catalog_kind, *entry).text()
                                  : scenarios::entry_text(a.catalog_kind, *entry);
}

}  // namespace

ExitCode catalog_command(const Arguments& arguments) {
  print(listing(load_catalog(arguments), arguments));
  return ExitCode::done;
}

}  // namespace rackcast::program
