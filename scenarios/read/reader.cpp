#include "scenarios/read/reader.hpp"

#include <algorithm>

#include "scenarios/check_rules.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/read/document.hpp"
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

}  // namespace

ReadResult read_scenario(std::string_view text, std::string_view file_name, const Catalog& catalog,
                         std::span<const Override> sets) {
  if (auto bad = find_non_text(text, std::string{file_name})) return {std::nullopt, {std::move(*bad)}};
  Diagnostics diagnostics{std::string{file_name}};
  Node document = parse_document(text, 0, diagnostics);
  if (diagnostics.count() > 0) return {std::nullopt, diagnostics.sorted()};
  document.where = {1, 1, 0};
  for (const Override& change : sets) apply_override(document, change, diagnostics);
  ReadResult result;
  result.scenario.emplace();
  Reading reading{diagnostics, catalog, ReadMode::scenario};
  read_table(document, scenario_facts(), &*result.scenario, Start::empty, reading);
  report_empty(document, diagnostics);
  check_scenario(*result.scenario, document, diagnostics);
  result.diagnostics = diagnostics.sorted();
  if (!result.diagnostics.empty()) result.scenario.reset();
  return result;
}

ReadResult read_scenario_file(const std::filesystem::path& path, const Catalog& catalog,
                              std::span<const Override> sets) {
  TextFile file = read_text_file(path);
  if (!file.text) return {std::nullopt, {Diagnostic{path.string(), 0, 0, std::move(file.error)}}};
  return read_scenario(*file.text, path.string(), catalog, sets);
}

}  // namespace rackcast::scenarios
