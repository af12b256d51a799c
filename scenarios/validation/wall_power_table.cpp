// Power of servers at the outlet under training load: single readings, and plateaus of traces.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "scenarios/validation/limited_job.hpp"
#include "scenarios/validation/thermal_rows.hpp"
#include "scenarios/validation/wall_power.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double median_limit = 0.05;
constexpr double percent = 100;

CsvColumns reading_columns() {
  return thermal_columns({"id", "source", "kind", "system", "gpu", "cooling", "workload"},
                         {"power_limit_w", "server_power_w", "gpus"});
}

CsvColumns trace_columns() {
  return {{"trace_id", "source", "ac_or_dc", "nodes", "benchmark", "t_s_from_run_start", "node_power_w_mean",
           "run_length_s"},
          {"node_power_w_min", "node_power_w_max", "nodes_reporting", "confidence"},
          {"nodes", "t_s_from_run_start", "node_power_w_mean", "run_length_s"}};
}

/// Constants fitted here: what an H100 node draws besides GPUs, processors and disks, and its fans.
constexpr int constants = 2;
constexpr const char* direct_current = "direct current: its sensors stand above any supply's efficiency";
constexpr const char* several_servers = "more than one server: the exchange between them sets what is drawn";

std::string exclusion(const CsvRow& row, const models::ServerSpec* server) {
  if (row.text("kind") != "server_power") return std::string{"not the power of a server"};
  if (!(row.number("server_power_w").value_or(0) > 0)) return std::string{"no power of the server"};
  if (row.text("other_metric").starts_with("DC")) return direct_current;
  if (row.text("workload").find("rendering") != std::string::npos) return std::string{"not training"};
  if (server != nullptr && row.number("gpus").value_or(1) > server->gpus.count) return several_servers;
  return {};
}

ScoredRow scored(const std::string& id, const models::ServerSpec& server, const std::string& workload, double limit_w,
                 double measured_w) {
  const WallPower power = training_wall_power(server, workload_class(workload), limit_w);
  ScoredRow row;
  row.id = id;
  row.what = fmt::format("{}, {}, {:.0f} W a GPU", server.name, workload, power.board_w);
  row.group = server.name;
  row.measured = measured_w;
  row.predicted = power.wall_w;
  row.clock_hz = power.clock_hz;
  return row;
}

void finish(const ValidationContext& context, TableResult& result) {
  result.unit = std::string{"W"};
  result.constants = constants;
  result.bars = {median_bar("median", result.rows, median_limit)};
  for (const ScoredRow& row : result.rows) {
    result.notes.push_back(fmt::format("{}: {}, {:.0f} W measured, {:.0f} W by the model ({:+.1f} %)", row.id, row.what,
                                       row.measured, row.predicted, percent * row.error()));
  }
  if (context.source != RowSource::embedded) return;
  for (const Bar& bar : fan_wall_bars(context.catalog)) result.bars.push_back(bar);
}

void score_readings(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    const LoadedServer found = published_server(context, row.text("system"));
    std::string reason = exclusion(row, found.server);
    if (reason.empty()) reason = found.reason;
    if (!reason.empty()) {
      result.excluded[reason].push_back(row.text("id"));
      continue;
    }
    result.rows.push_back(scored(row.text("id"), *found.server, row.text("workload"),
                                 row.number("power_limit_w").value_or(0), *row.number("server_power_w")));
  }
  finish(context, result);
}

struct Trace {
  std::string reason;
  const models::ServerSpec* server = nullptr;
  std::string benchmark;
  std::vector<double> power_w;     ///< within the run
  double least_w = 0, most_w = 0;  ///< of all samples

  void add(double t_s, double run_s, double w) {
    if (power_w.empty() && most_w == 0) least_w = most_w = w;
    least_w = std::min(least_w, w);
    most_w = std::max(most_w, w);
    if (t_s > 0 && t_s < run_s) power_w.push_back(w);
  }

  /// The median of what lies in the upper half of the range: start, ends and pauses are below.
  double plateau_w() const {
    std::vector<double> upper;
    for (const double w : power_w) {
      if (w > (least_w + most_w) / 2) upper.push_back(w);
    }
    return median_of(upper);
  }
};

/// The folder of results: what the submission calls its system.
std::string submitted(const std::string& source) {
  const std::size_t at = source.find("results/");
  if (at == std::string::npos) return source;
  const std::size_t from = at + std::string_view("results/").size();
  return source.substr(from, source.find('/', from) - from);
}

Trace start_of(const CsvRow& row, const ValidationContext& context) {
  const LoadedServer found = published_server(context, submitted(row.text("source")));
  Trace trace{found.reason, found.server, row.text("benchmark"), {}, 0, 0};
  if (row.number("nodes").value_or(0) != 1) trace.reason = several_servers;
  if (row.text("ac_or_dc") != "ac") trace.reason = direct_current;
  return trace;
}

void score_traces(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  std::map<std::string, Trace> traces;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    const auto [at, is_new] = traces.try_emplace(row.text("trace_id"));
    if (is_new) at->second = start_of(row, context);
    const auto power_w = row.number("node_power_w_mean");
    const auto t_s = row.number("t_s_from_run_start");
    if (power_w && t_s && *power_w > 0) at->second.add(*t_s, row.number("run_length_s").value_or(0), *power_w);
  }
  for (auto& [id, trace] : traces) {
    if (trace.reason.empty() && !(trace.plateau_w() > 0)) trace.reason = std::string{"no sample of its run"};
    if (!trace.reason.empty()) {
      result.excluded[trace.reason].push_back(id);
      continue;
    }
    result.rows.push_back(scored(id, *trace.server, trace.benchmark, 0, trace.plateau_w()));
  }
  finish(context, result);
}

}  // namespace

constinit const ValidationTable wall_power_table{
    "wall_power", "data/wall_power.csv",
    "power of one server at the outlet under a training load, alternating current; GPUs late for nothing",
    &reading_columns, &score_readings};

constinit const ValidationTable server_power_traces_table{
    "server_power_traces", "data/server_power_traces.csv",
    "plateaus of power traces of one server, alternating current: the median of the samples of a run that lie in the "
    "upper "
    "half of the trace's range",
    &trace_columns, &score_traces};

}  // namespace rackcast::scenarios
