// netCDF-4 with the conventions of CF 1.10: dimensions time and component for the trace, band_time, component and
// quantile for the bands, event for the events.
#include "viz/export/export.hpp"

#include "viz/export/netcdf/tables.hpp"
#include "viz/write/file.hpp"

namespace rackcast::viz {

namespace {

void write_texts(NcFile& file, NcDimension component, const std::vector<Part>& parts, const char* name,
                 const char* long_name, std::string Part::*member) {
  const NcVariable variable = file.variable<std::string>(name, {component});
  file.attribute(variable, "long_name", long_name);
  std::vector<std::string> texts;
  for (const Part& part : parts) texts.push_back(part.*member);
  file.put(variable, {0}, {texts.size()}, texts);
}

NcShared write_components(NcFile& file, const ExportJob& job) {
  const std::vector<Part>& parts = job.run.parts;
  if (parts.empty()) throw ExportImpossible("layout.json has no components (there is nothing to write)");
  NcShared shared;
  shared.components = parts.size();
  shared.component = file.dimension("component", parts.size());
  std::string start = rfc3339(job.start);
  start[start.find('T')] = ' ';
  start.pop_back();  // CF takes UTC where no zone is given
  shared.time_units = "seconds since " + start;
  write_texts(file, shared.component, parts, "component", "path of the component", &Part::path);
  write_texts(file, shared.component, parts, "kind", "kind of the component", &Part::kind);
  write_texts(file, shared.component, parts, "parent", "path of what it is in", &Part::parent);
  write_texts(file, shared.component, parts, "product", "what its maker calls it", &Part::product);
  return shared;
}

void write_globals(NcFile& file, const RunFolder& run) {
  file.global("Conventions", "CF-1.10");
  file.global("title", run.forecast.title);
  file.global("source", "rackcast " + run.facts.version);
  file.global("history", run.facts.command);
  file.global("seed", run.forecast.seed);
  file.global("replications", run.forecast.replications);
  file.global("scenario_fnv1a", run.facts.scenario_fnv1a);
}

}  // namespace

void export_netcdf(const ExportJob& job) {
  write_file_by_name(job.out, [&](const std::filesystem::path& temporary) {
    NcFile file(temporary, job.out);
    write_globals(file, job.run);
    const NcShared shared = write_components(file, job);
    write_nc_trace(file, job, shared);
    write_nc_bands(file, job, shared);
    write_nc_events(file, job, shared);
    file.close();
  });
}

}  // namespace rackcast::viz
