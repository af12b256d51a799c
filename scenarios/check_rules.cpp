#include "scenarios/check_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/workload/job_gpus.hpp"
#include "scenarios/check_rules_device.hpp"
#include "scenarios/check_rules_gpus.hpp"
#include "scenarios/check_rules_job.hpp"
#include "scenarios/check_rules_parts.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/may_lose.hpp"
#include "scenarios/path_events.hpp"
#include "scenarios/path_observables.hpp"
#include "scenarios/quantity.hpp"
#include "scenarios/read/value_reader.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

using models::JobSpec;
using models::ServerSpec;

constexpr double most_samples = 500'000;  // about half a gigabyte of memory for a server of eight GPUs
constexpr double most_checkpoints = 10'000'000;
constexpr double most_profile_lines = 2'000'000;

template <class T>
std::vector<std::string> names_of(const std::vector<T>& items) {
  std::vector<std::string> names;
  for (const T& item : items) names.push_back(item.name);
  return names;
}

/// Rules between the tables of one scenario.
class ScenarioRules {
 public:
  ScenarioRules(Scenario& scenario, const Node& document, const Catalog& catalog, Diagnostics& diagnostics)
      : scenario_{scenario}, document_{document}, catalog_{catalog}, diagnostics_{diagnostics}, clean_{diagnostics} {}

  void run() {
    check_counts();
    add_default_room();
    check_profiles();
    choose_devices(scenario_, document_, catalog_, diagnostics_);
    for (std::size_t i = 0; i < scenario_.servers.size(); ++i) check_server(i);
    check_gpus();
    for (std::size_t i = 0; i < scenario_.jobs.size(); ++i) check_job(i);
    for (std::size_t i = 0; i < scenario_.alarms.size(); ++i) check_alarm(i);
    for (std::size_t i = 0; i < scenario_.events.size(); ++i) check_event(i);
  }

 private:
  RuleReport report(std::string_view kind, std::size_t i) const {
    return {list_item(document_, kind, i), diagnostics_};
  }

  /// Intervals that are far too short for the horizon: their lines would fill the memory, or take days.
  void check_counts() {
    const RunSpec& run = scenario_.run;
    if (run.sample_s > 0 && run.horizon_s / run.sample_s > most_samples) {
      RuleReport{document_, diagnostics_}("run.sample", too_many("samples", run.sample_s, most_samples));
    }
    for (std::size_t i = 0; i < scenario_.jobs.size(); ++i) {
      if (scenario_.jobs[i].start_s >= run.horizon_s && run.horizon_s > 0) {
        report("job", i)("start", {"the job is submitted after the end of the run", "nothing of it would be seen",
                                   "take a longer run.horizon"});
      }
      const double every_s = scenario_.jobs[i].checkpoint.every_s;
      if (every_s <= 0 || run.horizon_s / every_s <= most_checkpoints) continue;
      report("job", i)("checkpoint.every", too_many("checkpoints", every_s, most_checkpoints));
    }
  }

  Message too_many(std::string_view what, double every_s, double most) const {
    const double horizon_s = scenario_.run.horizon_s;
    return {fmt::format("{} {} within the horizon are too many", format_number(std::floor(horizon_s / every_s)), what),
            fmt::format("at most {}", format_number(most)),
            fmt::format("take at least \"{} s\" or a shorter run.horizon", format_number(std::ceil(horizon_s / most)))};
  }

  void add_default_room() {
    if (!scenario_.rooms.empty()) return;
    models::RoomSpec room;
    for (const Fact& fact : room_facts().facts) {
      if (fact.fallback) apply_default(fact, &room, diagnostics_);
    }
    room.name = "room";
    scenario_.rooms.push_back(std::move(room));
  }

  /// Fills a reference that was left out if there is only one to choose; reports one that points nowhere.
  template <class T>
  const T* resolve(std::string& name, const std::vector<T>& items, std::string_view key, std::string_view kind,
                   const RuleReport& report) {
    std::map<std::string_view, const T*>& index = index_of(items);
    if (index.contains("") || items.empty()) return nullptr;  // reported already
    if (name.empty() && items.size() == 1) name = items[0].name;
    if (name.empty()) {
      report(key, {fmt::format("{} is missing", in_quotes(key)), fmt::format("there are {} {}s", items.size(), kind),
                   did_you_mean("", names_of(items))});
      return nullptr;
    }
    if (const auto found = index.find(name); found != index.end()) return found->second;
    report(key, {fmt::format("no {} is named {}", kind, in_quotes(name)), "",
                 diagnostics_.many() ? "" : did_you_mean(name, names_of(items))});
    return nullptr;
  }

  std::map<std::string_view, const models::RoomSpec*>& index_of(const std::vector<models::RoomSpec>& items) {
    return filled(rooms_, items);
  }
  std::map<std::string_view, const ServerSpec*>& index_of(const std::vector<ServerSpec>& items) {
    return filled(servers_, items);
  }
  template <class T>
  static std::map<std::string_view, const T*>& filled(std::map<std::string_view, const T*>& index,
                                                      const std::vector<T>& items) {
    if (index.empty()) {
      for (const T& item : items) index.emplace(item.name, &item);
    }
    return index;
  }

