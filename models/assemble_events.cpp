#include <algorithm>

#include "models/events/planned_events.hpp"
#include "models/plant.hpp"

namespace rackcast::models {

namespace {

/// The events of one target.
struct Group {
  EventTarget target;
  EventAction action;  ///< of a server, where a crash and a loss of power are things of their own
  std::string name;
  std::vector<EventSpec> events;
};

bool belongs(const Group& group, const EventSpec& event) {
  const bool same = group.target == event.target && group.name == event.name;
  return same && (event.target != EventTarget::server || group.action == event.action);
}

// In the order in which the scenario first names them.
std::vector<Group> grouped(const std::vector<EventSpec>& events) {
  std::vector<Group> groups;
  for (const EventSpec& event : events) {
    const auto same = [&](const Group& group) { return belongs(group, event); };
    auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) found = groups.insert(found, {event.target, event.action, event.name, {}});
    found->events.push_back(event);
  }
  return groups;
}

template <class Quantity>
void change(const std::string& path, EventPlan plan, const std::vector<Signal<Quantity>>& parts, Plant& plant) {
  std::vector<typename PlannedValue<Quantity>::Part> as_built;
  for (const auto part : parts) as_built.push_back({part, plant.simulator.signals().read(part).value});
  plant.simulator.add<PlannedValue<Quantity>>(path, std::move(plan), std::move(as_built));
}

void stop(const std::string& path, EventPlan plan, std::vector<Signal<RecordId>> parts, Plant& plant) {
  plant.simulator.add<PlannedStop>(path, std::move(plan), std::move(parts));
}

void assemble_group(const Group& group, Plant& plant) {
  EventPlan plan(group.events);
  const auto server = [&]() -> const ServerPart& { return plant.servers.at(group.name); };
  const auto room = [&]() -> const RoomPart& { return plant.rooms.at(group.name); };
  const std::string room_path = "room." + group.name;
  switch (group.target) {
    case EventTarget::server: {
      const bool crash = group.action == EventAction::crash;
      return stop(server().path, std::move(plan), {crash ? server().crash : server().outage}, plant);
    }
    case EventTarget::gpu:
      return stop(server().path + ".gpu", std::move(plan), server().gone, plant);
    case EventTarget::psu_unit:
      return stop(server().path + ".psu", std::move(plan), server().planned_units, plant);
    case EventTarget::power_limit:
      return change(server().path + ".gpu", std::move(plan), server().limits, plant);
    case EventTarget::gpu_fan:
      return change(server().path + ".gpu.fan", std::move(plan), server().fans, plant);
    case EventTarget::dust:
      return server().coat->plan(std::move(plan));
    case EventTarget::airflow:
      return change<CubicMetresPerSecond>(server().path + ".case", std::move(plan), {server().airflow}, plant);
    case EventTarget::ventilation:
      return change<CubicMetresPerSecond>(room_path, std::move(plan), {room().ventilation}, plant);
    case EventTarget::other_heat:
      return room().other_heat->plan(std::move(plan));
  }
}

}  // namespace

void assemble_events(const std::vector<EventSpec>& events, Plant& plant) {
  for (const Group& group : grouped(events)) assemble_group(group, plant);
}

}  // namespace rackcast::models
