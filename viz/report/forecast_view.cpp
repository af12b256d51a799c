#include <fmt/format.h>

#include <cmath>

#include "sim/wording.hpp"
#include "viz/report/findings.hpp"
#include "viz/report/forecast_charts.hpp"
#include "viz/report/html.hpp"
#include "viz/report/losses.hpp"
#include "viz/report/views.hpp"

namespace rackcast::viz {

namespace {

constexpr std::size_t most_duration_tiles = 6;

using Show = std::string (*)(double);

std::string range_html(const Spread& spread, Show show) {
  if (!spread.given()) return "–";
  if (spread.kind == Spread::Kind::scalar) return "the same in all";
  return std::isnan(spread.p90) ? show(spread.p10) + " or more" : show(spread.p10) + " to " + show(spread.p90);
}

void add(Table& table, const std::string& what, const Spread& spread, Show show) {
  if (spread.given()) table.row({what, show(spread.mean), range_html(spread, show)});
}

std::string figures_table(const JobForecast& job) {
  Table table("Figures of " + name_html(job.name), {"", "mean", "p10 to p90"});
  add(table, "Duration", job.duration_s, duration_html);
  add(table, "Ideal duration", job.ideal_duration_s, duration_html);
  add(table, "One step", job.step_time_s, duration_html);
  add(table, "Throughput (" + name_html(job.throughput_unit) + ")", job.throughput, plain_html);
  add(table, "Model FLOPs utilisation (MFU)", job.mfu, percent_html);
  add(table, "Effective time", job.effective_time_ratio, percent_html);
  add(table, "Clock lost to the power limit at 25 °C", job.clock_headroom, percent_html);
  add(table, "Energy of this job (kWh)", job.energy_kwh, plain_html);
  return table.html();
}

std::string account_table(const JobForecast& job) {
  Table table("Where the time of " + name_html(job.name) + " goes",
              {"", "mean", "share", "p10 to p90", words("during which")});
  const double whole_s = accounted_s(job);
  table.row({"Ideal", duration_html(job.ideal_duration_s.mean), percent_html(job.ideal_duration_s.mean / whole_s),
             range_html(job.ideal_duration_s, duration_html), "nothing held it back"});
  for (const auto& [name, lost] : job.lost_time_s) {
    const LossWords words = words_of_loss(name);
    table.row({name_html(words.title), duration_html(lost.mean), percent_html(lost.mean / whole_s),
               range_html(lost, duration_html), words.means});
  }
  table.row({"<strong>Sum</strong>", duration_html(whole_s), percent_html(1), "", "adds up in every replication"});
  return table.html();
}

// Durations of the replications that finished: events.csv has the moments, the summary when the clock of the job began.
std::vector<double> durations_of(const RunFolder& run, const JobForecast& job) {
  const auto found = run.events.finish_s.find("job." + job.name);
  if (found == run.events.finish_s.end() || found->second.empty()) return {};
  std::vector<double> durations_s = found->second;
  double mean_s = 0;
  for (const double s : durations_s) mean_s += s / static_cast<double>(durations_s.size());
  const double start_s = std::max(0.0, mean_s - job.duration_s.mean);
  for (double& s : durations_s) s -= start_s;
  return durations_s;
}

std::string job_html(const RunFolder& run, const JobForecast& job) {
  std::string out = run.forecast.jobs.size() > 1 ? heading("Job " + name_html(job.name)) : "";
  for (const std::string& finding : duration_findings(run, job)) out += paragraph(finding);
  out += "<div class=\"first\"><h4>What to change first</h4>" + bullets(changes(run, job)) + "</div>\n";
  out += "<div class=\"pair\">\n" + waterfall_html(job);
  const std::vector<double> durations_s = durations_of(run, job);
  if (durations_s.size() > 1) out += duration_chart_html(job, durations_s, run.forecast.replications);
  return out + "</div>\n" + figures_table(job) + account_table(job);
}

std::string throttling_html(const RunFolder& run) {
  std::string out = heading("Heat and throttling") + bullets(heat_findings(run));
  Table table("Share of the boards' time in training", {"", "mean", "p10 to p90"});
  add(table, "Throttled by heat or protection", run.forecast.throttled, percent_html);
  for (const auto& [name, share] : run.forecast.throttled_by)
    add(table, name_html(words_of_mode(name)), share, percent_html);
  add(table, "Hottest die", run.forecast.hottest_c, celsius_html);
  add(table, "Warmest intake", run.forecast.worst_inlet_c, celsius_html);
  return out + (table.empty() ? "" : table.html());
}

std::string interruptions_html(const RunFolder& run) {
  std::string out = heading("Interruptions and alarms") + bullets(interruption_findings(run));
  Table table("Interruptions per run", {"cause", "mean", "p10 to p90"});
  for (const auto& [cause, count] : run.forecast.interrupted_by) add(table, name_html(cause), count, plain_html);
  return out + (table.empty() ? "" : table.html());
}

struct Named {
  const char* name;
  const char* title;
  Show show;
};
constexpr Named power_rows[] = {{"peak_it_w", "Peak power at the outlets", power_html},
                                {"mean_it_w", "Mean power at the outlets", power_html},
                                {"peak_facility_w", "Peak power of the facility", power_html},
                                {"trips", "Trips", plain_html}};
constexpr Named energy_rows[] = {{"it_kwh", "Energy at the outlets (kWh)", plain_html},
                                 {"facility_kwh", "Energy of the facility (kWh)", plain_html},
                                 {"pue", "Power usage effectiveness", plain_html},
                                 {"water_m3", "Water (m³)", plain_html}};
constexpr Named cost_rows[] = {{"energy_usd", "Cost of the energy (USD)", plain_html},
                               {"capex_usd", "Cost of the machine (USD)", plain_html}};

std::string power_section(const RunFolder& run) {
  const ForecastData& f = run.forecast;
  if (f.energy.empty() || f.power.empty()) return "";
  std::string text =
      fmt::format("The run takes {} kWh at the outlets: {} in the mean, {} at the peak.",
                  plain_html(spread_of(f.energy, "it_kwh").mean), power_html(spread_of(f.power, "mean_it_w").mean),
                  power_html(spread_of(f.power, "peak_it_w").mean));
  if (const Spread usd = spread_of(f.cost, "energy_usd"); usd.given()) {
    text += fmt::format(" At the price in the scenario that is {} USD.", plain_html(usd.mean));
  }
  Table table("Power and energy", {"", "mean", "p10 to p90"});
  for (const Named& row : power_rows) add(table, row.title, spread_of(f.power, row.name), row.show);
  for (const Named& row : energy_rows) add(table, row.title, spread_of(f.energy, row.name), row.show);
  for (const Named& row : cost_rows) add(table, row.title, spread_of(f.cost, row.name), row.show);
  return heading("Power and energy") + paragraph(text) + table.html();
}

std::string tile(const std::string& name, const std::string& value, const std::string& more) {
  return fmt::format("<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>\n", name, value, more);
}

std::string duration_tile(const RunFolder& run, const JobForecast& job) {
  const bool finishes = job.finished_fraction > 0;
  return tile("Duration of " + name_html(job.name), finishes ? duration_html(job.duration_s.mean) : "does not finish",
              finishes ? range_html(job.duration_s, duration_html) : "within " + duration_html(run.forecast.horizon_s));
}

// What one looks for first.
std::string tiles(const RunFolder& run) {
  const ForecastData& f = run.forecast;
  std::string out;
  for (std::size_t i = 0; i < f.jobs.size() && i < most_duration_tiles; ++i) out += duration_tile(run, f.jobs[i]);
  if (f.throttled.given()) {
    out += tile("Held back by heat", percent_html(f.throttled.mean), "of the boards' time in training");
  }
  if (f.interruptions.given()) {
    out +=
        tile("Interruptions", plain_html(f.interruptions.mean), percent_html(f.probability_of_any) + " chance of any");
  }
  const Spread peak_w = spread_of(f.power, "peak_it_w");
  const Spread energy_kwh = spread_of(f.energy, "it_kwh");
  const Spread usd = spread_of(f.cost, "energy_usd");
  if (peak_w.given()) out += tile("Peak power", power_html(peak_w.mean), "at the outlets");
  if (energy_kwh.given()) {
    out += tile("Energy", plain_html(energy_kwh.mean) + " kWh",
                usd.given() ? plain_html(usd.mean) + " USD" : "at the outlets");
  }
  return "<dl class=\"tiles\">\n" + out + "</dl>\n";
}

}  // namespace

std::string forecast_view(const RunFolder& run) {
  std::string out = tiles(run);
  for (const JobForecast& job : run.forecast.jobs) out += job_html(run, job);
  if (run.forecast.jobs.empty()) out += paragraph("No job runs in this scenario.");
  return out + throttling_html(run) + interruptions_html(run) + power_section(run);
}

}  // namespace rackcast::viz
