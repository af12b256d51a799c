#include "scenarios/validation/report.hpp"

namespace rackcast::scenarios {

namespace {

using sim::Json;

Json excluded_json(const TableResult& table) {
  Json::Object counts;
  for (const auto& [reason, ids] : table.excluded) counts.emplace_back(reason, static_cast<std::uint64_t>(ids.size()));
  return counts;
}

Json excluded_rows_json(const TableResult& table) {
  Json::Object rows;
  for (const auto& [reason, ids] : table.excluded) rows.emplace_back(reason, Json::array(ids));
  return rows;
}

Json bars_json(const TableResult& table, const std::vector<KnownGap>& gaps) {
  Json::Array out;
  for (const Bar& bar : table.bars) {
    const KnownGap* gap = find_gap(gaps, table.name, bar.name);
    out.push_back(Json::Object{{"name", bar.name},
                               {"value", bar.value},
                               {"limit", bar.limit},
                               {"rows", static_cast<std::uint64_t>(bar.rows)},
                               {"met", Json::truth(bar.met())},
                               {"known_gap", gap == nullptr ? Json() : Json(gap->reason)}});
  }
  return out;
}

Json rows_json(const TableResult& table) {
  Json::Array out;
  for (const ScoredRow& row : table.rows) {
    out.push_back(Json::Object{{"id", row.id},
                               {"what", row.what},
                               {"group", row.group},
                               {"measured", row.measured},
                               {"predicted", row.predicted},
                               {"error", row.error()},
                               {"left_out", row.left_out},
                               {"clock_hz", row.clock_hz}});
  }
  return out;
}

Json table_json(const TableResult& table, const std::vector<KnownGap>& gaps) {
  const TableStatistics& s = table.statistics;
  return Json::Object{{"name", table.name},
                      {"filter", table.filter},
                      {"unit", table.unit},
                      {"rows", static_cast<std::uint64_t>(table.rows.size())},
                      {"excluded", excluded_json(table)},
                      {"constants", table.constants},
                      {"median_ape", s.median_ape},
                      {"mape", s.mape},
                      {"p90_ape", s.p90_ape},
                      {"worst", Json::Object{{"row", s.worst}, {"error", s.worst_error}}},
                      {"bias", s.bias},
                      {"left_out_group_mape", s.left_out_group_mape},
                      {"baseline_mape", s.baseline_mape},
                      {"baseline", table.baseline},
                      {"bars", bars_json(table, gaps)},
                      {"notes", Json::array(table.notes)},
                      {"excluded_rows", excluded_rows_json(table)},
                      {"scored_rows", rows_json(table)}};
}

}  // namespace

Json validation_json(const std::vector<TableResult>& tables, const std::vector<KnownGap>& gaps) {
  Json::Array out;
  for (const TableResult& table : tables) out.push_back(table_json(table, gaps));
  return Json::Object{{"tables", std::move(out)}};
}

}  // namespace rackcast::scenarios
