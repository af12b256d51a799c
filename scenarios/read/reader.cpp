#include "scenarios/read/reader.hpp"

#include <algorithm>

#include "scenarios/check_rules.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/read/copies.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/read/includes.hpp"
#include "scenarios/read/outside.hpp"
#include "scenarios/read/overrides.hpp"
#include "scenarios/read/table_reader.hpp"
#include "scenarios/read/text_file.hpp"

namespace rackcast::scenarios {
namespace {

bool has_tables(const Node& document, std::string_view key) {
  const Node* node = document.find(key);
  return node != nullptr && (!node->is(Node::Kind::array) || !node->items.empty());
}

/// The commonest beginner's file lacks the server, the job or both.
void report_empty(const Node& document, Diagnostics& diagnostics) {
  const bool server = has_tables(document, "server");
  const bool job = has_tables(document, "job");
  if (server && job) return;
  std::string missing = server ? "[[job]]" : (job ? "[[server]]" : "[[server]] and [[job]]");
  const std::string why = server ? "nothing runs on the server" : (job ? "the job has no server" : "");
  diagnostics.report({1, 1, 0}, {"nothing to simulate", why, "add " + missing});
}

/// Whether a change names a server or job that only `count` makes.
bool names_copy(const Override& change, const Node& document) {
  const Parsed<Path> path = parse_path(change.path);
  if (!path.value || path.value->segments.size() < 2) return false;
  const auto& segments = path.value->segments;
  if (segments[0].index || (segments[0].name != "server" && segments[0].name != "job")) return false;
  return !has_item(document, segments[0].name, segments[1].name);
}

/// Puts in what the file says in few words or leaves to others, and the changes of the command line: of a table with
/// `count` before it becomes several, of one of those after. False if a file that is needed could not be had: what it
/// would have said is then not missed in detail.
bool complete(Node& document, const std::filesystem::path& folder, const Catalog& catalog,
              std::span<const Override> sets, Diagnostics& diagnostics) {
  take_includes(document, folder, diagnostics);
  if (diagnostics.count() > 0) return false;
  open_constants(document);
  std::vector<const Override*> later;
  for (const Override& change : sets) {
    if (names_copy(change, document)) {
      later.push_back(&change);
    } else {
      apply_override(document, change, diagnostics);
    }
  }
  take_counts(document, diagnostics);
  for (const Override* change : later) apply_override(document, *change, diagnostics);
  open_constants(document);
  const std::size_t before = diagnostics.count();
  take_outside_values(document, folder, catalog, diagnostics);
  return diagnostics.count() == before;
}

}  // namespace

ReadResult read_scenario(std::string_view text, std::string_view file_name, const Catalog& catalog,
                         std::span<const Override> sets, const std::filesystem::path& folder) {
  if (auto bad = find_non_text(text, std::string{file_name})) return {std::nullopt, {std::move(*bad)}};
  Diagnostics diagnostics{std::string{file_name}};
  Node document = parse_document(text, 0, diagnostics);
  if (diagnostics.count() > 0) return {std::nullopt, diagnostics.sorted()};
  document.where = {1, 1, 0};
  if (!complete(document, folder, catalog, sets, diagnostics)) return {std::nullopt, diagnostics.sorted()};
  ReadResult result;
  result.scenario.emplace();
  Reading reading{diagnostics, catalog, ReadMode::scenario};
  read_table(document, scenario_facts(), &*result.scenario, Start::empty, reading);
  report_empty(document, diagnostics);
  check_scenario(*result.scenario, document, catalog, diagnostics);
  result.diagnostics = diagnostics.sorted();
  if (!result.diagnostics.empty()) result.scenario.reset();
  return result;
}

ReadResult read_scenario_file(const std::filesystem::path& path, const Catalog& catalog,
                              std::span<const Override> sets) {
  TextFile file = read_text_file(path);
  if (!file.text) return {std::nullopt, {Diagnostic{path.string(), 0, 0, std::move(file.error)}}};
  const std::filesystem::path folder = path.parent_path();
  return read_scenario(*file.text, path.string(), catalog, sets, folder.empty() ? "." : folder);
}

}  // namespace rackcast::scenarios
