#include "models/recorder.hpp"

#include <algorithm>
#include <limits>

namespace rackcast::models {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

Recorder::Recorder(std::string path, sim::Time interval, sim::TraceTable& table)
    : sim::Component(std::move(path)), interval_(interval), table_(table) {}

std::size_t Recorder::column(const std::string& name, std::vector<std::string> labels) {
  auto& columns = table_.columns;
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const auto& known) { return known.name == name; });
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  columns.push_back({name, std::move(labels)});
  return columns.size() - 1;
}

std::size_t Recorder::component(const std::string& path) {
  auto& components = table_.components;
  const auto found = std::find(components.begin(), components.end(), path);
  if (found != components.end()) return static_cast<std::size_t>(found - components.begin());
  components.push_back(path);
  return components.size() - 1;
}

void Recorder::start(sim::Context& context) {
  for (auto& watched : probes_) {
    watched.low = infinite;
    watched.high = -infinite;
  }
  context.schedule(context.now(), sim::Phase::observe, sample_tag);
}

void Recorder::wake(sim::Context& context, sim::Tag tag) {
  look(context.now());
  if (tag != sample_tag) return;
  sample(context.now());
  context.schedule(context.now() + interval_, sim::Phase::observe, sample_tag);
}

void Recorder::look(sim::Time now) {
  for (auto& watched : probes_) {
    if (watched.extremes.low == Extremes::none) continue;
    const double value = watched.probe.read(now);
    watched.low = std::min(watched.low, value);
    watched.high = std::max(watched.high, value);
  }
}

void Recorder::sample(sim::Time now) {
  const std::size_t width = table_.columns.size();
  const std::size_t first = table_.values.size();
  table_.values.resize(first + table_.components.size() * width, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < table_.components.size(); ++i) {
    table_.time.push_back(now);
    table_.component.push_back(static_cast<std::uint32_t>(i));
  }
  for (auto& watched : probes_) {
    double* row = table_.values.data() + first + watched.probe.component * width;
    const double value = watched.probe.read(now);
    row[watched.probe.column] = value;
    if (watched.extremes.low == Extremes::none) continue;
    row[watched.extremes.low] = watched.low;
    row[watched.extremes.high] = watched.high;
    watched.low = watched.high = value;
  }
}

}  // namespace rackcast::models
