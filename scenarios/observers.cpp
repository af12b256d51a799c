#include "scenarios/observers.hpp"

#include <algorithm>

#include "models/recorder.hpp"
#include "scenarios/path.hpp"

namespace rackcast::scenarios {

namespace {

using models::Probe;
using models::Recorder;
using Read = std::function<double(sim::Time)>;

constexpr double samples_per_horizon = 2000;
constexpr double bands_per_horizon = 500;
constexpr double shortest_interval_s = 1;
constexpr double longest_alarm_interval_s = 60;
constexpr double looks_per_alarm = 4;  // within its `for`
constexpr double mhz = 1e6;

std::vector<std::string> throttle_labels() {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < models::throttle_count; ++i) labels.emplace_back(name(static_cast<models::Throttle>(i)));
  return labels;
}

Read room_air(const models::Room* room) {
  return [room](sim::Time t) { return room->air_c(t); };
}
Read die(const models::GpuBoard* board) {
  return [board](sim::Time t) { return board->plant().die_c(t) + board->plant().ripple_k(); };
}
Read memory(const models::GpuBoard* board) {
  return [board](sim::Time t) { return board->plant().memory_c(t); };
}
Read inlet(const models::GpuBoard* board) {
  return [board](sim::Time t) { return board->plant().intake_c(t); };
}
Read board_power(const models::GpuBoard* board) {
  return [board](sim::Time t) { return board->plant().electric_w(t); };
}
Read clock_of(const models::GpuBoard* board) {
  return [board](sim::Time) { return board->clock_hz() / mhz; };
}
Read wall_power(const models::Supply* supply) {
  return [supply](sim::Time t) { return supply->wall_w(t); };
}

void add_board(Recorder& recorder, const models::GpuBoard* board) {
  const std::size_t row = recorder.component(board->path());
  recorder.add_with_extremes({row, recorder.column("power_w"), board_power(board)});
  recorder.add_with_extremes({row, recorder.column("die_c"), die(board)});
  recorder.add_with_extremes({row, recorder.column("clock_mhz"), clock_of(board)});
  recorder.add({row, recorder.column("memory_c"), memory(board)});
  recorder.add({row, recorder.column("inlet_c"), inlet(board)});
  recorder.add({row, recorder.column("utilisation"), [board](sim::Time) { return board->utilisation(); }});
  recorder.add({row, recorder.column("mode"), [board](sim::Time) { return static_cast<double>(board->cause()); }});
}

// The columns of trace.csv in order; a column with extremes is followed by its lowest and highest value.
void name_columns(Recorder& recorder) {
  for (const char* column :
       {"power_w", "power_min_w", "power_max_w", "die_c", "die_min_c", "die_max_c", "clock_mhz", "clock_min_mhz",
        "clock_max_mhz", "memory_c", "inlet_c", "utilisation", "air_c", "progress"}) {
    recorder.column(column);
  }
  recorder.column("mode", throttle_labels());
}

void add_job(Recorder& recorder, const models::TrainingJob* job) {
  recorder.add(
      {recorder.component(job->path()), recorder.column("progress"), [job](sim::Time t) { return job->progress(t); }});
}

sim::Time every(double horizon_s, double parts) {
  return sim::from_seconds(std::max(shortest_interval_s, horizon_s / parts));
}

// The hottest die of a server.
Read hottest(const std::vector<models::GpuBoard*>& boards) {
  return [boards](sim::Time t) {
    double highest = die(boards.front())(t);
    for (const auto* board : boards) highest = std::max(highest, die(board)(t));
    return highest;
  };
}

Read observable(const models::GpuBoard* board, const std::string& key) {
  if (key == "die") return die(board);
  if (key == "memory") return memory(board);
  if (key == "inlet") return inlet(board);
  if (key == "power") return board_power(board);
  if (key == "clock") return clock_of(board);
  return {};
}

// Whether an index of a path, or none (all), includes `index`.
bool includes(const Segment& segment, std::size_t index) { return !segment.index || *segment.index == index; }

std::vector<models::AlarmPoint> server_points(const models::ServerPart& server, const Path& path) {
  const Segment& part = path.segments[2];
  if (path.segments.size() == 3) return {{server.path, wall_power(server.supply)}};
  std::vector<models::AlarmPoint> points;
  for (std::size_t i = 0; i < server.boards.size(); ++i) {
    if (!includes(part, i)) continue;
    points.push_back({server.boards[i]->path(), observable(server.boards[i], path.segments[3].name)});
  }
  return points;
}

std::vector<models::AlarmPoint> points_of(const Path& path, const models::Plant& plant) {
  const std::string& named = path.segments[1].name;
  if (path.segments[0].name == "room") {
    const auto* room = plant.rooms.at(named).room;
    return {{room->path(), room_air(room)}};
  }
  return server_points(plant.servers.at(named), path);
}

// Fine enough to see a quarter of the time the alarm waits for.
sim::Time alarm_interval(const AlarmSpec& alarm) {
  const double s = alarm.for_s > 0 ? alarm.for_s / looks_per_alarm : longest_alarm_interval_s;
  return sim::from_seconds(std::clamp(s, shortest_interval_s, longest_alarm_interval_s));
}

}  // namespace

sim::Time sample_interval(const RunSpec& run) {
  return run.sample_s > 0 ? sim::from_seconds(run.sample_s) : every(run.horizon_s, samples_per_horizon);
}

void record_samples(const Scenario& scenario, models::Plant& plant) {
  auto& signals = plant.simulator.signals();
  auto& recorder =
      plant.simulator.add<Recorder>("trace.samples", sample_interval(scenario.run), plant.simulator.trace().samples);
  name_columns(recorder);
  for (const auto& [room_name, part] : plant.rooms) {
    recorder.add({recorder.component(part.room->path()), recorder.column("air_c"), room_air(part.room)});
  }
  for (const auto& [server_name, server] : plant.servers) {
    recorder.add_with_extremes(
        {recorder.component(server.path), recorder.column("power_w"), wall_power(server.supply)});
    for (const auto* board : server.boards) add_board(recorder, board);
    for (const auto clock : server.clocks) signals.listen(clock, recorder, sim::Phase::observe, Recorder::changed_tag);
    signals.listen(server.activity, recorder, sim::Phase::observe, Recorder::changed_tag);
  }
  for (const auto* job : plant.jobs) add_job(recorder, job);
}

void record_bands(const Scenario& scenario, models::Plant& plant) {
  auto& recorder = plant.simulator.add<Recorder>("trace.bands", every(scenario.run.horizon_s, bands_per_horizon),
                                                 plant.simulator.trace().bands);
  for (const auto& [server_name, server] : plant.servers) {
    const std::size_t row = recorder.component(server.path);
    recorder.add({row, recorder.column("power_w"), wall_power(server.supply)});
    if (!server.boards.empty()) recorder.add({row, recorder.column("die_c"), hottest(server.boards)});
  }
  for (const auto* job : plant.jobs) add_job(recorder, job);
}

std::vector<const models::Alarm*> add_alarms(const Scenario& scenario, models::Plant& plant) {
  std::vector<const models::Alarm*> alarms;
  for (const auto& alarm : scenario.alarms) {
    const auto path = parse_path(alarm.path);
    const auto beyond = alarm.above ? models::Alarm::Beyond::above : models::Alarm::Beyond::below;
    alarms.push_back(&plant.simulator.add<models::Alarm>(alarm.when, beyond, alarm.threshold, alarm.for_s,
                                                         alarm_interval(alarm), points_of(path.value.value(), plant)));
  }
  return alarms;
}

}  // namespace rackcast::scenarios
