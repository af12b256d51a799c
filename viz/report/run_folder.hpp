#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "viz/report/documents.hpp"
#include "viz/report/event_digest.hpp"
#include "viz/report/trace_digest.hpp"

namespace rackcast::viz {

/// One series of bands.csv: quantiles over the replications.
struct Band {
  std::string path;      ///< of the component
  std::string quantity;  ///< a column name such as power_w
  std::vector<double> time_s;
  std::vector<double> p10;
  std::vector<double> p50;
  std::vector<double> p90;
};

/// Everything that a report says comes from here: the output folder of one run, read.
struct RunFolder {
  RunFacts facts;
  ForecastData forecast;
  std::vector<Part> parts;
  TraceDigest trace;
  std::vector<Band> bands;
  EventDigest events;
  std::string summary_json;  ///< the texts as they stand
  std::string layout_json;
  std::string scenario_toml;
};

/// Reads a folder that `run` has written. Throws FolderUnreadable for one that does not exist, is empty, foreign,
/// unfinished or damaged, and EnvironmentError where the system refuses.
RunFolder read_run(const std::filesystem::path& folder);

/// The same without trace, bands and events: what a comparison needs, however long the run, and an export, which reads
/// these line by line.
RunFolder read_conclusions(const std::filesystem::path& folder);

const Part* part_at(const RunFolder& run, std::string_view path);  ///< null if there is none
/// Parts of a kind in the order of the layout; of one parent if it is named.
std::vector<const Part*> parts_of(const RunFolder& run, std::string_view kind, std::string_view parent = {});
/// GPUs, or CPUs where they train.
std::vector<const Part*> boards_of(const RunFolder& run, std::string_view server = {});

}  // namespace rackcast::viz
