#include "scenarios/may_lose.hpp"

#include <algorithm>

#include "scenarios/path.hpp"

namespace rackcast::scenarios {

bool may_lose_units(const Scenario& scenario, const models::ServerSpec& server) {
  const auto of_unit = [&](const models::EventSpec& event) {
    return event.target == models::EventTarget::psu_unit && event.name == server.name;
  };
  return server.psu.failures_per_year > 0 || std::any_of(scenario.events.begin(), scenario.events.end(), of_unit);
}

bool may_lose_units(const Scenario& scenario) {
  return std::any_of(scenario.servers.begin(), scenario.servers.end(),
                     [&](const models::ServerSpec& server) { return may_lose_units(scenario, server); });
}

bool may_lose_mains(const Scenario& scenario) { return scenario.site.mains.outages_per_year > 0; }

std::map<std::size_t, models::Reaction> reactions_on(const Scenario& scenario, const models::ServerSpec& server) {
  std::map<std::size_t, models::Reaction> reactions;
  for (std::size_t i = 0; i < scenario.alarms.size(); ++i) {
    const AlarmSpec& alarm = scenario.alarms[i];
    const Parsed<Path> path = parse_path(alarm.path);
    if (alarm.reaction == models::Reaction::none || !path.value) continue;
    const bool of_room = path.value->segments.front().name == "room";
    if (path.value->segments[1].name == (of_room ? server.room : server.name)) reactions.emplace(i, alarm.reaction);
  }
  return reactions;
}

bool may_be_stopped(const Scenario& scenario, const models::ServerSpec& server) {
  const auto reactions = reactions_on(scenario, server);
  return std::any_of(reactions.begin(), reactions.end(),
                     [](const auto& alarm) { return alarm.second == models::Reaction::stop; });
}

}  // namespace rackcast::scenarios
