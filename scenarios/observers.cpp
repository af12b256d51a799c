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

// The columns of trace.csv in order: what there is of a component, then the extremes within each interval.
void name_columns(Recorder& recorder) {
  for (const char* column : {"power_w", "die_c", "memory_c", "inlet_c", "clock_mhz", "utilisation"}) {
    recorder.column(column);
  }
  recorder.column("mode", throttle_labels());
  for (const char* column : {"air_c", "progress", "power_min_w", "power_max_w", "die_min_c", "die_max_c",
                             "clock_min_mhz", "clock_max_mhz"}) {
    recorder.column(column);
  }
}

Recorder::Extremes extremes(Recorder& recorder, const std::string& low, const std::string& high) {
  return {recorder.column(low), recorder.column(high)};
}

void add_board(Recorder& recorder, const models::GpuBoard* board) {
  const std::size_t row = recorder.component(board->path());
  recorder.add_with_extremes({row, recorder.column("power_w"), board_power(board)},
                             extremes(recorder, "power_min_w", "power_max_w"));
  recorder.add_with_extremes({row, recorder.column("die_c"), die(board)}, extremes(recorder, "die_min_c", "die_max_c"));
  recorder.add_with_extremes({row, recorder.column("clock_mhz"), clock_of(board)},
                             extremes(recorder, "clock_min_mhz", "clock_max_mhz"));
  recorder.add({row, recorder.column("memory_c"), memory(board)});
  recorder.add({row, recorder.column("inlet_c"), inlet(board)});
  recorder.add({row, recorder.column("utilisation"), [board](sim::Time) { return board->utilisation(); }});
  recorder.add({row, recorder.column("mode"), [board](sim::Time) { return static_cast<double>(board->cause()); }});
}

void add_ups(Recorder& recorder, const models::Ups* ups) {
  const std::size_t row = recorder.component(ups->path());
  recorder.add({row, recorder.column("power_w"), [ups](sim::Time t) { return ups->wall_w(t); }});
  recorder.add({row, recorder.column("charge"), [ups](sim::Time t) { return ups->charge(t); }});
}

