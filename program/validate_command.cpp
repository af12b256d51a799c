#include "program/validate_command.hpp"

#include <algorithm>

#include "program/guarded.hpp"
#include "program/inputs.hpp"
#include "program/output.hpp"
#include "scenarios/read/text_file.hpp"
#include "scenarios/suggest.hpp"
#include "scenarios/validation/report.hpp"
#include "scenarios/validation/tables.hpp"

namespace rackcast::program {

namespace {

using scenarios::TableResult;
using scenarios::ValidationTable;

std::vector<std::string> table_names() {
  std::vector<std::string> names;
  for (const ValidationTable* table : scenarios::validation_tables()) names.emplace_back(table->name);
  return names;
}

const ValidationTable& table_named(const std::string& name) {
  for (const ValidationTable* table : scenarios::validation_tables()) {
    if (table->name == name) return *table;
  }
  throw UsageError("unknown table \"" + name + "\"; " + scenarios::did_you_mean(name, table_names()) +
                   "\nusage: rackcast validate --help");
}

std::vector<TableResult> embedded_tables(const Arguments& arguments, const scenarios::Catalog& catalog) {
  if (!arguments.validate_table.empty()) {
    return {scenarios::validate_table(table_named(arguments.validate_table), catalog)};
  }
  std::vector<TableResult> results;
  for (const ValidationTable* table : scenarios::validation_tables()) {
    results.push_back(scenarios::validate_table(*table, catalog));
  }
  return results;
}

/// The text of the file of rows; what is wrong with it is told.
std::optional<std::string> rows_text(const std::string& file) {
  scenarios::TextFile read = scenarios::read_text_file(file);
  if (!read.text) {
    complain(file + ": " + scenarios::to_string(read.error) + "\n");
    return std::nullopt;
  }
  if (const auto wrong = scenarios::find_non_text(*read.text, file)) {
    complain_all({*wrong});
    return std::nullopt;
  }
  return read.text;
}

std::vector<TableResult> given_rows(const Arguments& arguments, const scenarios::Catalog& catalog) {
  const ValidationTable& table = table_named(arguments.validate_table);
  const std::string& file = arguments.validate_rows;
  const std::optional<std::string> text = rows_text(file);
  if (!text) return {};
  scenarios::Diagnostics diagnostics{file};
  TableResult result = scenarios::validate_rows(table, catalog, *text, file, diagnostics);
  complain_all(diagnostics.sorted());
  if (diagnostics.count() > 0) return {};
  return {std::move(result)};
}

}  // namespace

ExitCode validate_command(const Arguments& arguments) {
  const bool given = !arguments.validate_rows.empty();
  if (given && arguments.validate_table.empty()) {
    throw UsageError("--rows needs the TABLE whose columns they have: rackcast validate TABLE --rows FILE.csv");
  }
  const scenarios::Catalog catalog = load_catalog(arguments);
  const auto results = given ? given_rows(arguments, catalog) : embedded_tables(arguments, catalog);
  if (results.empty()) return ExitCode::bad_usage_or_input;
  // Gaps are known of the tables in the binary only.
  const auto gaps = given ? std::vector<scenarios::KnownGap>{} : scenarios::known_gaps();
  const auto rows = arguments.validate_table.empty() ? scenarios::Rows::worst : scenarios::Rows::all;
  print(arguments.format == Format::json ? scenarios::validation_json(results, gaps).text()
                                         : scenarios::validation_text(results, gaps, rows));
  return ExitCode::done;
}

}  // namespace rackcast::program
