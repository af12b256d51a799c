#include <fmt/format.h>

#include <algorithm>

#include "sim/wording.hpp"
#include "viz/report/chart.hpp"
#include "viz/report/findings.hpp"
#include "viz/report/html.hpp"
#include "viz/report/quantities.hpp"
#include "viz/report/views.hpp"
#include "viz/write/timeline_style.hpp"

namespace rackcast::viz {

namespace {

constexpr std::size_t most_events_listed = 200;
constexpr std::size_t most_components_listed = 128;

// Of the replication shown, and of the bands, in which others last longer.
double end_of_run_s(const RunFolder& run) {
  double end = run.trace.time_s.empty() ? 0 : run.trace.time_s.back();
  for (const auto& e : run.events.shown) end = std::max(end, sim::to_seconds(e.time));
  return end;
}

double end_of_bands_s(const RunFolder& run) {
  double end = 0;
  for (const Band& band : run.bands) end = std::max(end, band.time_s.empty() ? 0 : band.time_s.back());
  return end;
}

std::string chart_html(const RunFolder& run, const Quantity& quantity) {
  std::vector<Series> lines = run.trace.lines(quantity.column);
  if (lines.empty()) return "";
  return time_chart_html({std::string("trace.") + quantity.column,
                          quantity.title,
                          quantity.unit,
                          end_of_run_s(run),
                          quantity.covers_low,
                          quantity.covers_high,
                          quantity.factor,
                          std::move(lines),
                          {},
                          run.events.shown});
}

std::string summary_table(const RunFolder& run, const Quantity& quantity) {
  Table table(std::string(quantity.title) + ", all samples", {"component", "lowest", "mean", "highest", "highest at"});
  const std::size_t column = run.trace.column(quantity.column);
  std::size_t listed = 0;
  for (std::size_t c = 0; c < run.trace.components.size() && listed < most_components_listed; ++c) {
    if (column == run.trace.columns.size() || run.trace.series[c][column].facts.count == 0) continue;
    const SampleFacts& facts = run.trace.series[c][column].facts;
    table.row({name_html(run.trace.components[c]), quantity_html(quantity, facts.low),
               quantity_html(quantity, facts.mean()), quantity_html(quantity, facts.high),
               duration_html(facts.high_at_s)});
    ++listed;
  }
  return table.empty() ? "" : table.html();
}

std::string bands_table(const RunFolder& run) {
  Table table("Quantiles over the replications, early, half-way and late", {"series", "at", "p10", "median", "p90"});
  for (const Band& band : run.bands) {
    const Quantity* q = quantity_of(band.quantity);
    if (q == nullptr || band.time_s.empty()) continue;
    for (const std::size_t quarter : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
      const std::size_t i = (band.time_s.size() - 1) * quarter / 4;
      table.row({name_html(band.path) + ", " + q->title, duration_html(band.time_s[i]), quantity_html(*q, band.p10[i]),
                 quantity_html(*q, band.p50[i]), quantity_html(*q, band.p90[i])});
    }
  }
  return table.html();
}

std::string bands_html(const RunFolder& run) {
  std::string charts;
  for (const Band& band : run.bands) {
    const Quantity* quantity = quantity_of(band.quantity);
    if (quantity == nullptr || band.time_s.empty()) continue;
    Series median{"median of the replications", {}};
    for (std::size_t i = 0; i < band.time_s.size(); ++i) median.points.push_back({band.time_s[i], band.p50[i]});
    charts += time_chart_html({"band." + band.path + "." + band.quantity,
                               fmt::format("{}, {}", quantity->title, timeline::shortened(band.path, 40)),
                               quantity->unit,
                               end_of_bands_s(run),
                               quantity->covers_low,
                               quantity->covers_high,
                               quantity->factor,
                               {median},
                               {{band.time_s, band.p10, band.p90}},
                               {}});
  }
  if (charts.empty() || !(run.forecast.replications > 1)) return "";
  return heading(fmt::format("Over {:.0f} replications", run.forecast.replications)) +
         paragraph(
             "The area holds four out of five replications (p10 to p90), the line is the median. Replications that "
             "have "
             "ended no longer count.") +
         "<div class=\"pair\">" + charts + "</div>\n" + bands_table(run);
}

const char* severity_sign(sim::Severity severity) {
  if (severity == sim::Severity::error) return "▼ error";
  return severity == sim::Severity::warning ? "● warning" : "info";
}

std::string events_html(const RunFolder& run) {
  Table table(fmt::format("Events of replication {}", run.events.replication),
              {"time", words("kind"), words("component"), words("event"), words("detail")});
  std::size_t listed = 0;
  for (const auto& e : run.events.shown) {
    if (listed++ == most_events_listed) break;
    table.row({duration_html(sim::to_seconds(e.time)), severity_sign(e.severity), name_html(e.component),
               name_html(e.event), name_html(e.detail)});
  }
  Table kinds("What happens in all replications",
              {"component", words("kind"), words("event"), "times in all", "replications", "first at"});
  listed = 0;
  for (auto it = run.events.kinds.rbegin(); it != run.events.kinds.rend() && listed < most_events_listed;
       ++it, ++listed) {
    const auto& [severity, component, event] = it->first;
    kinds.row({name_html(component), severity_sign(severity), name_html(event), std::to_string(it->second.count),
               std::to_string(it->second.replications), duration_html(it->second.first_s)});
  }
  std::string out =
      heading("Events") +
      paragraph(fmt::format("{} events in all replications; replication {} has {}, of which the first {} stand below.",
                            run.events.total, run.events.replication, run.events.of_shown,
                            std::min<std::uint64_t>(run.events.of_shown, most_events_listed)));
  if (!kinds.empty()) out += kinds.html();
  return out + (table.empty() ? "" : folded("Event by event", table.html()));
}

std::string thinning_text(const TraceDigest& trace) {
  if (trace.samples_per_bin == 1) {
    return fmt::format("All {} instants of trace.csv are drawn.", trace.instants);
  }
  return fmt::format(
      "trace.csv has {} instants; the page keeps {} bins of {} instants each, with the lowest, highest and last value "
      "of "
      "every bin, so that no peak is lost.",
      trace.instants, trace.time_s.size(), trace.samples_per_bin);
}

}  // namespace

std::string time_view(const RunFolder& run) {
  std::string charts;
  std::string tables;
  for (const Quantity& quantity : quantities()) {
    charts += chart_html(run, quantity);
    tables += summary_table(run, quantity);
  }
  if (charts.empty()) return paragraph("The run recorded no samples.") + events_html(run);
  return paragraph(fmt::format("One replication (number {}) as it went. {} Marks at the top: ▼ error, ● warning.",
                               run.events.replication, thinning_text(run.trace))) +
         "<div class=\"pair still\">\n" + charts + "</div>\n" + folded("The same as tables", tables) + bands_html(run) +
         events_html(run);
}

}  // namespace rackcast::viz
