// Die temperature against board power in the steady state.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "scenarios/validation/heated_boards.hpp"
#include "scenarios/validation/limited_job.hpp"
#include "scenarios/validation/thermal_rows.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double slope_limit = 0.15;
constexpr double level_limit_k = 3;
/// A die that warm stands at its target: its temperature says nothing of its sink.
constexpr double held_below_target_k = 1.5;
/// Slopes are those from idle to rows above this share of the highest power.
constexpr double loaded_share = 0.5;

CsvColumns columns() {
  return thermal_columns({"id", "source", "kind", "system", "gpu"}, {"gpu_power_w", "gpu_temp_c"});
}

struct Sample {
  std::string id;
  double power_w = 0;
  double die_c = 0;
};

struct Host {
  const models::GpuSpec* gpu = nullptr;
  std::string name;
  std::vector<Sample> samples;
  double inlet_c = 0;

  const Sample& idle() const {
    return *std::min_element(samples.begin(), samples.end(),
                             [](const Sample& a, const Sample& b) { return a.power_w < b.power_w; });
  }
  double most_w() const {
    return std::max_element(samples.begin(), samples.end(),
                            [](const Sample& a, const Sample& b) { return a.power_w < b.power_w; })
        ->power_w;
  }
};

std::string exclusion(const CsvRow& row) {
  if (row.text("kind") != "steady_temp_vs_power") return std::string{"not a steady temperature at a power"};
  if (!(row.number("gpu_power_w").value_or(0) > 0)) return std::string{"no power"};
  return row.number("gpu_temp_c") ? std::string{} : std::string{"no temperature"};
}

using Hosts = std::map<std::string, Host>;

Hosts group(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  Hosts hosts;
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const CsvRow row{table, i};
    std::string reason = exclusion(row);
    const auto* gpu = published_gpu(context.catalog, context.names, row.text("gpu"));
    if (reason.empty() && gpu == nullptr) reason = fmt::format("no catalogue entry: GPU {}", row.text("gpu"));
    if (!reason.empty()) {
      result.excluded[reason].push_back(row.text("id"));
      continue;
    }
    Host& host = hosts[fmt::format("{}|{}|{}", row.text("source"), row.text("system"), gpu->name)];
    host.gpu = gpu;
    host.name = row.text("system");
    host.samples.push_back({row.text("id"), *row.number("gpu_power_w"), *row.number("gpu_temp_c")});
  }
  return hosts;
}

double rise_k(const models::GpuSpec& gpu, double power_w) { return steady_die_c(gpu, power_w, 0); }

bool held(const Host& host, double die_c) { return die_c > host.gpu->limits.target_c - held_below_target_k; }

/// Median slope from idle to the loaded rows, of temperatures that `die_c` gives.
template <class Temperature>
double slope(const Host& host, const Temperature& die_c) {
  const Sample& idle = host.idle();
  std::vector<double> slopes;
  for (const Sample& s : host.samples) {
    if (s.power_w < loaded_share * host.most_w() || held(host, s.die_c) || &s == &idle) continue;
    slopes.push_back((die_c(s) - die_c(idle)) / (s.power_w - idle.power_w));
  }
  return median_of(slopes);
}

double measured_slope(const Host& host) {
  return slope(host, [](const Sample& s) { return s.die_c; });
}

/// The GPU with such a sink that its die rises by `wanted` K/W.
models::GpuSpec with_slope(const models::GpuSpec& gpu, double wanted) {
  models::GpuSpec changed = gpu;
  const double above_air = rise_k(gpu, 1) - gpu.thermal.sink_air_k_per_w;
  const double least = gpu.thermal.package_sink_k_per_w;
  changed.thermal.sink_air_k_per_w = std::max(least, wanted - above_air);
  return changed;
}

