// The JSON array of the Trace Event Format (Google, "Trace Event Format", the form that chrome://tracing and
// ui.perfetto.dev read): M names, C counters, X sampled modes, B and E exact states, i everything else that happened.
// Times in microseconds since the start of the run. A process per server, one for rooms, jobs and alarms; a thread per
// component.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/json.hpp"
#include "viz/export/column_names.hpp"
#include "viz/export/event_rows.hpp"
#include "viz/export/export.hpp"
#include "viz/export/gpu_identity.hpp"
#include "viz/export/trace_rows.hpp"
#include "viz/write/file.hpp"

namespace rackcast::viz {

namespace {

constexpr double us_per_s = 1e6;
constexpr int whole_run = 1;  // the process of what belongs to no server
constexpr std::string_view free_mode = "none";

/// What an event does to the state of its component: `event` is the beginning of its name.
struct StateChange {
  enum class Kind { begins, ends };

  std::string_view component_kind;
  std::string_view event;
  Kind kind = Kind::begins;
  std::string_view state;  ///< empty: the event's own name
};
using Kind = StateChange::Kind;
constexpr StateChange state_changes[] = {
    {"gpu", "no longer throttled", Kind::ends, ""},
    {"gpu", "power_cap", Kind::begins, ""},
    {"gpu", "thermal_", Kind::begins, ""},
    {"gpu", "hw_slowdown", Kind::begins, ""},
    {"gpu", "shut_down", Kind::begins, ""},
    {"cpu", "no longer throttled", Kind::ends, ""},
    {"cpu", "power_cap", Kind::begins, ""},
    {"cpu", "thermal_", Kind::begins, ""},
    {"cpu", "hw_slowdown", Kind::begins, ""},
    {"cpu", "shut_down", Kind::begins, ""},
    {"job", "training starts", Kind::begins, "training"},
    {"job", "training resumes", Kind::begins, "training"},
    {"job", "training is finished", Kind::ends, ""},
    {"job", "interrupted", Kind::begins, ""},
    {"job", "waits for GPUs", Kind::begins, ""},
    {"job", "gets its GPUs", Kind::ends, ""},
};

const StateChange* change_of(std::string_view component_kind, std::string_view event) {
  for (const StateChange& change : state_changes) {
    if (change.component_kind == component_kind && event.starts_with(change.event)) return &change;
  }
  return nullptr;
}

// A thread of the trace: process and thread number.
struct Track {
  int process = whole_run;
  std::size_t thread = 0;
};

class Events {
 public:
  explicit Events(const Sink& sink) : sink_(sink) {}

  void add(std::string_view name, char phase, double time_s, Track track, const std::string& more = {}) {
    text_ += text_.empty() && first_ ? "[\n" : ",\n";
    first_ = false;
    text_ += fmt::format(R"({{"name":{},"ph":"{}","ts":{},"pid":{},"tid":{}{}}})", sim::json_string(name), phase,
                         sim::shortest(time_s * us_per_s), track.process, track.thread, more);
    if (text_.size() >= write_piece) flush();
  }
  void finish() {
    text_ += first_ ? "[\n]\n" : "\n]\n";
    flush();
  }

 private:
  void flush() {
    sink_(text_);
    text_.clear();
  }

  const Sink& sink_;
  std::string text_;
  bool first_ = true;
};

class Writer {
 public:
  Writer(const ExportJob& job, const Sink& sink)
      : job_(job), out_(sink), modes_(job.run.parts.size()), states_(job.run.parts.size()) {
    place_parts();
  }

  void run() {
    name_tracks();
    counters();
    happenings();
    close_states();
    out_.finish();
  }

 private:
  struct Mode {
    std::string name;
    double since_s = 0;
  };

  void place_parts();
  void name(const char* what, const std::string& text, Track track);
  void name_tracks();
  void counters();
  void sampled_mode(std::size_t part, std::string_view mode, double now_s);
  void happenings();
  void happening(const EventRow& row);
  void close_states();
  Track mode_track(std::size_t part) const { return {tracks_[part].process, tracks_[part].thread + 1}; }

