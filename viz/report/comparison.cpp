#include "viz/report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/wording.hpp"
#include "viz/report/findings.hpp"
#include "viz/report/losses.hpp"

namespace rackcast::viz {

namespace {

using Unit = ComparedRow::Unit;

constexpr double worth_a_row = 5e-4;  // share of the time
constexpr double worth_a_factor = 3;  // from which "×8" says more than "+700 %"
constexpr double rounding = 1e-9;     // share by which equal numbers may differ

bool lie_apart(const Spread& a, const Spread& b) { return a.ci95_high < b.ci95_low || b.ci95_high < a.ci95_low; }

ComparedCell cell_of(const Spread& first, const Spread& spread) {
  ComparedCell cell{spread, first.mean, Certainty::same};
  if (!first.given() || !spread.given() || !std::isfinite(first.mean) || !std::isfinite(spread.mean)) return cell;
  if (std::abs(spread.mean - first.mean) <= rounding * std::abs(first.mean)) return cell;
  cell.certainty = lie_apart(first, spread) ? Certainty::clear : Certainty::within_chance;
  return cell;
}

/// Builds a group row by row from one spread of each run.
class GroupBuilder {
 public:
  explicit GroupBuilder(std::string title) { group_.title = std::move(title); }

  void add(const std::string& title, Unit unit, const std::vector<Spread>& spreads) {
    if (std::none_of(spreads.begin(), spreads.end(), [](const Spread& s) { return s.given(); })) return;
    ComparedRow row{title, unit, {}};
    for (const Spread& spread : spreads) row.cells.push_back(cell_of(spreads.front(), spread));
    group_.rows.push_back(std::move(row));
  }

  ComparedGroup take() { return std::move(group_); }

