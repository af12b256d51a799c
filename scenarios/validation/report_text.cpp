#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenarios/text_table.hpp"
#include "scenarios/validation/report.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

constexpr std::size_t worst_shown = 5;
constexpr std::size_t ids_shown = 8;
constexpr double percent = 100;
constexpr double hz_per_mhz = 1e6;

std::string share(double value) { return std::isnan(value) ? "unknown" : fmt::format("{:.1f} %", percent * value); }

std::string signed_share(double value) {
  return std::isnan(value) ? "unknown" : fmt::format("{:+.1f} %", percent * value);
}

std::string bar_value(const Bar& bar, double value) {
  if (bar.unit == "%") return share(value);
  return std::isnan(value) ? "unknown" : fmt::format("{:.4g}", value);
}

std::string excluded_text(const TableResult& table) {
  std::string out;
  for (const auto& [reason, ids] : table.excluded) {
    std::vector<std::string> shown(ids.begin(),
                                   ids.begin() + static_cast<std::ptrdiff_t>(std::min(ids.size(), ids_shown)));
    if (ids.size() > ids_shown) shown.push_back("...");
    out += fmt::format("  not scored {:>4}  {} ({})\n", ids.size(), reason, fmt::join(shown, ", "));
  }
  return out;
}

std::string statistics_text(const TableResult& table) {
  const TableStatistics& s = table.statistics;
  if (table.rows.empty()) return "  errors         no row could be scored\n";
  return fmt::format(
      "  errors         median {}, mean {}, p90 {}, bias {}, worst {} ({})\n"
      "  left out       mean {}\n"
      "  baseline       mean {} ({})\n",
      share(s.median_ape), share(s.mape), share(s.p90_ape), signed_share(s.bias), signed_share(s.worst_error), s.worst,
      share(s.left_out_group_mape), share(s.baseline_mape), table.baseline);
}

std::string bars_text(const TableResult& table, const std::vector<KnownGap>& gaps) {
  std::string out;
  for (const Bar& bar : table.bars) {
    const KnownGap* gap = find_gap(gaps, table.name, bar.name);
    const std::string known = gap == nullptr ? std::string{} : fmt::format(", known: {}", gap->reason);
    const std::string verdict = bar.met() ? std::string{"met"} : fmt::format("MISSED{}", known);
    out += fmt::format("  bar            {}: {}, at most {} ({} rows): {}\n", bar.name, bar_value(bar, bar.value),
                       bar_value(bar, bar.limit), bar.rows, verdict);
  }
  return out;
}

std::string rows_text(const TableResult& table, Rows rows) {
  std::vector<ScoredRow> sorted = table.rows;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const ScoredRow& a, const ScoredRow& b) { return std::abs(a.error()) > std::abs(b.error()); });
  if (rows == Rows::worst) sorted.resize(std::min(sorted.size(), worst_shown));
  TextTable out{{Flush::left, Flush::left, Flush::right, Flush::right, Flush::right, Flush::right, Flush::right}};
  out.add({"row", "what", "measured", "model", "error", "left out", "clock"});
  for (const ScoredRow& row : sorted) {
    out.add({row.id, row.what, fmt::format("{:.4g} {}", row.measured, table.unit), fmt::format("{:.4g}", row.predicted),
             signed_share(row.error()), std::isnan(row.left_out) ? "" : signed_share(row.left_out / row.measured - 1),
             std::isnan(row.clock_hz) ? "" : fmt::format("{:.0f} MHz", row.clock_hz / hz_per_mhz)});
  }
  return sorted.empty() ? std::string{} : out.text("  ");
}

std::size_t excluded_count(const TableResult& table) {
  std::size_t count = 0;
  for (const auto& [reason, ids] : table.excluded) count += ids.size();
  return count;
}

std::string table_text(const TableResult& table, const std::vector<KnownGap>& gaps, Rows rows) {
  std::string out = fmt::format("{}\n  filter         {}\n  scored         {}, {} constants; rows not scored {}\n",
                                table.name, table.filter, table.rows.size(), table.constants, excluded_count(table));
  out += excluded_text(table) + statistics_text(table) + bars_text(table, gaps);
  for (const std::string& note : table.notes) out += fmt::format("  note           {}\n", note);
  return out + rows_text(table, rows);
}

}  // namespace

std::string validation_text(const std::vector<TableResult>& tables, const std::vector<KnownGap>& gaps, Rows rows) {
  std::string out;
  for (const TableResult& table : tables) {
    if (!out.empty()) out += '\n';
    out += table_text(table, gaps, rows);
  }
  return out;
}

}  // namespace rackcast::scenarios