  void check_profiles() {
    if (diagnostics_.count() > 0) return;  // points may be missing because they were wrong
    const RuleReport climate = RuleReport{document_, diagnostics_}.below("site.climate");
    check_profile(scenario_.site.climate, "temperature", climate);
    check_length(scenario_.site.climate, climate);
    for (std::size_t i = 0; i < scenario_.rooms.size(); ++i) {
      const models::Profile& heat = scenario_.rooms[i].other_heat;
      const RuleReport rule = report("room", i).below("other_heat");
      check_profile(heat, "power", rule);
      check_length(heat, rule);
      if (heat.at_s.empty() && models::lowest(heat) < 0) {
        rule("daily_swing", {"the power falls below 0 W", "people and lights take no heat", "at most twice the mean"});
      }
    }
  }

  /// A profile of seconds that starts over for years would take days to run.
  void check_length(const models::Profile& profile, const RuleReport& rule) const {
    if (profile.at_s.size() < 2 || profile.at_s.back() <= 0) return;
    const double lines = static_cast<double>(profile.at_s.size()) * scenario_.run.horizon_s / profile.at_s.back();
    if (lines <= most_profile_lines) return;
    rule("at",
         {fmt::format("the profile starts over too often: {} points within the horizon",
                      format_number(std::floor(lines))),
          fmt::format("at most {}", format_number(most_profile_lines)), "give fewer points or a shorter run.horizon"});
  }

  void check_server(std::size_t i) {
    ServerSpec& server = scenario_.servers[i];
    const RuleReport rule = report("server", i);
    resolve(server.room, scenario_.rooms, "room", "room", rule);
    if (clean_.clean(list_item(document_, "server", i))) check_server_parts(server, rule);
  }

  struct OnServer {
    std::vector<JobSpec*> jobs;
    std::vector<RuleReport> reports;
    bool clean = true;
  };

  bool is_clean(const ServerSpec& server) const {
    return clean_.clean(list_item(document_, "server", static_cast<std::size_t>(&server - scenario_.servers.data())));
  }

  void check_gpus() {
    std::map<const ServerSpec*, OnServer> by_server;  // reports are sorted by place: the order is of no matter
    for (std::size_t i = 0; i < scenario_.jobs.size(); ++i) {
      JobSpec& job = scenario_.jobs[i];
      const RuleReport rule = report("job", i);
      const ServerSpec* server = resolve(job.on, scenario_.servers, "on", "server", rule);
      if (server == nullptr) continue;
      OnServer& on = by_server[server];
      on.jobs.push_back(&job);
      on.reports.push_back(rule);
      on.clean = on.clean && clean_.clean(list_item(document_, "job", i));
    }
    for (const auto& [server, on] : by_server) {
      if (on.clean && is_clean(*server)) choose_gpus(*server, on.jobs, on.reports);
    }
  }

  void check_job(std::size_t i) {
    const auto found = servers_.find(scenario_.jobs[i].on);
    if (found == servers_.end() || !is_clean(*found->second) || !clean_.clean(list_item(document_, "job", i))) return;
    JobSpec& job = scenario_.jobs[i];
    check_job_on_server(job, models::seen_by(*found->second, job), report("job", i));
  }

  void check_alarm(std::size_t i) {
    AlarmSpec& alarm = scenario_.alarms[i];
    if (alarm.when.empty()) return;
    const RuleReport rule = report("alarm", i);
    const Parsed<Condition> condition = parse_condition(alarm.when);
    if (!condition.value) return rule("when", condition.error);
    Message error = resolve_alarm(*condition.value, scenario_, alarm);
    if (!error.problem.empty()) return rule("when", std::move(error));
    check_reaction(i);
  }

  /// A cap needs a limit, which every GPU that it concerns takes.
  void check_reaction(std::size_t i) {
    const AlarmSpec& alarm = scenario_.alarms[i];
    const RuleReport rule = report("alarm", i);
    const bool caps = alarm.reaction == models::Reaction::cap;
    if (!caps && alarm.limit_w > 0) {
      return rule("power_limit", {"only reaction = \"cap\" takes a power limit", "", "remove it, or cap"});
    }
    if (!caps) return;
    if (!(alarm.limit_w > 0)) return rule("reaction", {"a cap without a limit", "", "add power_limit = \"250 W\""});
    for (const ServerSpec& server : scenario_.servers) {
      if (!is_clean(server) || !reactions_on(scenario_, server).contains(i)) continue;
      const models::GpuPowerLimits& power = server.gpus.gpu.power;
      if (alarm.limit_w >= power.min_w && alarm.limit_w <= power.max_w) continue;
      return rule("power_limit", {fmt::format("{} does not take {:g} W", in_quotes(server.name), alarm.limit_w),
                                  fmt::format("its GPUs take {:g} to {:g} W", power.min_w, power.max_w), ""});
    }
  }

  void check_event(std::size_t i) {
    if (!clean_.clean(list_item(document_, "event", i))) return;
    Message error = resolve_event(scenario_, scenario_.events[i]);
    if (!error.problem.empty()) report("event", i)("target", std::move(error));
  }

  Scenario& scenario_;
  const Node& document_;
  const Catalog& catalog_;
  Diagnostics& diagnostics_;
  CleanTables clean_;
  std::map<std::string_view, const models::RoomSpec*> rooms_;
  std::map<std::string_view, const ServerSpec*> servers_;
};

}  // namespace

void check_scenario(Scenario& scenario, const Node& document, const Catalog& catalog, Diagnostics& diagnostics) {
  ScenarioRules{scenario, document, catalog, diagnostics}.run();
}

}  // namespace rackcast::scenarios