 private:
  ComparedGroup group_;
};

using Jobs = std::vector<const JobForecast*>;  // one of each run, null where it has none

template <class Pick>
std::vector<Spread> of_jobs(const Jobs& jobs, Pick pick) {
  std::vector<Spread> out;
  for (const JobForecast* job : jobs) out.push_back(job == nullptr ? Spread{} : pick(*job));
  return out;
}

template <class Pick>
std::vector<Spread> of_runs(const std::vector<Compared>& runs, Pick pick) {
  std::vector<Spread> out;
  for (const Compared& run : runs) out.push_back(pick(run.forecast));
  return out;
}

Spread scalar(double value) {
  Spread out;
  out.kind = std::isnan(value) ? Spread::Kind::absent : Spread::Kind::scalar;
  out.mean = out.p10 = out.p50 = out.p90 = out.ci95_low = out.ci95_high = value;
  return out;
}

const JobForecast* job_named(const ForecastData& forecast, const std::string& name) {
  const auto found =
      std::find_if(forecast.jobs.begin(), forecast.jobs.end(), [&](const JobForecast& j) { return j.name == name; });
  return found == forecast.jobs.end() ? nullptr : &*found;
}

std::vector<Jobs> matched_jobs(const std::vector<Compared>& runs) {
  if (std::all_of(runs.begin(), runs.end(), [](const Compared& r) { return r.forecast.jobs.size() == 1; })) {
    Jobs jobs;
    for (const Compared& run : runs) jobs.push_back(&run.forecast.jobs.front());
    return {jobs};
  }
  std::vector<std::string> names;
  for (const Compared& run : runs) {
    for (const JobForecast& job : run.forecast.jobs) {
      if (std::find(names.begin(), names.end(), job.name) == names.end()) names.push_back(job.name);
    }
  }
  std::vector<Jobs> out;
  for (const std::string& name : names) {
    Jobs jobs;
    for (const Compared& run : runs) jobs.push_back(job_named(run.forecast, name));
    out.push_back(std::move(jobs));
  }
  return out;
}

bool matters(const Jobs& jobs, const char* loss) {
  return std::any_of(jobs.begin(), jobs.end(), [&](const JobForecast* job) {
    return job != nullptr && std::abs(spread_of(job->lost_time_s, loss).mean) >= worth_a_row * accounted_s(*job);
  });
}

ComparedGroup job_group(const Jobs& jobs) {
  const auto any = std::find_if(jobs.begin(), jobs.end(), [](const JobForecast* j) { return j != nullptr; });
  GroupBuilder group("Job " + (*any)->name);
  group.add("Duration", Unit::seconds, of_jobs(jobs, [](const auto& j) { return j.duration_s; }));
  group.add("Finishes", Unit::share, of_jobs(jobs, [](const auto& j) { return scalar(j.finished_fraction); }));
  group.add("By the deadline", Unit::share,
            of_jobs(jobs, [](const auto& j) { return scalar(j.probability_by_deadline); }));
  group.add("Ideal", Unit::seconds, of_jobs(jobs, [](const auto& j) { return j.ideal_duration_s; }));
  for (const LossWords& loss : loss_words()) {
    if (!matters(jobs, loss.name)) continue;
    group.add(std::string("Lost: ") + loss.title, Unit::seconds,
              of_jobs(jobs, [&](const auto& j) { return spread_of(j.lost_time_s, loss.name); }));
  }
  group.add("One step", Unit::seconds, of_jobs(jobs, [](const auto& j) { return j.step_time_s; }));
  group.add("Throughput (" + (*any)->throughput_unit + ")", Unit::plain,
            of_jobs(jobs, [](const auto& j) { return j.throughput; }));
  group.add("MFU", Unit::share, of_jobs(jobs, [](const auto& j) { return j.mfu; }));
  group.add("Model error of a step", Unit::share,
            of_jobs(jobs, [](const auto& j) { return scalar(j.evidence.model_error); }));
  return group.take();
}

ComparedGroup run_group(const std::vector<Compared>& runs) {
  GroupBuilder group("The whole run");
  const auto add = [&](const char* title, Unit unit, auto pick) { group.add(title, unit, of_runs(runs, pick)); };
  add("Throttled by heat", Unit::share, [](const auto& f) { return f.throttled; });
  add("Hottest die", Unit::celsius, [](const auto& f) { return f.hottest_c; });
  add("Warmest intake", Unit::celsius, [](const auto& f) { return f.worst_inlet_c; });
  add("Interruptions", Unit::plain, [](const auto& f) { return f.interruptions; });
  add("Chance of any", Unit::share, [](const auto& f) { return scalar(f.probability_of_any); });
  add("Peak power", Unit::watts, [](const auto& f) { return spread_of(f.power, "peak_it_w"); });
  add("Mean power", Unit::watts, [](const auto& f) { return spread_of(f.power, "mean_it_w"); });
  add("Energy (kWh)", Unit::plain, [](const auto& f) { return spread_of(f.energy, "it_kwh"); });
  add("Energy (USD)", Unit::plain, [](const auto& f) { return spread_of(f.cost, "energy_usd"); });
  add("Unverified values", Unit::plain, [](const auto& f) { return scalar(static_cast<double>(f.unverified.size())); });
  return group.take();
}

std::string finding(const Comparison& c, const ComparedRow& row, std::size_t run) {
  const ComparedCell& cell = row.cells[run];
  if (cell.certainty == Certainty::same) return "";
  const bool chance = cell.certainty == Certainty::within_chance;
  return fmt::format(
      "{}: {} of {} against {} of {}{}.", row.title, value_text(row, cell.spread.mean), c.runs[run].name,
      value_text(row, cell.first), c.runs.front().name,
      chance ? "; chance may explain it (the 95 % intervals overlap)" : " (" + change_text(row, cell) + ")");
}

bool is_told(const ComparedRow& row) {
  return row.title == "Duration" || row.title == "Finishes" || row.title == "Throttled by heat" ||
         row.title == "Interruptions" || row.title == "Energy (kWh)";
}

std::vector<std::string> findings_of(const Comparison& c) {
  std::vector<std::string> out;
  for (std::size_t run = 1; run < c.runs.size(); ++run) {
    for (const ComparedGroup& group : c.groups) {
      for (const ComparedRow& row : group.rows) {
        if (!is_told(row)) continue;
        if (const std::string text = finding(c, row, run); !text.empty()) out.push_back(text);
      }
    }
  }
  if (out.empty()) out.emplace_back("The runs do not differ in what they forecast.");
  return out;
}

}  // namespace

std::vector<Compared> read_compared(const std::vector<std::string>& folders) {
  std::vector<Compared> runs;
  for (const std::string& folder : folders) {
    RunFolder run = read_conclusions(folder);
    runs.push_back({folder, std::move(run.facts), std::move(run.forecast)});
  }
  return runs;
}

Comparison compare(std::vector<Compared> runs) {
  Comparison out{std::move(runs), {}, {}};
  for (const Jobs& jobs : matched_jobs(out.runs)) out.groups.push_back(job_group(jobs));
  out.groups.push_back(run_group(out.runs));
  out.findings = findings_of(out);
  return out;
}

std::string value_text(const ComparedRow& row, double value) {
  switch (row.unit) {
    case Unit::seconds:
      return sim::duration_text(value);
    case Unit::share:
      return sim::percent_text(value);
    case Unit::watts:
      return sim::power_text(value);
    case Unit::celsius:
      return sim::celsius_text(value);
    case Unit::plain:
      break;
  }
  return sim::number_text(value);
}

std::string change_text(const ComparedRow& row, const ComparedCell& cell) {
  if (cell.certainty == Certainty::same) return "";
  if (cell.certainty == Certainty::within_chance) return "≈";
  const double difference = cell.spread.mean - cell.first;
  const char* sign = difference > 0 ? "+" : "−";
  const std::string size = sim::number_text(std::abs(difference) * (row.unit == Unit::share ? 100 : 1));
  if (row.unit == Unit::share) return fmt::format("{}{} points", sign, size);
  if (row.unit == Unit::celsius) return fmt::format("{}{} K", sign, size);
  if (cell.first == 0) return fmt::format("{}{}", sign, value_text(row, std::abs(difference)));
  const double factor = cell.spread.mean / cell.first;
  if (factor > worth_a_factor) return fmt::format("×{}", sim::number_text(factor));
  return fmt::format("{}{}", sign, sim::percent_text(std::abs(factor - 1)));
}

}  // namespace rackcast::viz
