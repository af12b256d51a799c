#include "viz/report/event_digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "viz/report/csv_reader.hpp"

namespace rackcast::viz {

namespace {

constexpr const char* columns[] = {"id",       "cause_id",  "replication", "time_s",
                                   "severity", "component", "event",       "detail"};
enum Column : std::size_t { id, cause, replication, time_s, severity, component, event, detail };

constexpr double most_exact = 9007199254740992;  // 2^53: whole numbers above are no longer exact

bool trains_from_here(std::string_view event) { return event == "training starts" || event == "training resumes"; }
bool trains_no_longer(std::string_view event) {
  return event == "training is finished" || event.starts_with("interrupted");
}
bool is_held_back(std::string_view event) {
  return event == "thermal_die" || event == "thermal_memory" || event == "hw_slowdown" || event == "shut_down";
}
bool is_mode(std::string_view event) { return is_held_back(event) || event == "no longer throttled"; }

/// Follows one replication: which servers train and which of their boards are held back.
class Follower {
 public:
  Follower(const std::vector<Part>& parts, EventDigest& out);

  void begin(double horizon_s);
  void take(const std::string& path, std::string_view event, double now_s);

 private:
  struct Job {
    std::size_t server = 0;
    enum class State { idle, trains, finished } state = State::idle;
  };
  struct Board {
    std::size_t server = 0;
    HeldBack* sums = nullptr;
    enum class State { free, held } state = State::free;
  };
  struct Server {
    int training = 0;
    double since_s = 0;
  };

  std::size_t server_of(const std::string& parent);
  void advance(std::size_t server, double now_s);
  void job_event(Job& job, std::string_view event, double now_s);

