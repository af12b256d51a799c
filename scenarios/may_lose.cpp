#include "scenarios/may_lose.hpp"

#include <algorithm>

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

}  // namespace rackcast::scenarios
