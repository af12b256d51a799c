#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackcast::viz {

/// A number of the summary: the same in all replications, or a distribution over them. NaN stands for null: of a
/// quantile, "not in this share of the replications".
struct Spread {
  enum class Kind { absent, scalar, distribution };

  Kind kind = Kind::absent;
  double mean = std::numeric_limits<double>::quiet_NaN();
  double sd = 0;
  double p10 = mean;
  double p50 = mean;
  double p90 = mean;
  double ci95_low = mean;
  double ci95_high = mean;

  bool given() const { return kind != Kind::absent; }
};

using NamedSpreads = std::vector<std::pair<std::string, Spread>>;  ///< in the order of the file

struct EvidenceText {
  std::vector<std::string> nearest_rows;
  double distance = std::numeric_limits<double>::quiet_NaN();
  bool extrapolated = false;
  double model_error = std::numeric_limits<double>::quiet_NaN();
};

struct JobForecast {
  std::string name;
  double finished_fraction = 0;
  Spread duration_s;
  Spread ideal_duration_s;
  Spread step_time_s;
  Spread throughput;
  std::string throughput_unit;
  Spread mfu;
  Spread clock_headroom;
  Spread effective_time_ratio;
  NamedSpreads lost_time_s;
  double deadline_s = std::numeric_limits<double>::quiet_NaN();
  double probability_by_deadline = std::numeric_limits<double>::quiet_NaN();
  EvidenceText evidence;
  Spread energy_kwh;
};

struct MarginText {
  std::string component;
  std::string limit;
  double margin = std::numeric_limits<double>::quiet_NaN();
  std::string unit;
  double time_to_limit_s = std::numeric_limits<double>::quiet_NaN();
};

struct AlarmText {
  std::string when;
  double probability = 0;
  Spread count;
  Spread first_s;
};

/// What summary.json says; what it does not hold is absent or NaN.
struct ForecastData {
  std::string title;
  double seed = 0;
  double replications = 0;
  double horizon_s = std::numeric_limits<double>::quiet_NaN();
  std::string software;
  std::vector<std::string> unverified;
  std::vector<JobForecast> jobs;
  Spread throttled;
  NamedSpreads throttled_by;
  std::string worst_component;
  Spread hottest_c;
  Spread worst_inlet_c;
  Spread interruptions;
  double probability_of_any = std::numeric_limits<double>::quiet_NaN();
  NamedSpreads interrupted_by;
  NamedSpreads power;   ///< peak_it_w, mean_it_w, trips and what comes later
  NamedSpreads energy;  ///< it_kwh, residual_fraction
  NamedSpreads cost;
  std::vector<MarginText> margins;
  std::vector<AlarmText> alarms;
};

/// A component of layout.json.
struct Part {
  std::string path;
  std::string kind;
  std::string product;  ///< what a maker calls it, empty where nothing is known
  std::string parent;
  double position = 0;
  std::vector<std::pair<std::string, double>> limits;
  std::vector<std::string> unverified;

  double limit(std::string_view name) const;  ///< NaN: it has none of that name
};

/// What manifest.json says.
struct RunFacts {
  bool complete = false;
  std::string version;
  std::string command;
  std::string ended_by;
  std::string scenario_fnv1a;
  double events = 0;
  double wall_s = 0;
};

// Each reads the text of a file. FolderUnreadable tells what is wrong with it and where.
ForecastData read_summary(std::string_view text);
std::vector<Part> read_layout(std::string_view text);
RunFacts read_manifest(std::string_view text);

/// The value of `name`, absent if there is none.
Spread spread_of(const NamedSpreads& list, std::string_view name);

}  // namespace rackcast::viz
