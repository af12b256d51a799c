#include "program/run_files.hpp"

#include <exception>
#include <filesystem>

#include "program/output.hpp"
#include "scenarios/bands.hpp"
#include "scenarios/layout.hpp"
#include "scenarios/summary_json.hpp"
#include "viz/report/page.hpp"
#include "viz/write/csv.hpp"
#include "viz/write/timeline_svg.hpp"

namespace rackcast::program {

namespace {

using scenarios::RunResult;

sim::TraceTable bands_of(const RunResult& result) {
  std::vector<const sim::TraceTable*> tables;
  for (const auto& r : result.replications) tables.push_back(&r.result.trace.bands);
  return scenarios::band_quantiles(tables);
}

std::vector<viz::ReplicationEvents> events_of(const RunResult& result) {
  std::vector<viz::ReplicationEvents> events;
  for (const auto& r : result.replications) events.push_back({r.index, r.result.trace.events});
  return events;
}

void write_tables(viz::OutputFolder& folder, const RunResult& result, const sim::Trace& sampled) {
  folder.write("trace.csv", [&](const viz::Sink& sink) { viz::write_table_csv(sink, sampled.samples, "component"); });
  const sim::TraceTable bands = bands_of(result);
  folder.write("bands.csv", [&](const viz::Sink& sink) { viz::write_table_csv(sink, bands, "series"); });
  const std::vector<viz::ReplicationEvents> events = events_of(result);
  folder.write("events.csv", [&](const viz::Sink& sink) { viz::write_events_csv(sink, events); });
}

}  // namespace

void write_run(viz::OutputFolder& folder, const scenarios::Scenario& scenario, const RunResult& result,
               const scenarios::Summary& summary, const RunRecord& record) {
  const sim::Trace& sampled = result.replications.front().result.trace;  // replication 0 unless it was interrupted
  folder.write("scenario.resolved.toml", record.resolved);
  std::error_code none_there;
  std::filesystem::remove(folder.path() / viz::report_name, none_there);
  folder.write("layout.json", scenarios::layout_json(scenario, summary.unverified).text());
  folder.write("summary.json", scenarios::summary_json(summary).text());
  write_tables(folder, result, sampled);
  folder.write("timeline.svg", viz::timeline_svg(scenario.title, sampled.samples, sampled.events));
  folder.finish(manifest_text(record, result));
}

void write_report_or_warn(const viz::OutputFolder& folder) {
  try {
    viz::write_report(folder.path());
  } catch (const std::exception& e) {
    complain("rackcast: warning: no report.html: " + std::string(e.what()) + "; all other files are whole\n");
  }
}

}  // namespace rackcast::program
