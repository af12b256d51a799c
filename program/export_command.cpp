#include <fmt/format.h>

#include "program/commands.hpp"
#include "program/interrupt.hpp"
#include "program/output.hpp"
#include "scenarios/suggest.hpp"
#include "viz/export/export.hpp"

namespace rackcast::program {

namespace {

const viz::Exporter& exporter_named(const std::string& name) {
  if (const viz::Exporter* exporter = viz::exporter_of(name)) return *exporter;
  std::vector<std::string> known;
  for (const viz::Exporter& exporter : viz::exporters()) known.emplace_back(exporter.name);
  const std::string suggestion = scenarios::did_you_mean(name, known);
  throw UsageError(fmt::format("unknown format \"{}\"{}{} (rackcast export --help lists them)", name,
                               suggestion.empty() ? "" : "; ", suggestion));
}

viz::Instant start_of(const std::string& text) {
  const auto instant = viz::parse_instant(text.empty() ? viz::usual_start : text);
  if (!instant) {
    throw UsageError("--start \"" + text + "\" is no date (RFC 3339 of 1970 to 2150 is asked for) write it like " +
                     std::string(viz::usual_start));
  }
  return *instant;
}

}  // namespace

ExitCode export_command(const Arguments& arguments) {
  survive_size_limits();
  const viz::Exporter& exporter = exporter_named(arguments.export_format);
  const viz::ExportRequest request{arguments.export_folder, start_of(arguments.export_start), arguments.export_server,
                                   arguments.out};
  print(viz::export_run(exporter, request).string() + "\n");
  return ExitCode::done;
}

}  // namespace rackcast::program
