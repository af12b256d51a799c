#include "scenarios/path_observables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/compute/cpu_board.hpp"
#include "scenarios/named.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

constexpr Observable table[] = {
    {"server", "power", "power_w", "W"},
    {"server.gpu", "die", "die_c", "degC"},
    {"server.gpu", "memory", "memory_c", "degC"},
    {"server.gpu", "inlet", "inlet_c", "degC"},
    {"server.gpu", "power", "power_w", "W"},
    {"server.gpu", "clock", "clock_mhz", "MHz"},
    {"room", "air", "air_c", "degC"},
};

constexpr std::string_view like = "write it like \"server.box.gpu.die > 88 degC\"";

struct Target {
  std::string component;  ///< kind, as in the table
  Segment observed;
};

/// The component that a path names, or what is wrong with it.
Parsed<Target> find_target(const Path& path, const Scenario& scenario) {
  const auto& s = path.segments;
  if (s[0].name != "server" && s[0].name != "room") {
    return {std::nullopt,
            {fmt::format("{} cannot be watched", in_quotes(s[0].name)), "alarms watch a server or a room",
             std::string{like}}};
  }
  if (s.size() < 3) return {std::nullopt, {"the path names nothing to watch", "", std::string{like}}};
  if (s[0].name == "room") {
    if (find_named(scenario.rooms, s[1].name) == nullptr) {
      return {std::nullopt, no_such("room", s[1].name, scenario.rooms)};
    }
    return {Target{"room", s[2]}, {}};
  }
  const models::ServerSpec* server = find_named(scenario.servers, s[1].name);
  if (server == nullptr) return {std::nullopt, no_such("server", s[1].name, scenario.servers)};
  const std::string board = models::board_kind(*server);
  if (s[2].name != board && (s[2].name == "gpu" || s[2].name == "cpu")) {
    return {std::nullopt,
            {fmt::format("{} of {} cannot be watched", in_quotes(s[2].name), in_quotes(server->name)),
             fmt::format("its {}s train", board == "cpu" ? "CPU" : "GPU"), fmt::format("write {}", board)}};
  }
  if (s[2].name != board) return {Target{"server", s[2]}, {}};
  if (s.size() < 4) return {std::nullopt, {"the path names nothing to watch", "", std::string{like}}};
  if (s[2].index && *s[2].index >= static_cast<std::size_t>(server->gpus.count)) {
    return {std::nullopt,
            {fmt::format("{} has no {}[{}]", in_quotes(server->name), board, *s[2].index),
             fmt::format("{} {}s, counted from 0", server->gpus.count, board == "cpu" ? "CPU" : "GPU"), ""}};
  }
  return {Target{"server.gpu", s[3]}, {}};
}

const Observable* find_observable(const Target& target) {
  for (const Observable& observable : table) {
    if (observable.component == target.component && observable.name == target.observed.name) return &observable;
  }
  return nullptr;
}

Message unknown_observable(const Target& target) {
  std::vector<std::string> names;
  for (const Observable& o : table) {
    if (o.component == target.component) names.emplace_back(o.name);
  }
  return {fmt::format("{} of a {} cannot be watched", in_quotes(target.observed.name), target.component), "",
          did_you_mean(target.observed.name, names)};
}

}  // namespace

std::span<const Observable> observables() { return table; }

Message resolve_alarm(const Condition& condition, const Scenario& scenario, AlarmSpec& alarm) {
  const Parsed<Target> target = find_target(condition.path, scenario);
  if (!target.value) return target.error;
  const Observable* observable = find_observable(*target.value);
  if (observable == nullptr) return unknown_observable(*target.value);
  const std::size_t length = target.value->component == "server.gpu" ? 4 : 3;
  if (condition.path.segments.size() != length || target.value->observed.index) {
    return {fmt::format("{} has no parts", in_quotes(observable->name)), "it is a single value", std::string{like}};
  }
  const Unit unit = *parse_unit(observable->unit).value;
  const Unit& given = condition.threshold.unit;
  if (given.dimension != unit.dimension || given.zero != unit.zero) {
    return {
        fmt::format("{} is a {}, not a {}", in_quotes(observable->name), dimension_name(unit), dimension_name(given)),
        "", fmt::format("give it in {}", observable->unit)};
  }
  alarm.path = to_string(condition.path);
  alarm.above = condition.comparison == Comparison::above || condition.comparison == Comparison::at_least;
  alarm.threshold = convert(condition.threshold.number, given, unit);
  return {};
}

}  // namespace rackcast::scenarios
