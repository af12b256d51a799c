// OpenMetrics 1.0 text (OpenMetrics specification, CNCF 2020): families in one piece, series in one piece within them,
// times in seconds, "# EOF" at the end. GPUs carry the names and labels of NVIDIA's DCGM exporter, so that dashboards
// made for it show a run; what it has no name for is rackcast_<kind>_<quantity>_<base unit>.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "sim/json.hpp"
#include "sim/utf8.hpp"
#include "viz/export/column_names.hpp"
#include "viz/export/export.hpp"
#include "viz/export/gpu_identity.hpp"
#include "viz/export/series_blocks.hpp"
#include "viz/export/trace_rows.hpp"
#include "viz/write/file.hpp"

namespace rackcast::viz {

namespace {

constexpr double percent = 100;
constexpr double mj_per_j = 1000;

/// What a sample becomes: itself, or the integral over time up to it.
enum class Sum { none, over_time };

struct Metric {
  std::string name;
  std::string type;
  std::string help;
  std::string kind;  ///< of the components
  std::string column;
  double factor = 1;
  Sum sum = Sum::none;
};

// Of the exporter's default counters those that a run has; energy is a counter there, but OpenMetrics would demand
// another name of one.
const Metric dcgm_metrics[] = {
    {"DCGM_FI_DEV_SM_CLOCK", "gauge", "SM clock frequency (in MHz).", "gpu", "clock_mhz"},
    {"DCGM_FI_DEV_MEMORY_TEMP", "gauge", "Memory temperature (in C).", "gpu", "memory_c"},
    {"DCGM_FI_DEV_GPU_TEMP", "gauge", "GPU temperature (in C).", "gpu", "die_c"},
    {"DCGM_FI_DEV_POWER_USAGE", "gauge", "Power draw (in W).", "gpu", "power_w"},
    {"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "unknown",
     "Energy since the start of the run (in mJ), the integral of the sampled power.", "gpu", "power_w", mj_per_j,
     Sum::over_time},
    {"DCGM_FI_DEV_GPU_UTIL", "gauge", "GPU utilization (in %).", "gpu", "utilisation", percent},
    {"DCGM_FI_DEV_CLOCK_THROTTLE_REASONS", "gauge", "Why the clock is held back (bits of NVML).", "gpu",
     std::string(mode_column)},
};

bool has_dcgm_name(const std::string& kind, const std::string& column) {
  return std::any_of(std::begin(dcgm_metrics), std::end(dcgm_metrics),
                     [&](const Metric& m) { return m.kind == kind && m.column == column; });
}

// Whatever a file holds becomes a name: letters, digits and _.
std::string name_part(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'); },
      '_');
  return text;
}

Metric own_metric(const std::string& kind, const std::string& column) {
  const std::string begin = "rackcast_" + name_part(kind) + "_";
  if (column == mode_column) {
    return {begin + "throttle_reasons", "gauge", "Why the clock is held back (bits of NVML).", kind, column};
  }
  const ColumnName name = column_name(column);
  std::string help = name.long_name + " of each " + kind + ".";
  help[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(help[0])));
  return {begin + name_part(name.base_unit_name), "gauge", std::move(help), kind, column, name.to_base_unit};
}

std::vector<std::string> kinds_of(const std::vector<Part>& parts) {
  std::vector<std::string> kinds;
  for (const Part& part : parts) {
    if (std::find(kinds.begin(), kinds.end(), part.kind) == kinds.end()) kinds.push_back(part.kind);
  }
  return kinds;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : sim::valid_utf8(text)) {
    if (c == '\n') {
      out += "\\n";
    } else if (c != '\0') {
      if (c == '\\' || c == '"') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string labels_of(const Part& part) {
  if (part.kind != "gpu") {
    return fmt::format("{{component=\"{}\",name=\"{}\"}}", escaped(part.path), escaped(last_name(part.path)));
  }
  return fmt::format(
      "{{gpu=\"{0}\",UUID=\"{1}\",device=\"nvidia{0}\",modelName=\"{2}\",Hostname=\"{3}\",component=\"{4}\"}}",
      part.position, uuid_of(part), escaped(part.product), escaped(last_name(part.parent)), escaped(part.path));
}

class Writer {
 public:
  explicit Writer(const ExportJob& job) : job_(job) { list_metrics(TraceRows(job.folder, job.run.parts)); }

  void run(const Sink& sink) {
    for_each_series(job_, keys_, usual_kept_samples,
                    [&](std::size_t series, std::span<const Sample> piece) { take(sink, series, piece); });
    sink("# EOF\n");
  }

 private:
  void list_metrics(const TraceRows& rows);
  void take(const Sink& sink, std::size_t series, std::span<const Sample> piece);
  double value_of(const Metric& metric, const Sample& sample);

  const ExportJob& job_;
  std::vector<Metric> metrics_;
  std::vector<SeriesKey> keys_;
  std::vector<std::size_t> metric_of_;  // of a key
  std::size_t metric_ = static_cast<std::size_t>(-1);
  std::size_t series_ = static_cast<std::size_t>(-1);
  std::string labels_;
  Sample before_;
  double sum_ = 0;
};

void Writer::list_metrics(const TraceRows& rows) {
  metrics_.assign(std::begin(dcgm_metrics), std::end(dcgm_metrics));
  for (const std::string& kind : kinds_of(job_.run.parts)) {
    for (const std::string& column : rows.columns()) {
      if (!has_dcgm_name(kind, column)) metrics_.push_back(own_metric(kind, column));
    }
  }
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    for (std::size_t part = 0; part < job_.run.parts.size(); ++part) {
      if (job_.run.parts[part].kind != metrics_[m].kind) continue;
      keys_.push_back({part, rows.column(metrics_[m].column)});
      metric_of_.push_back(m);
    }
  }
}

double Writer::value_of(const Metric& metric, const Sample& sample) {
  if (metric.sum == Sum::none) return sample.value * metric.factor;
  sum_ += (sample.time_s - before_.time_s) * (sample.value + before_.value) / 2;
  before_ = sample;
  return sum_ * metric.factor;
}

void Writer::take(const Sink& sink, std::size_t series, std::span<const Sample> piece) {
  const Metric& metric = metrics_[metric_of_[series]];
  std::string text;
  if (metric_of_[series] != metric_) {
    metric_ = metric_of_[series];
    text = fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", metric.name, escaped(metric.help), metric.type);
  }
  if (series != series_) {
    series_ = series;
    labels_ = labels_of(job_.run.parts[keys_[series].part]);
    before_ = piece.front();
    sum_ = 0;
  }
  for (const Sample& sample : piece) {
    text += fmt::format("{}{} {} {}\n", metric.name, labels_, sim::shortest(value_of(metric, sample)),
                        unix_seconds(instant_at(job_.start, sample.time_s)));
    if (text.size() < write_piece) continue;
    sink(text);
    text.clear();
  }
  sink(text);
}

}  // namespace

void export_openmetrics(const ExportJob& job) {
  Writer writer(job);
  write_file(job.out, [&](const Sink& sink) { writer.run(sink); });
}

}  // namespace rackcast::viz
