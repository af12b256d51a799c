#include "viz/export/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rackcast::viz {

namespace fs = std::filesystem;

namespace {

constexpr Exporter table[] = {
    {"netcdf", "trace, bands and events as netCDF-4, for xarray and others", Scope::run, "trace.nc", export_netcdf},
    {"openmetrics", "metrics with the names of the DCGM exporter, for Prometheus and Grafana", Scope::run, "metrics.om",
     export_openmetrics},
    {"nvidia-smi", "the log of nvidia-smi --query-gpu=... --format=csv", Scope::server, "nvidia-smi.csv",
     export_nvidia_smi},
    {"perfetto", "states and counters as a Chrome trace, for ui.perfetto.dev", Scope::run, "trace.perfetto.json",
     export_perfetto}};

constexpr std::array<const char*, 9> files_of_a_run = {
    "manifest.json", "scenario.resolved.toml", "layout.json", "summary.json", "trace.csv", "bands.csv",
    "events.csv",    "timeline.svg",           "report.html"};

// Writing the file over one that it is made from would lose the run.
void check_out(const fs::path& out, const fs::path& folder) {
  for (const char* name : files_of_a_run) {
    std::error_code code;
    if (fs::equivalent(out, folder / name, code)) {
      throw ExportImpossible("'" + out.string() +
                             "' is a file of the run itself (it is left untouched) name another with --out");
    }
  }
}

void check_server(const RunFolder& run, const std::string& server) {
  if (server.empty()) return;
  std::string known;
  for (const Part* part : parts_of(run, "server")) {
    if (part->path == "server." + server) return;
    if (!known.empty()) known += ", ";
    known += part->path.substr(std::string_view("server.").size());
  }
  throw ExportImpossible("no server of this run is called \"" + server + "\" (it has: " + known + ")");
}

}  // namespace

std::span<const Exporter> exporters() { return table; }

const Exporter* exporter_of(std::string_view name) {
  const auto found =
      std::find_if(std::begin(table), std::end(table), [&](const Exporter& e) { return e.name == name; });
  return found == std::end(table) ? nullptr : found;
}

fs::path export_run(const Exporter& exporter, const ExportRequest& request) {
  ExportJob job{request.folder, read_conclusions(request.folder), request.start, request.server, request.out};
  if (exporter.scope == Scope::run && !job.server.empty()) {
    throw ExportImpossible(
        fmt::format("{} holds all servers of a run (--server is for formats that hold one)", exporter.name));
  }
  check_server(job.run, job.server);
  if (job.out.empty()) job.out = job.folder / exporter.file_name;
  check_out(job.out, job.folder);
  exporter.write(job);
  return job.out;
}

}  // namespace rackcast::viz
