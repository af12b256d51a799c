#include "scenarios/validation/tables.hpp"

#include <stdexcept>

#include "scenarios/validation/embedded_validation.hpp"

namespace rackcast::scenarios {

std::span<const ValidationTable* const> validation_tables() {
  static constexpr const ValidationTable* tables[] = {&allreduce_table,
                                                      &cpu_table,
                                                      &interconnect_table,
                                                      &memory_table,
                                                      &power_limit_table,
                                                      &scaling_table,
                                                      &server_power_traces_table,
                                                      &steady_temperature_table,
                                                      &thermal_traces_table,
                                                      &time_constant_table,
                                                      &vision_table,
                                                      &vtrain_single_node_table,
                                                      &wall_power_table};
  return tables;
}

namespace {

TableResult score_text(const ValidationTable& table, const ValidationContext& context, std::string_view text,
                       const std::string& file, Diagnostics& diagnostics) {
  TableResult result;
  result.name = table.name;
  result.filter = table.filter;
  const CsvTable rows = parse_csv(text, file, diagnostics);
  check_columns(rows, table.columns(), diagnostics);
  if (diagnostics.count() > 0) return result;
  table.score(rows, context, result);
  result.statistics = statistics(result.rows);
  return result;
}

}  // namespace

TableResult validate_table(const ValidationTable& table, const Catalog& catalog) {
  Diagnostics diagnostics{std::string(table.file)};
  const ValidationContext context{catalog, published_names(), RowSource::embedded};
  TableResult result =
      score_text(table, context, embedded_validation_file(table.file), std::string(table.file), diagnostics);
  if (diagnostics.count() > 0) throw std::logic_error(to_string(diagnostics.sorted().front()));
  return result;
}

TableResult validate_rows(const ValidationTable& table, const Catalog& catalog, std::string_view text,
                          const std::string& file, Diagnostics& diagnostics) {
  return score_text(table, {catalog, published_names(), RowSource::given}, text, file, diagnostics);
}

std::string_view embedded_validation_file(std::string_view path) {
  for (const EmbeddedFile& file : embedded_validation()) {
    if (file.path == path) return file.text;
  }
  throw std::logic_error("no validation file " + std::string(path) + " in the binary");
}

}  // namespace rackcast::scenarios
