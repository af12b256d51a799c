// Published bus bandwidths of all-reduce in one server, and thresholds that healthy servers pass.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "models/collective/ring.hpp"
#include "scenarios/validation/tables.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double median_limit = 0.10;
constexpr double threshold_limit = 0.005;  // thresholds are printed with three digits
constexpr double giga = 1e9;
constexpr double kibi = 1024;
constexpr double undefined_size = 8 * kibi * kibi * kibi;  ///< "large" and the like: sizes at which bandwidth is flat

CsvColumns columns() {
  return {{"platform", "gpu_count", "test", "message_size", "busbw_GBps", "kind"},
          {"id", "category", "nodes", "fabric", "latency_us", "pct_of_spec", "conditions", "source", "confidence",
           "status", "notes"},
          {"gpu_count"}};
}

/// Bytes of "512K", "16M", "8G"; of a range or a word those of `undefined_size`; none below that.
std::optional<double> message_bytes(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::string_view units = "KMG";
  const std::size_t unit = units.find(text.back());
  const std::optional<double> count = csv_number(std::string_view(text).substr(0, text.size() - 1));
  if (unit != std::string_view::npos && count) return *count * std::pow(kibi, static_cast<double>(unit + 1));
  const bool large = text == "large" || text.starts_with(">=");
  return large ? std::optional<double>(undefined_size) : std::nullopt;
}

std::string row_id(const CsvRow& row) {
  if (!row.text("id").empty()) return row.text("id");
  return row.text("platform") + " " + row.text("message_size");
}

const char* const thresholds = "pass threshold";

std::string exclusion(const CsvRow& row, const models::LinkSpec* link) {
  if (row.text("test") != "all_reduce") return "no all-reduce";
  if (row.text("kind") != "measured" && row.text("kind") != thresholds) return "neither measured nor a threshold";
  if (!(row.number("nodes").value_or(1) == 1)) return "several nodes: the model is of one server";
  if (!row.number("busbw_GBps") || !(*row.number("busbw_GBps") > 0)) return "no single bandwidth";
  if (!message_bytes(row.text("message_size"))) return "no message size";
  if (!(row.count("gpu_count").value_or(0) >= 2)) return "no number of GPUs";
  return link == nullptr ? "no link in the catalogue for the platform" : "";
}

ScoredRow score_row(const CsvRow& row, const models::LinkSpec& link) {
  const double gpus = *row.count("gpu_count");
  const double bytes = *message_bytes(row.text("message_size"));
  ScoredRow scored;
  scored.id = row_id(row);
  scored.what = row.text("platform") + ", " + row.text("message_size");
  scored.group = row.text("source");
  scored.measured = *row.number("busbw_GBps");
  scored.predicted = models::bus_bandwidth(link, gpus, bytes) / giga;
  return scored;
}

/// Healthy servers pass a threshold: the model must not fall below it by more than measurements scatter.
Bar threshold_bar(const std::vector<ScoredRow>& rows) {
  double most = 0;
  for (const ScoredRow& row : rows) most = std::max(most, -row.error());
  return {"every pass threshold, shortfall", rows.empty() ? not_known : most, threshold_limit, "%", rows.size()};
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "GB/s";
  std::vector<ScoredRow> passed;
  std::map<std::string, int> links;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    const std::string name = context.names.find("platform", row.text("platform"));
    const models::LinkSpec* link = context.catalog.link(name);
    const std::string reason = exclusion(row, link);
    if (!reason.empty()) {
      result.excluded[reason].push_back(row_id(row));
    } else if (row.text("kind") == thresholds) {
      passed.push_back(score_row(row, *link));
    } else {
      result.rows.push_back(score_row(row, *link));
      // Links whose constants come from other sources than this table.
      if (context.names.find("constants", name).empty()) result.rows.back().left_out = result.rows.back().predicted;
      ++links[name];
    }
  }
  for (const auto& [name, count] : links) {
    result.constants += static_cast<int>(csv_number(context.names.find("constants", name)).value_or(0));
  }
  result.bars = {median_bar("median of measured rows", result.rows, median_limit), threshold_bar(passed)};
  for (const ScoredRow& row : passed) {
    result.notes.push_back(
        fmt::format("threshold {}: at least {:.0f} GB/s, model {:.0f} GB/s", row.what, row.measured, row.predicted));
  }
}

}  // namespace

constinit const ValidationTable interconnect_table{
    "interconnect", "data/interconnect.csv",
    "all-reduce in one server, kind measured (pass thresholds count one-sided), a size and a bandwidth", &columns,
    &score};

}  // namespace rackcast::scenarios
