// All-reduce times in one server by message size and number of GPUs.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "models/collective/mesh.hpp"
#include "models/collective/ring.hpp"
#include "scenarios/validation/tables.hpp"
#include "scenarios/validation/v100_mesh.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double mebi = 1024.0 * 1024.0;
constexpr double smallest_message = mebi;
constexpr double large_message = 64 * mebi;
constexpr double large_limit = 0.05;
constexpr double small_limit = 0.15;
constexpr double s_per_us = 1e-6;
constexpr int constants_of_a_link = 5;
constexpr int most_gpus = 8;
constexpr int predicted_gpus[] = {4, 5, 7};  // the constants rest on 2 and 8

CsvColumns columns() {
  return {{"gpu", "gpus", "message_bytes", "time_us"},
          {"id", "busbw_GBps", "source"},
          {"gpus", "message_bytes", "time_us", "busbw_GBps"}};
}

/// The rings of each number of GPUs are searched once.
class Rings {
 public:
  models::LinkSpec of(const models::LinkSpec& one, int gpus) {
    const auto [found, is_new] = found_.try_emplace(gpus, 0);
    if (is_new) found->second = models::disjoint_rings(v100_mesh(), gpus);
    return models::parallel_rings(one, found->second);
  }

 private:
  std::map<int, int> found_;
};

std::string row_id(const CsvRow& row) {
  if (!row.text("id").empty()) return row.text("id");
  return row.text("gpu") + "/" + row.text("gpus") + "/" + row.text("message_bytes");
}

/// Why a row does not count; empty: it does.
std::string exclusion(const CsvRow& row, const models::LinkSpec* link) {
  if (link == nullptr) return "no link in the catalogue for the GPU " + row.text("gpu");
  const int gpus = row.count("gpus").value_or(0);
  if (gpus < 2 || gpus > most_gpus) return "not 2 to 8 GPUs";
  if (!(row.number("message_bytes").value_or(0) >= smallest_message)) return "below 1 MB";
  return row.number("time_us").value_or(0) > 0 ? "" : "no time";
}

ScoredRow score_row(const CsvRow& row, const models::LinkSpec& link) {
  const int gpus = *row.count("gpus");
  const double bytes = *row.number("message_bytes");
  ScoredRow scored;
  scored.id = row_id(row);
  scored.what = fmt::format("{} x {}, {:.0f} MB", gpus, row.text("gpu"), bytes / mebi);
  scored.group = fmt::format("{} x {}", gpus, row.text("gpu"));
  scored.measured = *row.number("time_us");
  scored.predicted = models::ring_all_reduce_s(link, gpus, bytes) / s_per_us;
  for (const int n : predicted_gpus) {
    if (n == gpus) scored.left_out = scored.predicted;
  }
  return scored;
}

using BySize = std::map<std::string, std::vector<ScoredRow>>;

void add_bars(const BySize& large, const BySize& small, TableResult& result) {
  for (const auto& [group, rows] : large) {
    result.bars.push_back(worst_bar(group + ", every row from 64 MB", rows, large_limit));
    result.bars.push_back(median_bar(group + ", median from 64 MB", rows, large_limit));
  }
  for (const auto& [group, rows] : small) {
    result.bars.push_back(worst_bar(group + ", every row from 1 to 64 MB", rows, small_limit));
    result.bars.push_back(median_bar(group + ", median from 1 to 64 MB", rows, small_limit));
  }
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "us";
  Rings rings;
  BySize large;
  BySize small;
  std::map<std::string, int> links;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    const std::string mesh = context.names.find("ring of a mesh", row.text("gpu"));
    const std::string name = mesh.empty() ? context.names.find("switch", row.text("gpu")) : mesh;
    const models::LinkSpec* link = context.catalog.link(name);
    const std::string reason = exclusion(row, link);
    if (!reason.empty()) {
      result.excluded[reason].push_back(row_id(row));
      continue;
    }
    ++links[name];
    const int gpus = *row.count("gpus");
    const ScoredRow scored = score_row(row, mesh.empty() ? *link : rings.of(*link, gpus));
    result.rows.push_back(scored);
    if (!std::isnan(scored.left_out)) {
      (*row.number("message_bytes") >= large_message ? large : small)[scored.group].push_back(scored);
    }
  }
  result.constants = constants_of_a_link * static_cast<int>(links.size());
  add_bars(large, small, result);
  result.notes.push_back(
      "Constants are fitted on 2 and 8 GPUs; 4, 5 and 7 are predicted: they are the left-out groups.");
}

}  // namespace

constinit const ValidationTable allreduce_table{"allreduce_single_node", "data/allreduce_single_node.csv",
                                                "2 to 8 GPUs of one server, from 1 MB, a time, a link of the catalogue",
                                                &columns, &score};

}  // namespace rackcast::scenarios
