#include <fmt/format.h>

#include <cmath>

#include "sim/wording.hpp"
#include "viz/report/html.hpp"
#include "viz/report/views.hpp"
#include "viz/write/xml.hpp"

namespace rackcast::viz {

namespace {

constexpr std::size_t most_rows_named = 12;

std::string rows_text(const EvidenceText& e) {
  std::string out;
  for (std::size_t i = 0; i < e.nearest_rows.size() && i < most_rows_named; ++i) {
    out += (i > 0 ? ", " : "") + name_html(e.nearest_rows[i]);
  }
  if (e.nearest_rows.size() > most_rows_named)
    out += fmt::format(" and {} more", e.nearest_rows.size() - most_rows_named);
  return out.empty() ? "none" : out;
}

std::string evidence_html(const JobForecast& job) {
  const EvidenceText& e = job.evidence;
  if (std::isnan(e.model_error))
    return paragraph("Nothing is known of the model's error for " + name_html(job.name) + ".");
  const std::string error = percent_html(e.model_error);
  if (e.nearest_rows.empty()) {
    return paragraph(
        fmt::format("<strong>{}: no measurement is near.</strong> The error of a step, ±{}, is an assumption.",
                    name_html(job.name), error));
  }
  if (e.extrapolated) {
    return paragraph(
        fmt::format("<strong>{}: extrapolated.</strong> The nearest measurements are of another GPU, software or "
                    "workload (distance {}); "
                    "the error of a step is taken as ±{}.",
                    name_html(job.name), plain_html(e.distance), error));
  }
  return paragraph(
      fmt::format("<strong>{}: measured hardware, software and workload.</strong> There the model misses the "
                  "time of a step by ±{} (one standard deviation; distance {}). The durations include it.",
                  name_html(job.name), error, plain_html(e.distance)));
}

std::string evidence_table(const RunFolder& run) {
  Table table("Nearest measurements",
              {"job", "model error of a step", "distance", words("covered"), words("rows of the validation tables")});
  for (const JobForecast& job : run.forecast.jobs) {
    const EvidenceText& e = job.evidence;
    table.row({name_html(job.name), percent_html(e.model_error),
               std::isnan(e.distance) ? "none" : plain_html(e.distance),
               e.extrapolated || e.nearest_rows.empty() ? "no, extrapolated" : "yes", rows_text(e)});
  }
  return table.empty() ? "" : table.html();
}

std::string unverified_html(const RunFolder& run) {
  const auto& values = run.forecast.unverified;
  if (values.empty()) return paragraph("Every value in use was measured or stands on a datasheet.");
  std::vector<std::string> items;
  for (const std::string& value : values) items.push_back(name_html(value));
  return paragraph(fmt::format("{} values in use are nobody's measurement: estimates from similar parts or "
                               "assumptions. The result is as good as they are.",
                               values.size())) +
         folded("Unverified values", bullets(items));
}

std::string balance_html(const RunFolder& run) {
  const Spread residual = spread_of(run.forecast.energy, "residual_fraction");
  if (!residual.given()) return "";
  return paragraph(
      fmt::format("Energy in = heat out + stored: what is missing is {} of the energy (a share; rounding is "
                  "some 1e-14).",
                  number_html(residual.mean, fmt::format("{:.1e}", residual.mean))));
}

std::string facts_table(const RunFolder& run) {
  Table table("This run", {"", words("")});
  table.row({"Version", "rackcast " + name_html(run.facts.version)});
  table.row({"Seed", number_html(run.forecast.seed, fmt::format("{:.0f}", run.forecast.seed))});
  table.row(
      {"Replications",
       fmt::format("{} ({})", number_html(run.forecast.replications, fmt::format("{:.0f}", run.forecast.replications)),
                   name_html(run.facts.ended_by))});
  table.row({"Horizon", duration_html(run.forecast.horizon_s)});
  table.row({"Software", name_html(run.forecast.software)});
  table.row({"Fingerprint of the scenario (FNV-1a)", name_html(run.facts.scenario_fnv1a)});
  table.row({"Command", "<code>" + xml_escaped(run.facts.command.substr(0, 400)) + "</code>"});
  return table.html();
}

}  // namespace

std::string trust_view(const RunFolder& run) {
  std::string out = heading("Evidence");
  for (const JobForecast& job : run.forecast.jobs) out += evidence_html(job);
  out += evidence_table(run);
  out +=
      heading("Assumptions") +
      paragraph(fmt::format("The software is taken to be {}. Ideal means: the same plan at the clock that the default "
                            "power limit sustains in 25 °C air, with healthy links, data ready and nothing failing.",
                            name_html(run.forecast.software))) +
      unverified_html(run) + heading("Balance") + balance_html(run) + heading("Repeat it") +
      paragraph(
          "The folder holds the whole input with every default, <code>scenario.resolved.toml</code>; run again it "
          "gives the same bytes with any number of threads:") +
      "<pre>rackcast run scenario.resolved.toml --out again</pre>\n" + facts_table(run);
  return out + folded("scenario.resolved.toml", "<pre class=\"long\">" + xml_escaped(run.scenario_toml) + "</pre>\n");
}

}  // namespace rackcast::viz
