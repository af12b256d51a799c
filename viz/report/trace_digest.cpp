#include "viz/report/trace_digest.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "viz/report/csv_reader.hpp"

namespace rackcast::viz {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t least_bins = 64;
constexpr std::size_t most_bins = 1024;
constexpr std::size_t leading_columns = 2;  // time_s and component
constexpr double equal_k = 0.05;            // dies this near are equally hot

double lower(double a, double b) { return std::isnan(a) || b < a ? b : a; }
double higher(double a, double b) { return std::isnan(a) || b > a ? b : a; }

void join_pairs(std::vector<double>& values, double (*join)(double, double)) {
  const std::size_t pairs = values.size() / 2;
  for (std::size_t i = 0; i < pairs; ++i) values[i] = join(values[2 * i], values[2 * i + 1]);
  values.resize(pairs);
}

double later(double, double b) { return b; }

/// Where a field of a record goes.
struct Target {
  enum class Role { value, low, high } role = Role::value;
  std::size_t column = 0;
};

/// Takes a trace row by row.
class Digester {
 public:
  Digester(CsvReader& csv, std::size_t kept_values) : csv_(csv), kept_values_(kept_values) { plan_columns(); }

  TraceDigest run();

 private:
  void plan_columns();
  void row();
  void field(std::size_t component, std::size_t index);
  void cover(SampleFacts& facts, double value);
  std::size_t component_of(std::string_view path);
  double value_of(std::size_t column, std::size_t index);
  void begin_instant(double time_s);
  void end_instant();
  void begin_bin();
  std::size_t most() const;
  void halve();

  CsvReader& csv_;
  std::size_t kept_values_;
  std::vector<Target> targets_;
  std::unordered_map<std::string, std::size_t> index_;  // looked up only, never walked
  std::size_t used_series_ = 0;
  std::size_t die_ = 0;
  std::size_t inlet_ = 0;
  std::uint64_t in_bin_ = 0;
  std::optional<double> instant_s_;
  std::vector<std::vector<double>> now_;
  double worst_die_c_ = -std::numeric_limits<double>::infinity();
  double worst_inlet_c_ = worst_die_c_;
  TraceDigest out_;
};

void Digester::plan_columns() {
  const auto& header = csv_.header();
  if (header.size() < leading_columns || header[0] != "time_s" || header[1] != "component") {
    csv_.refuse("does not begin with time_s,component");
  }
  for (std::size_t i = leading_columns; i < header.size(); ++i) {
    const auto whose = [&](const char* which) {
      return std::find_if(header.begin() + leading_columns, header.end(),
                          [&](const std::string& base) { return extreme_name(base, which) == header[i]; });
    };
    if (whose("min") == header.end() && whose("max") == header.end()) {
      targets_.push_back({Target::Role::value, out_.columns.size()});
      out_.columns.push_back({header[i], {}});
    } else {
      targets_.push_back({Target::Role::value, 0});  // known once all columns are
    }
  }
  for (std::size_t c = 0; c < out_.columns.size(); ++c) {
    for (std::size_t i = leading_columns; i < header.size(); ++i) {
      Target& target = targets_[i - leading_columns];
      if (header[i] == extreme_name(out_.columns[c].name, "min")) target = {Target::Role::low, c};
      if (header[i] == extreme_name(out_.columns[c].name, "max")) target = {Target::Role::high, c};
    }
  }
  die_ = out_.column("die_c");
  inlet_ = out_.column("inlet_c");
}

std::size_t Digester::component_of(std::string_view path) {
  const auto [found, added] = index_.try_emplace(std::string(path), out_.components.size());
  if (added) {
    out_.components.emplace_back(path);
    out_.series.emplace_back(out_.columns.size());
    now_.emplace_back(out_.columns.size(), unknown);
  }
  return found->second;
}

// A word stands for a label: its index, in order of first appearance.
double Digester::value_of(std::size_t column, std::size_t index) {
  std::vector<std::string>& labels = out_.columns[column].labels;
  const std::string_view text = csv_.fields()[index];
  const bool word = out_.columns[column].name == "mode";
  if (!word || text.empty()) return csv_.number(index);
  auto found = std::find(labels.begin(), labels.end(), text);
  if (found == labels.end()) found = labels.emplace(labels.end(), text);
  return static_cast<double>(found - labels.begin());
}

void Digester::cover(SampleFacts& facts, double value) {
  if (value > facts.high) {
    facts.high = value;
    facts.high_at_s = *instant_s_;
  }
  facts.low = std::min(facts.low, value);
}

void Digester::field(std::size_t component, std::size_t index) {
  const Target& target = targets_[index - leading_columns];
  const double given = value_of(target.column, index);
  if (std::isnan(given)) return;
  DigestSeries& series = out_.series[component][target.column];
  if (series.last.size() < out_.time_s.size()) {
    if (series.last.empty()) ++used_series_;
    for (auto* values : {&series.last, &series.low, &series.high}) values->resize(out_.time_s.size(), unknown);
  }
  cover(series.facts, given);
  if (target.role == Target::Role::value) {
    now_[component][target.column] = given;
    ++series.facts.count;
    series.facts.sum += given;
    series.last.back() = given;
  }
  if (target.role != Target::Role::high) series.low.back() = lower(series.low.back(), given);
  if (target.role != Target::Role::low) series.high.back() = higher(series.high.back(), given);
}

std::size_t Digester::most() const {
  return std::clamp(kept_values_ / std::max<std::size_t>(used_series_, 1), least_bins, most_bins);
}

void Digester::halve() {
  join_pairs(out_.time_s, later);
  for (auto& columns : out_.series) {
    for (DigestSeries& series : columns) {
      if (series.last.empty()) continue;
      for (auto* values : {&series.last, &series.low, &series.high}) values->resize(out_.time_s.size() * 2, unknown);
      join_pairs(series.last, later);
      join_pairs(series.low, lower);
      join_pairs(series.high, higher);
    }
  }
  out_.samples_per_bin *= 2;
}

void Digester::begin_bin() {
  const std::size_t whole = out_.time_s.size();
  if (whole % 2 == 0 && whole >= 2 * (most() / 2)) halve();
  out_.time_s.push_back(0);
  in_bin_ = 0;
}

void Digester::begin_instant(double time_s) {
  if (instant_s_ && time_s < *instant_s_) csv_.refuse("its time is before the line above");
  if (instant_s_) end_instant();
  if (out_.time_s.empty() || in_bin_ == out_.samples_per_bin) begin_bin();
  instant_s_ = time_s;
  out_.time_s.back() = time_s;
  ++in_bin_;
  ++out_.instants;
  for (auto& values : now_) std::fill(values.begin(), values.end(), unknown);
}

void Digester::end_instant() {
  double die_c = -std::numeric_limits<double>::infinity();
  double inlet_c = die_c;
  for (const auto& values : now_) {
    if (die_ < values.size()) die_c = higher(values[die_], die_c);
    if (inlet_ < values.size()) inlet_c = higher(values[inlet_], inlet_c);
  }
  const bool hotter = die_c > worst_die_c_ + equal_k;
  const bool as_hot_but_warmer = die_c > worst_die_c_ - equal_k && inlet_c > worst_inlet_c_;
  if (!hotter && !as_hot_but_warmer && !out_.worst.empty()) return;
  worst_die_c_ = die_c;
  worst_inlet_c_ = inlet_c;
  out_.worst_at_s = *instant_s_;
  out_.worst = now_;
}

void Digester::row() {
  const double time_s = csv_.number(0);
  if (std::isnan(time_s)) csv_.refuse("has no time");
  if (!instant_s_ || time_s != *instant_s_) begin_instant(time_s);
  const std::size_t component = component_of(csv_.fields()[1]);
  for (std::size_t i = leading_columns; i < csv_.fields().size(); ++i) field(component, i);
  ++out_.rows;
}

TraceDigest Digester::run() {
  while (csv_.next()) row();
  if (instant_s_) end_instant();
  for (auto& columns : out_.series) {
    for (DigestSeries& series : columns) {
      if (series.last.empty()) continue;
      for (auto* values : {&series.last, &series.low, &series.high}) values->resize(out_.time_s.size(), unknown);
    }
  }
  out_.worst.resize(out_.components.size(), std::vector<double>(out_.columns.size(), unknown));
  return std::move(out_);
}

template <class Items, class Name>
std::size_t index_in(const Items& items, Name name) {
  return static_cast<std::size_t>(std::find_if(items.begin(), items.end(), name) - items.begin());
}

}  // namespace