void add_fans(Recorder& recorder, const std::vector<models::GpuBoard*>& boards) {
  for (const auto* board : boards) {
    recorder.add({recorder.component(board->path()), recorder.column("fan_fraction"),
                  [board](sim::Time) { return board->fans()->duty(); }});
  }
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

// What an alarm looks at on a board: the value, and when it will be somewhere.
models::AlarmPoint board_point(const models::GpuBoard* board, const std::string& key) {
  models::AlarmPoint point{board->path(), observable(board, key), {}};
  const auto crossing = [board](const auto& output_of, double offset) {
    return [board, output_of, offset](sim::Time from, double threshold, sim::Direction direction) {
      const auto& plant = board->plant();
      const double shifted = threshold - (offset > 0 ? plant.ripple_k() : 0);
      return sim::next_crossing(plant.island(), output_of(plant.form()), {shifted, 0, from}, direction, from,
                                sim::Time::never());
    };
  };
  using Form = models::BoardType::Form;
  if (key == "die") point.next = crossing([](const Form& form) -> const sim::Output& { return form.die; }, 1);
  if (key == "memory") point.next = crossing([](const Form& form) -> const sim::Output& { return form.memory; }, 0);
  if (key == "power") point.next = crossing([](const Form& form) -> const sim::Output& { return form.electricity; }, 0);
  if (key == "inlet") {
    point.next = [board](sim::Time from, double threshold, sim::Direction) {
      return board->plant().intake().reaches(threshold, from);
    };
  }
  return point;
}

// The points of an alarm, and the signals by which they change course.
struct AlarmWiring {
  std::vector<models::AlarmPoint> points;
  std::vector<models::Signal<models::Count>> settled;
  std::vector<models::Signal<models::Watts>> wall;
};

AlarmWiring server_wiring(const models::ServerPart& server, const Path& path) {
  AlarmWiring wiring;
  if (path.segments.size() == 3) {
    const auto* supply = server.supply;
    wiring.points.push_back(
        {server.path, wall_power(supply), [supply](sim::Time from, double threshold, sim::Direction) {
           return supply->wall_ramp().reaches(threshold, from);
         }});
    wiring.wall.push_back(server.wall);
    return wiring;
  }
  for (std::size_t i = 0; i < server.boards.size(); ++i) {
    if (!includes(path.segments[2], i)) continue;
    wiring.points.push_back(board_point(server.boards[i], path.segments[3].name));
    wiring.settled.push_back(server.settled[i]);
  }
  return wiring;
}

AlarmWiring wiring_of(const Path& path, const models::Plant& plant) {
  const std::string& named = path.segments[1].name;
  if (path.segments[0].name != "room") return server_wiring(plant.servers.at(named), path);
  const auto& part = plant.rooms.at(named);
  const auto* room = part.room;
  AlarmWiring wiring;
  wiring.points.push_back(
      {room->path(), room_air(room), [room](sim::Time from, double threshold, sim::Direction direction) {
         return room->air_reaches(from, threshold, direction);
       }});
  wiring.settled.push_back(part.settled);
  return wiring;
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
    recorder.add_with_extremes({recorder.component(server.path), recorder.column("power_w"), wall_power(server.supply)},
                               extremes(recorder, "power_min_w", "power_max_w"));
    if (const auto* units = server.units; units != nullptr) {
      recorder.add({recorder.component(server.path), recorder.column("psu_units"),
                    [units](sim::Time) { return static_cast<double>(units->working()); }});
    }
    if (server.ups != nullptr) add_ups(recorder, server.ups);
    for (const auto* board : server.boards) add_board(recorder, board);
    if (server.driven == models::Fans::driven) add_fans(recorder, server.boards);
    // Extremes are exact at every change of course of a board.
    for (const auto settled : server.settled) {
      signals.listen(settled, recorder, sim::Phase::observe, Recorder::changed_tag);
    }
    for (const models::JobSignals& job : *server.jobs)
      signals.listen(job.activity, recorder, sim::Phase::observe, Recorder::changed_tag);
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

namespace {

// The signals by which somebody reacts to an alarm.
models::ReactionPlan reaction_of(const AlarmSpec& alarm, std::size_t number, const models::Plant& plant) {
  models::ReactionPlan plan{alarm.reaction, alarm.limit_w, alarm.delay_s, alarm.hold_s, {}, {}};
  for (const auto& [name, server] : plant.servers) {
    const auto found = server.alarms.find(number);
    if (found == server.alarms.end()) continue;
    if (alarm.reaction == models::Reaction::stop) plan.stops.push_back(found->second.stop);
    if (alarm.reaction == models::Reaction::cap) plan.caps.push_back(found->second.cap);
  }
  return plan;
}

}  // namespace

std::vector<const models::Alarm*> add_alarms(const Scenario& scenario, models::Plant& plant) {
  std::vector<const models::Alarm*> alarms;
  for (std::size_t i = 0; i < scenario.alarms.size(); ++i) {
    const AlarmSpec& alarm = scenario.alarms[i];
    const auto path = parse_path(alarm.path);
    const auto beyond = alarm.above ? models::Alarm::Beyond::above : models::Alarm::Beyond::below;
    AlarmWiring wiring = wiring_of(path.value.value(), plant);
    auto& added = plant.simulator.add<models::Alarm>(alarm.when, beyond, alarm.threshold, alarm.for_s,
                                                     std::move(wiring.points), reaction_of(alarm, i, plant));
    auto& signals = plant.simulator.signals();
    for (const auto signal : wiring.settled)
      signals.listen(signal, added, sim::Phase::observe, models::Alarm::look_tag);
    for (const auto signal : wiring.wall) signals.listen(signal, added, sim::Phase::observe, models::Alarm::look_tag);
    alarms.push_back(&added);
  }
  return alarms;
}

}  // namespace rackcast::scenarios
