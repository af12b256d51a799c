// First-order time constants of heat-ups.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "scenarios/validation/heated_boards.hpp"
#include "scenarios/validation/limited_job.hpp"
#include "scenarios/validation/thermal_rows.hpp"
#include "sim/math.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double median_limit = 0.25;
constexpr double sample_s = 2;  // as the published traces were sampled
/// Time constants that are tried, as the published fits stand on such a ladder.
constexpr double shortest_s = 1.5;
constexpr double longest_s = 200;
constexpr double ladder = 1.03;

CsvColumns columns() {
  return thermal_columns({"id", "source", "kind", "system", "gpu", "workload"},
                         {"start_temp_c", "gpu_temp_c", "tau_s", "load_duration_s"});
}

std::string exclusion(const CsvRow& row) {
  if (row.text("kind") != "heatup_step") return std::string{"not a heat-up"};
  if (!(row.number("tau_s").value_or(0) > 0)) return std::string{"no time constant"};
  if (!row.number("start_temp_c") || !row.number("gpu_temp_c")) return std::string{"no temperature at start or end"};
  const double load_s = row.number("load_duration_s").value_or(0);
  return load_s > 0 && load_s < 1e4 ? std::string{} : std::string{"no duration, or not a heat-up's"};
}

/// Sum of squares about T∞ − (T∞ − T₀)·e^(−t/τ) with the best T∞.
double misfit(const std::vector<double>& die_c, double tau_s) {
  double above = 0;
  double below = 0;
  for (std::size_t k = 0; k < die_c.size(); ++k) {
    const double g = -sim::expm1(-static_cast<double>(k) * sample_s / tau_s);
    above += g * (die_c[k] - die_c[0]);
    below += g * g;
  }
  double sum = 0;
  for (std::size_t k = 0; k < die_c.size(); ++k) {
    const double g = -sim::expm1(-static_cast<double>(k) * sample_s / tau_s);
    const double off = die_c[k] - die_c[0] - above / below * g;
    sum += off * off;
  }
  return sum;
}

double first_order_s(const std::vector<double>& die_c) {
  double best_s = shortest_s;
  double least = misfit(die_c, best_s);
  for (double tau_s = shortest_s; tau_s < longest_s; tau_s *= ladder) {
    const double sum = misfit(die_c, tau_s);
    if (sum < least) least = sum, best_s = tau_s;
  }
  return best_s;
}

struct HeatUp {
  double tau_s = 0;
  double clock_hz = 0;
};

/// A board that has waited long enough to stand at the starting temperature, under load from now on.
HeatUp heat_up(const models::GpuSpec& gpu, double clock_share, double start_c, double end_c, double load_s) {
  const models::BoardPower idle{0, gpu.power.idle_w, 0, 0};
  BoardStart start;
  start.node_c = settled_nodes(gpu, idle, start_c);
  // The intake that brings the board to where the published one ended: what of a rise is fast depends on its size.
  start.intake_c = end_c - steady_die_c(gpu, gpu.power.default_w, 0);
  HeatedBoards boards(gpu, clock_share, 1, {start});
  std::vector<double> die_c{start_c};
  for (double t = sample_s; t <= load_s; t += sample_s) {
    boards.run(Doing::training, t);
    die_c.push_back(boards.die_c(0));
  }
  return {first_order_s(die_c), boards.clock_hz(0)};
}

struct Scored {
  ScoredRow row;
  std::string kind;
};

/// Median of the class without this GPU type.
double without(const std::vector<Scored>& all, const Scored& left) {
  std::vector<double> others;
  for (const Scored& s : all) {
    if (s.kind == left.kind && s.row.group != left.row.group) others.push_back(s.row.measured);
  }
  return median_of(others);
}

/// Medians of a class beside each other.
ScoredRow medians(const std::vector<ScoredRow>& rows) {
  std::vector<double> measured;
  std::vector<double> predicted;
  for (const ScoredRow& row : rows) measured.push_back(row.measured), predicted.push_back(row.predicted);
  ScoredRow sum;
  sum.measured = median_of(measured);
  sum.predicted = median_of(predicted);
  return sum;
}

void add_bars(const std::vector<Scored>& all, TableResult& result) {
  std::map<std::string, std::vector<ScoredRow>> classes;
  for (const Scored& s : all) classes[s.kind].push_back(s.row);
  for (const auto& [kind, rows] : classes) {
    const ScoredRow both = medians(rows);
    Bar bar = median_bar(fmt::format("{}, median", kind), {both}, median_limit);
    bar.rows = rows.size();
    result.bars.push_back(bar);
    result.notes.push_back(
        fmt::format("{}: {:.1f} s measured, {:.1f} s by the model (medians)", kind, both.measured, both.predicted));
  }
  result.constants = static_cast<int>(classes.size());
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = std::string{"s"};
  std::vector<Scored> all;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    std::string reason = exclusion(row);
    const auto* gpu = published_gpu(context.catalog, context.names, row.text("gpu"));
    if (reason.empty() && gpu == nullptr) reason = fmt::format("no catalogue entry: GPU {}", row.text("gpu"));
    if (!reason.empty()) {
      result.excluded[reason].push_back(row.text("id"));
      continue;
    }
    const double share = class_clock_share(workload_class(row.text("workload")), gpu->name);
    const HeatUp heated =
        heat_up(*gpu, share, *row.number("start_temp_c"), *row.number("gpu_temp_c"), *row.number("load_duration_s"));
    Scored scored{{}, cooling_class(*gpu)};
    scored.row.id = row.text("id");
    scored.row.what = fmt::format("{}, {}, {}", scored.kind, gpu->name, row.text("system"));
    scored.row.group = gpu->name;
    scored.row.measured = *row.number("tau_s");
    scored.row.predicted = heated.tau_s;
    scored.row.clock_hz = heated.clock_hz;
    all.push_back(scored);
  }
  for (Scored& scored : all) {
    if (context.source == RowSource::embedded) scored.row.left_out = without(all, scored);
    result.rows.push_back(scored.row);
  }
  add_bars(all, result);
  if (context.source != RowSource::embedded) return;
  result.bars.push_back(median_bar("median, one GPU left out", left_out_rows(result.rows), median_limit));
}

}  // namespace

constinit const ValidationTable time_constant_table{
    "time_constants", "data/time_constants.csv",
    "heat-ups with a fitted first-order time constant; the model's is "
    "fitted in the same way to the same stretch of time; "
    "the intake is the one that leads to the published last temperature",
    &columns, &score};

}  // namespace rackcast::scenarios
