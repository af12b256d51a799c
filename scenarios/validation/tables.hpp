#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenarios/catalog.hpp"
#include "scenarios/validation/csv_table.hpp"
#include "scenarios/validation/names.hpp"
#include "scenarios/validation/score.hpp"

namespace rackcast::scenarios {

/// Whose rows are scored: those in the binary, on which constants rest, or others, to which nothing is ever fitted.
enum class RowSource { embedded, given };

/// What every table is scored with.
struct ValidationContext {
  const Catalog& catalog;
  const PublishedNames& names;
  RowSource source = RowSource::embedded;
};

/// One table of published measurements: which columns it has, which rows count, how they are predicted.
struct ValidationTable {
  std::string_view name;
  std::string_view file;    ///< below scenarios/validation/, carried in the binary
  std::string_view filter;  ///< in words; fixed before anything was fitted
  CsvColumns (*columns)();
  void (*score)(const CsvTable& rows, const ValidationContext& context, TableResult& result);
};

// One table a file.
extern const ValidationTable allreduce_table;
extern const ValidationTable cpu_table;
extern const ValidationTable interconnect_table;
extern const ValidationTable memory_table;
extern const ValidationTable power_limit_table;
extern const ValidationTable scaling_table;
extern const ValidationTable server_power_traces_table;
extern const ValidationTable steady_temperature_table;
extern const ValidationTable thermal_traces_table;
extern const ValidationTable time_constant_table;
extern const ValidationTable vision_table;
extern const ValidationTable vtrain_single_node_table;
extern const ValidationTable wall_power_table;

/// All of them, by name.
std::span<const ValidationTable* const> validation_tables();

/// The rows of `table` in the binary.
TableResult validate_table(const ValidationTable& table, const Catalog& catalog);

/// Rows given as `text` of the file `file`. Whatever is wrong with them is in the diagnostics; then nothing is scored.
TableResult validate_rows(const ValidationTable& table, const Catalog& catalog, std::string_view text,
                          const std::string& file, Diagnostics& diagnostics);

}  // namespace rackcast::scenarios
