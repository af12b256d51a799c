#include "viz/report/run_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>

#include "sim/utf8.hpp"
#include "viz/report/csv_reader.hpp"
#include "viz/report/unreadable.hpp"
#include "viz/write/environment_error.hpp"
#include "viz/write/output_folder.hpp"

namespace rackcast::viz {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& folder, const char* name) {
  const fs::path path = folder / name;
  std::error_code code;
  if (!fs::is_regular_file(path, code)) {
    throw FolderUnreadable(fmt::format("'{}' has no {} (it is damaged) run the scenario again", folder.string(), name));
  }
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw EnvironmentError("cannot read '" + path.string() + "'");
  return text;
}

void check_folder(const fs::path& folder) {
  std::error_code code;
  const std::string quoted = fmt::format("'{}'", folder.string());
  const fs::file_status status = fs::status(folder, code);
  if (!fs::exists(status)) throw FolderUnreadable(quoted + " does not exist (the folder of a run is needed)");
  if (!fs::is_directory(status)) {
    throw FolderUnreadable(quoted + " is a file (the folder of a run is needed) name the folder it is in");
  }
  const bool empty = fs::is_empty(folder, code);
  if (code) throw EnvironmentError("cannot read the folder " + quoted + " (" + code.message() + ")");
  if (empty) throw FolderUnreadable(quoted + " is empty (the folder of a run is needed) run a scenario into it");
  if (!fs::is_regular_file(folder / "manifest.json", code) ||
      !is_manifest_of_rackcast(text_of(folder, "manifest.json"))) {
    throw FolderUnreadable(quoted + " was not written by rackcast (it has no manifest.json that says so)");
  }
}

// "server.box.power_w" is the power_w of server.box.
Band band_named(std::string_view series) {
  const std::size_t dot = std::min(series.rfind('.'), series.size());
  Band band;
  band.path = series.substr(0, dot);
  band.quantity = dot < series.size() ? series.substr(dot + 1) : "";
  return band;
}

std::vector<Band> read_bands(const fs::path& file) {
  CsvReader csv(file);
  const std::size_t columns[] = {csv.column("time_s"), csv.column("series"), csv.column("p10"), csv.column("p50"),
                                 csv.column("p90")};
  std::vector<Band> bands;
  std::map<std::string, std::size_t, std::less<>> index;
  while (csv.next()) {
    const std::string_view name = csv.fields()[columns[1]];
    auto found = index.find(name);
    if (found == index.end()) {
      found = index.emplace(name, bands.size()).first;
      bands.push_back(band_named(name));
    }
    Band& band = bands[found->second];
    if (std::isnan(csv.number(columns[0]))) csv.refuse("has no time");
    band.time_s.push_back(csv.number(columns[0]));
    band.p10.push_back(csv.number(columns[2]));
    band.p50.push_back(csv.number(columns[3]));
    band.p90.push_back(csv.number(columns[4]));
  }
  return bands;
}

}  // namespace

RunFolder read_conclusions(const fs::path& folder) {
  check_folder(folder);
  RunFolder run;
  run.facts = read_manifest(text_of(folder, "manifest.json"));
  if (!run.facts.complete) {
    throw FolderUnreadable(
        fmt::format("'{}' is unfinished (its run was stopped before all files were written) run the scenario again",
                    folder.string()));
  }
  run.summary_json = text_of(folder, "summary.json");
  run.layout_json = text_of(folder, "layout.json");
  run.scenario_toml = sim::valid_utf8(text_of(folder, "scenario.resolved.toml"));
  run.forecast = read_summary(run.summary_json);
  run.parts = read_layout(run.layout_json);
  return run;
}

RunFolder read_run(const fs::path& folder) {
  RunFolder run = read_conclusions(folder);
  run.trace = read_trace(folder / "trace.csv");
  run.bands = read_bands(folder / "bands.csv");
  run.events = read_events(folder / "events.csv", run.parts, run.forecast.horizon_s);
  return run;
}

const Part* part_at(const RunFolder& run, std::string_view path) {
  const auto found = std::find_if(run.parts.begin(), run.parts.end(), [&](const Part& p) { return p.path == path; });
  return found == run.parts.end() ? nullptr : &*found;
}

std::vector<const Part*> parts_of(const RunFolder& run, std::string_view kind, std::string_view parent) {
  std::vector<const Part*> out;
  for (const Part& part : run.parts) {
    if (part.kind == kind && (parent.empty() || part.parent == parent)) out.push_back(&part);
  }
  return out;
}

std::vector<const Part*> boards_of(const RunFolder& run, std::string_view server) {
  std::vector<const Part*> boards = parts_of(run, "gpu", server);
  const std::vector<const Part*> cpus = parts_of(run, "cpu", server);
  boards.insert(boards.end(), cpus.begin(), cpus.end());
  return boards;
}

}  // namespace rackcast::viz