/// A sink is made for the limit of its board: the rise at the limit is the constant of the class, here the median of
/// the other hosts.
double slope_without(const Hosts& hosts, const Host& left) {
  std::vector<double> rises_k;
  for (const auto& [key, host] : hosts) {
    const double slope_k_per_w = measured_slope(host);
    if (&host != &left && !std::isnan(slope_k_per_w)) rises_k.push_back(slope_k_per_w * host.gpu->power.default_w);
  }
  return median_of(rises_k) / left.gpu->power.default_w;
}

struct Errors {
  std::vector<double> level_k, level_left_out_k;
  std::vector<ScoredRow> slopes;
};

void add_host(const Host& host, double other_slope, Errors& errors, TableResult& result) {
  const double inlet_c = assumed_inlet_c(host.idle().die_c, rise_k(*host.gpu, host.idle().power_w));
  const bool left_out = !std::isnan(other_slope);
  const models::GpuSpec other = left_out ? with_slope(*host.gpu, other_slope) : *host.gpu;
  const double other_inlet_c = assumed_inlet_c(host.idle().die_c, rise_k(other, host.idle().power_w));
  const auto model_c = [&](const Sample& s) { return steady_die_c(*host.gpu, s.power_w, inlet_c); };
  const auto other_c = [&](const Sample& s) { return steady_die_c(other, s.power_w, other_inlet_c); };
  for (const Sample& s : host.samples) {
    if (&s == &host.idle() && host.samples.size() > 1) continue;
    ScoredRow row;
    row.id = s.id;
    row.what =
        fmt::format("{}, {}, {:.0f} W, intake taken as {:.1f} degC", host.name, host.gpu->name, s.power_w, inlet_c);
    row.group = host.name;
    row.measured = s.die_c - inlet_c;
    row.predicted = model_c(s) - inlet_c;
    errors.level_k.push_back(std::abs(model_c(s) - s.die_c));
    if (left_out) {
      row.left_out = other_c(s) - inlet_c;
      errors.level_left_out_k.push_back(std::abs(other_c(s) - s.die_c));
    }
    if (row.measured > 0) result.rows.push_back(row);
  }
  ScoredRow slopes;
  slopes.measured = measured_slope(host);
  slopes.predicted = slope(host, model_c);
  if (left_out) slopes.left_out = slope(host, other_c);
  if (!std::isnan(slopes.measured)) errors.slopes.push_back(slopes);
  result.notes.push_back(
      fmt::format("{}, {}: {:.4f} K/W measured from idle to load, {:.4f} by the model, {:.4f} by the "
                  "other hosts; intake taken as {:.1f} degC from {:.1f} degC at {:.0f} W",
                  host.name, host.gpu->name, slopes.measured, slopes.predicted, slopes.left_out, inlet_c,
                  host.idle().die_c, host.idle().power_w));
}

void score(const CsvTable& table, const ValidationContext& context, TableResult& result) {
  result.unit = "K above intake";
  const Hosts hosts = group(table, context, result);
  const bool fits = context.source == RowSource::embedded;
  Errors errors;
  for (const auto& [key, host] : hosts) add_host(host, fits ? slope_without(hosts, host) : not_known, errors, result);
  result.constants = static_cast<int>(hosts.size());
  result.bars = {median_bar("slope, median of hosts", errors.slopes, slope_limit),
                 kelvin_bar("level in K, median", errors.level_k, level_limit_k)};
  if (!fits) return;
  result.bars.push_back(median_bar("slope, hosts left out", left_out_rows(errors.slopes), slope_limit));
  result.bars.push_back(kelvin_bar("level in K, hosts left out", errors.level_left_out_k, level_limit_k));
}

}  // namespace

constinit const ValidationTable steady_temperature_table{
    "steady_temperature", "data/steady_temperature.csv",
    "rows of steady temperature at a power; one intake per source and system, from its coldest idle sample, between 18 "
    "and 35 degC",
    &columns, &score};

}  // namespace rackcast::scenarios
