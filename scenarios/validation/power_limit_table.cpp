// Performance under a power limit, whole curves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "scenarios/validation/limited_job.hpp"
#include "scenarios/validation/tables.hpp"
#include "sim/math.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double median_limit = 0.05;
constexpr double left_out_limit = 0.08;
constexpr double loss_scale = 0.05;
constexpr double percent = 100;
/// Clock shares that are tried.
constexpr int share_steps = 20;

CsvColumns columns() {
  return {{"id", "source", "kind", "gpu", "gpus", "workload", "precision", "power_limit_w", "gpu_power_w", "rel_perf"},
          {"system",      "cooling",       "sm_clock_mhz",    "perf_value",  "perf_unit",          "notes",
           "confidence",  "mem_clock_mhz", "start_temp_c",    "gpu_temp_c",  "gpu_temps_by_index", "ambient_c",
           "tau_s",       "t90_s",         "load_duration_s", "fast_jump_c", "server_power_w",     "other_metric",
           "other_value", "other_unit"},
          {"power_limit_w", "gpu_power_w", "rel_perf"}};
}

struct Point {
  std::string id;
  double limit_w = 0;
  double drawn_w = 0;
  double relative = 0;
};

struct Curve {
  const models::GpuSpec* gpu = nullptr;
  std::string workload;
  std::string kind;  ///< workload class
  std::vector<Point> points;
  std::vector<double> loss;  ///< by clock share tried

  const Point& top() const {
    return *std::max_element(points.begin(), points.end(),
                             [](const Point& a, const Point& b) { return a.limit_w < b.limit_w; });
  }
};

std::string exclusion(const CsvRow& row) {
  if (row.text("kind") != "power_limit_curve") return "not of a power-limit curve";
  if (!(row.number("power_limit_w").value_or(0) > 0)) return "no limit";
  return row.number("rel_perf").value_or(0) > 0 ? std::string{} : std::string{"no performance"};
}

using Curves = std::map<std::string, Curve>;

Curves group(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  Curves curves;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    std::string reason = exclusion(row);
    const auto* gpu = published_gpu(context.catalog, context.names, row.text("gpu"));
    if (reason.empty() && gpu == nullptr) reason = fmt::format("no catalogue entry: GPU {}", row.text("gpu"));
    const std::string kind = workload_class(row.text("workload"));
    if (reason.empty() && kind.empty()) reason = "no workload class";
    if (!reason.empty()) {
      result.excluded[reason].push_back(row.text("id"));
      continue;
    }
    Curve& curve = curves[fmt::format("{}|{}|{}|{}|{}", row.text("gpu"), row.text("workload"), row.text("precision"),
                                      row.text("gpus"), row.text("source"))];
    curve.gpu = gpu;
    curve.workload = row.text("workload");
    curve.kind = kind;
    curve.points.push_back(
        {row.text("id"), *row.number("power_limit_w"), row.number("gpu_power_w").value_or(0), *row.number("rel_perf")});
  }
  return curves;
}

LimitedJob job_of(const Curve& curve, double clock_share) {
  const Point& top = curve.top();
  // What was drawn tells of late data only where the limit did not hold it.
  const double reference_w = std::max(top.limit_w, curve.gpu->power.default_w);
  return {clock_share, reference_w, top.drawn_w};
}

double measured(const Curve& curve, const Point& point) { return point.relative / curve.top().relative; }

double reference(const Curve& curve, const LimitedBoard& board) { return board.under(curve.top().limit_w).relative; }

double loss(const Curve& curve, double clock_share) {
  const LimitedBoard board(*curve.gpu, job_of(curve, clock_share));
  const double at_top = reference(curve, board);
  double sum = 0;
  for (const Point& point : curve.points) {
    const double e = sim::log(board.under(point.limit_w).relative / at_top / measured(curve, point)) / loss_scale;
    sum += std::sqrt(1 + e * e) - 1;
  }
  return sum;
}

double share_tried(int step) { return static_cast<double>(step) / share_steps; }

void try_shares(Curve& curve) {
  for (int step = 0; step <= share_steps; ++step) curve.loss.push_back(loss(curve, share_tried(step)));
}