  const ExportJob& job_;
  Events out_;
  std::vector<Track> tracks_;
  std::map<std::string, std::size_t, std::less<>> index_;
  std::vector<Mode> modes_;          // of parts, at the last sample
  std::vector<std::string> states_;  // of parts, empty: none is open
  double end_s_ = 0;
};

void Writer::place_parts() {
  std::map<std::string, int, std::less<>> processes;
  for (const Part* server : parts_of(job_.run, "server")) {
    processes.emplace(server->path, whole_run + 1 + static_cast<int>(processes.size()));
  }
  for (const Part& part : job_.run.parts) {
    const bool of_server = part.kind != "job" && processes.contains(part.parent);
    const auto own = processes.find(of_server ? part.parent : part.path);
    index_.emplace(part.path, tracks_.size());
    tracks_.push_back({own == processes.end() ? whole_run : own->second, 2 * tracks_.size() + 2});
  }
}

void Writer::name(const char* what, const std::string& text, Track track) {
  out_.add(what, 'M', 0, track, fmt::format(R"(,"args":{{"name":{}}})", sim::json_string(text)));
}

void Writer::name_tracks() {
  name("process_name", "jobs, rooms and alarms", {whole_run, 0});
  name("thread_name", "alarms and others", {whole_run, 1});
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    const Part& part = job_.run.parts[i];
    if (part.kind == "server") name("process_name", part.path, tracks_[i]);
    name("thread_name", part.kind == "gpu" || part.kind == "cpu" ? last_name(part.path) : part.path, tracks_[i]);
    if (part.kind != "gpu" && part.kind != "cpu") continue;
    name("thread_name", last_name(part.path) + " clock, at samples", mode_track(i));
  }
}

// A sampled mode is a slice from the sample that has it first to the one that has another.
void Writer::sampled_mode(std::size_t part, std::string_view mode, double now_s) {
  Mode& now = modes_[part];
  if (now.name == mode) return;
  if (!now.name.empty() && now.name != free_mode) {
    out_.add(now.name, 'X', now.since_s, mode_track(part),
             fmt::format(R"(,"dur":{},"cat":"sampled")", sim::shortest((now_s - now.since_s) * us_per_s)));
  }
  now = {std::string(mode), now_s};
}

void Writer::counters() {
  TraceRows rows(job_.folder, job_.run.parts);
  std::vector<ColumnName> names;
  for (const std::string& column : rows.columns()) names.push_back(column_name(column));
  const std::size_t mode = rows.column(mode_column);
  while (rows.next()) {
    end_s_ = rows.time_s();
    const std::string part = last_name(job_.run.parts[rows.part()].path);
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (c == mode) continue;
      const double value = rows.value(c);
      if (std::isnan(value)) continue;
      out_.add(part + " " + names[c].long_name, 'C', rows.time_s(), tracks_[rows.part()],
               fmt::format(R"(,"args":{{{}:{}}})", sim::json_string(names[c].units), sim::shortest(value)));
    }
    if (mode < names.size()) sampled_mode(rows.part(), rows.text(mode), rows.time_s());
  }
  for (std::size_t i = 0; i < modes_.size(); ++i) sampled_mode(i, free_mode, end_s_);
}

// Those of the replication that the trace shows.
void Writer::happenings() {
  EventRows rows(job_.folder);
  while (rows.next()) {
    if (rows.row().replication == 0) happening(rows.row());
  }
}

void Writer::happening(const EventRow& row) {
  end_s_ = std::max(end_s_, row.time_s);
  const auto found = index_.find(row.component);
  const bool known = found != index_.end();
  const Track track = known ? tracks_[found->second] : Track{whole_run, 1};
  const StateChange* change = known ? change_of(job_.run.parts[found->second].kind, row.event) : nullptr;
  if (change == nullptr) {
    out_.add(row.event, 'i', row.time_s, track,
             fmt::format(R"(,"s":"t","cat":{},"args":{{"component":{},"detail":{}}})", sim::json_string(row.severity),
                         sim::json_string(row.component), sim::json_string(row.detail)));
    return;
  }
  std::string& state = states_[found->second];
  if (!state.empty()) out_.add(state, 'E', row.time_s, track);
  state = change->kind == Kind::ends ? "" : change->state.empty() ? row.event : std::string(change->state);
  if (state.empty()) return;
  out_.add(
      state, 'B', row.time_s, track,
      fmt::format(R"(,"cat":{},"args":{{"detail":{}}})", sim::json_string(row.severity), sim::json_string(row.detail)));
}

void Writer::close_states() {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!states_[i].empty()) out_.add(states_[i], 'E', end_s_, tracks_[i]);
  }
}

}  // namespace

void export_perfetto(const ExportJob& job) {
  write_file(job.out, [&](const Sink& sink) { Writer(job, sink).run(); });
}

}  // namespace rackcast::viz