std::size_t TraceDigest::column(std::string_view name) const {
  return index_in(columns, [&](const DigestColumn& c) { return c.name == name; });
}

std::size_t TraceDigest::component(std::string_view path) const {
  return index_in(components, [&](const std::string& c) { return c == path; });
}

const DigestSeries* TraceDigest::find(std::string_view path, std::string_view name) const {
  const std::size_t c = component(path);
  const std::size_t k = column(name);
  if (c == components.size() || k == columns.size() || series[c][k].facts.count == 0) return nullptr;
  return &series[c][k];
}

double TraceDigest::worst_value(std::string_view path, std::string_view name) const {
  const std::size_t c = component(path);
  const std::size_t k = column(name);
  return c == components.size() || k == columns.size() ? unknown : worst[c][k];
}

std::vector<Series> TraceDigest::lines(std::string_view name) const {
  std::vector<Series> out;
  for (const std::string& path : components) {
    const DigestSeries* s = find(path, name);
    if (s == nullptr) continue;
    Series line{path, {}};
    for (std::size_t i = 0; i < time_s.size(); ++i) {
      if (s->low[i] < s->last[i]) line.points.push_back({time_s[i], s->low[i]});
      if (s->high[i] > s->last[i]) line.points.push_back({time_s[i], s->high[i]});
      line.points.push_back({time_s[i], s->last[i]});
    }
    out.push_back(std::move(line));
  }
  return out;
}

TraceDigest read_trace(const std::filesystem::path& file, std::size_t kept_values) {
  CsvReader csv(file);
  return Digester(csv, kept_values).run();
}

}  // namespace rackcast::viz