/// The share with the least loss over the curves that `counts` takes; negative: none.
template <class Counts>
double best_share(const Curves& curves, const Counts& counts) {
  std::vector<double> sum(share_steps + 1, 0);
  bool any = false;
  for (const auto& [key, curve] : curves) {
    if (!counts(curve)) continue;
    any = true;
    for (std::size_t s = 0; s < sum.size(); ++s) sum[s] += curve.loss[s];
  }
  if (!any) return -1;
  return share_tried(static_cast<int>(std::min_element(sum.begin(), sum.end()) - sum.begin()));
}

/// The constant that the other curves of its GPU and class give; else those of the class on other GPUs.
double share_without(const Curves& curves, const Curve& left) {
  const double own =
      best_share(curves, [&](const Curve& c) { return &c != &left && c.gpu == left.gpu && c.kind == left.kind; });
  if (own >= 0) return own;
  const double other = best_share(curves, [&](const Curve& c) { return &c != &left && c.kind == left.kind; });
  return other >= 0 ? other : best_share(curves, [&](const Curve& c) { return &c != &left; });
}

void add_rows(const Curve& curve, double left_out_share, TableResult& result) {
  const LimitedBoard board(*curve.gpu, job_of(curve, class_clock_share(curve.kind, curve.gpu->name)));
  const LimitedBoard without(*curve.gpu, job_of(curve, std::max(0.0, left_out_share)));
  for (const Point& point : curve.points) {
    if (curve.points.size() > 1 && &point == &curve.top()) continue;
    const LimitedRun run = board.under(point.limit_w);
    ScoredRow row;
    row.id = point.id;
    row.what = fmt::format("{}, {}, {:.0f} W", curve.gpu->name, curve.workload, point.limit_w);
    row.group = curve.gpu->name;
    const bool lone = curve.points.size() == 1;
    row.measured = lone ? point.relative : measured(curve, point);
    row.predicted = lone ? run.relative : run.relative / reference(curve, board);
    row.clock_hz = run.clock_hz;
    if (left_out_share >= 0) row.left_out = without.under(point.limit_w).relative / reference(curve, without);
    result.rows.push_back(row);
  }
}

void note_constants(const Curves& curves, TableResult& result) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const auto& [key, curve] : curves) {
    if (!seen.insert({curve.gpu->name, curve.kind}).second) continue;
    const Curve& one = curve;
    const double best = best_share(curves, [&](const Curve& c) { return c.gpu == one.gpu && c.kind == one.kind; });
    result.notes.push_back(fmt::format("{}, {}: clock share {:.2f}; its curves fit best with {:.2f}", one.gpu->name,
                                       one.kind, class_clock_share(one.kind, one.gpu->name), best));
  }
  result.constants = static_cast<int>(seen.size());
}

void note_gpus(TableResult& result) {
  std::map<std::string, std::vector<ScoredRow>> by_gpu;
  for (const ScoredRow& row : result.rows) by_gpu[row.group].push_back(row);
  for (const auto& [gpu, rows] : by_gpu) {
    const auto errors = absolute_errors(rows);
    result.notes.push_back(fmt::format("{}: {} rows, median error {:.1f} %, worst {:.1f} %", gpu, rows.size(),
                                       percent * errors[errors.size() / 2], percent * errors.back()));
  }
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "of full";
  Curves curves = group(table, context, result);
  const bool fits = context.source == RowSource::embedded;
  for (auto& [key, curve] : curves) {
    if (fits) try_shares(curve);
  }
  for (const auto& [key, curve] : curves) add_rows(curve, fits ? share_without(curves, curve) : -1, result);
  if (fits) note_constants(curves, result);
  note_gpus(result);
  result.notes.push_back(
      "left out: the clock share of a curve from the other curves of its GPU and class; the four constants of a GPU's "
      "power curve are the catalogue's");
  result.bars = {median_bar("median, whole curves", result.rows, median_limit)};
  if (fits) result.bars.push_back(median_bar("median, curves left out", left_out_rows(result.rows), left_out_limit));
}

}  // namespace

constinit const ValidationTable power_limit_table{"power_limit", "data/power_limit.csv",
                                                  "rows of power-limit curves with a limit and a relative performance; "
                                                  "whole curves, late data and hosts included; the "
                                                  "highest limit of a curve is its reference",
                                                  &columns, &score};

}  // namespace rackcast::scenarios