  std::map<std::string, std::size_t> server_index_;
  std::vector<Server> servers_;
  std::map<std::string, Job> jobs_;
  std::map<std::string, Board> boards_;
  double last_s_ = 0;
};

Follower::Follower(const std::vector<Part>& parts, EventDigest& out) {
  for (const Part& part : parts) {
    if (part.kind == "job") jobs_[part.path] = {server_of(part.parent), Job::State::idle};
    if (part.kind == "gpu" || part.kind == "cpu") {
      boards_[part.path] = {server_of(part.parent), &out.held_back[part.path], Board::State::free};
    }
  }
}

std::size_t Follower::server_of(const std::string& parent) {
  const auto [found, added] = server_index_.try_emplace(parent, servers_.size());
  if (added) servers_.emplace_back();
  return found->second;
}

// Books the time since the last change of a server and its boards.
void Follower::advance(std::size_t server, double now_s) {
  Server& s = servers_[server];
  if (s.training > 0) {
    for (auto& [path, board] : boards_) {
      if (board.server != server) continue;
      board.sums->training_s += now_s - s.since_s;
      if (board.state == Board::State::held) board.sums->held_s += now_s - s.since_s;
    }
  }
  s.since_s = now_s;
}

// Ends the replication before, at the horizon if a job of it was not finished, and begins another.
void Follower::begin(double horizon_s) {
  const bool unfinished =
      std::any_of(jobs_.begin(), jobs_.end(), [](const auto& j) { return j.second.state != Job::State::finished; });
  const double end_s = unfinished && std::isfinite(horizon_s) ? std::max(last_s_, horizon_s) : last_s_;
  for (std::size_t i = 0; i < servers_.size(); ++i) advance(i, end_s);
  for (Server& server : servers_) server = {};
  for (auto& [path, job] : jobs_) job.state = Job::State::idle;
  for (auto& [path, board] : boards_) board.state = Board::State::free;
  last_s_ = 0;
}

void Follower::job_event(Job& job, std::string_view event, double now_s) {
  const bool trained = job.state == Job::State::trains;
  if (trains_from_here(event)) {
    job.state = Job::State::trains;
  } else if (trains_no_longer(event)) {
    job.state = event == "training is finished" ? Job::State::finished : Job::State::idle;
  }
  const bool trains = job.state == Job::State::trains;
  if (trains == trained) return;
  advance(job.server, now_s);
  servers_[job.server].training += trains ? 1 : -1;
}

void Follower::take(const std::string& path, std::string_view event, double now_s) {
  last_s_ = now_s;
  if (const auto job = jobs_.find(path); job != jobs_.end()) return job_event(job->second, event, now_s);
  const auto board = boards_.find(path);
  if (board == boards_.end() || !is_mode(event)) return;
  advance(board->second.server, now_s);
  board->second.state = is_held_back(event) ? Board::State::held : Board::State::free;
}

sim::Severity severity_of(const CsvReader& csv, std::string_view word) {
  if (word == "info") return sim::Severity::info;
  if (word == "warning") return sim::Severity::warning;
  if (word == "error") return sim::Severity::error;
  csv.refuse(fmt::format("\"{}\" is no severity", word.substr(0, 40)));
}

std::uint64_t whole(const CsvReader& csv, std::size_t field) {
  const double value = csv.number(field);
  if (!(value >= 0 && value < most_exact))
    csv.refuse(fmt::format("\"{}\" is no whole number", csv.fields()[field].substr(0, 40)));
  return static_cast<std::uint64_t>(value);
}

sim::EventRecord record_of(const CsvReader& csv) {
  const auto& f = csv.fields();
  const double at_s = csv.number(time_s);
  if (!(at_s >= 0)) csv.refuse("has no time");
  return {whole(csv, id),
          f[cause].empty() ? 0 : whole(csv, cause),
          sim::from_seconds(at_s),
          severity_of(csv, f[severity]),
          std::string(f[component]),
          std::string(f[event]),
          std::string(f[detail])};
}

// Keeps an event of the replication shown; when there is no room, an info makes way for what is worse.
void keep(EventDigest& out, sim::EventRecord record) {
  ++out.of_shown;
  if (out.shown.size() < most_shown_events) return out.shown.push_back(std::move(record));
  if (record.severity == sim::Severity::info) return;
  const auto info = std::find_if(out.shown.rbegin(), out.shown.rend(),
                                 [](const auto& e) { return e.severity == sim::Severity::info; });
  if (info == out.shown.rend()) return;
  out.shown.erase(std::next(info).base());
  out.shown.push_back(std::move(record));
}

void count(EventDigest& out, const sim::EventRecord& e, std::int64_t run) {
  const double at_s = sim::to_seconds(e.time);
  const auto [found, added] = out.kinds.try_emplace({e.severity, e.component, e.event});
  EventFacts& facts = found->second;
  facts.first_s = added ? at_s : std::min(facts.first_s, at_s);
  ++facts.count;
  if (facts.last_replication != run) ++facts.replications;
  facts.last_replication = run;
  if (e.event == "training is finished") out.finish_s[e.component].push_back(at_s);
}

}  // namespace

EventDigest read_events(const std::filesystem::path& file, const std::vector<Part>& parts, double horizon_s) {
  CsvReader csv(file);
  for (std::size_t i = 0; i < std::size(columns); ++i) {
    if (csv.column(columns[i]) != i) csv.refuse("has other columns than a run writes");
  }
  EventDigest out;
  Follower follower(parts, out);
  std::int64_t run = -1;
  while (csv.next()) {
    const auto number = static_cast<std::int64_t>(whole(csv, replication));
    sim::EventRecord record = record_of(csv);
    if (run < 0) out.replication = number;
    if (number != run && run >= 0) follower.begin(horizon_s);
    run = number;
    ++out.total;
    follower.take(record.component, record.event, sim::to_seconds(record.time));
    count(out, record, run);
    if (number == out.replication) keep(out, std::move(record));
  }
  if (run >= 0) follower.begin(horizon_s);
  return out;
}

}  // namespace rackcast::viz
