#include "scenarios/path_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/compute/fan.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/named.hpp"
#include "scenarios/path.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/read/number_reader.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

using models::EventAction;
using models::EventSpec;
using models::EventTarget;

constexpr EventRule rules[] = {
    {"server", "", EventAction::crash, EventTarget::server, "",
     "it hangs: its job is interrupted and the machine reboots; takes no repair"},
    {"server", "", EventAction::power_off, EventTarget::server, "",
     "its outlet is dead until the repair; then it boots and its job restarts"},
    {"server", "gpu", EventAction::fail, EventTarget::gpu, "", "it draws nothing and the job is down until the repair"},
    {"server", "psu", EventAction::fail, EventTarget::psu_unit, "",
     "one unit of its supply is gone until the repair: `on_loss` says what follows"},
    {"server", "gpu.power_limit", EventAction::set, EventTarget::power_limit, "W",
     "another power limit, within those of the GPU"},
    {"server", "gpu.fan", EventAction::set, EventTarget::gpu_fan, "%", "its fans are held at another duty"},
    {"server", "gpu.fan", EventAction::fail, EventTarget::gpu_fan, "", "its fans stand still"},
    {"server", "case.airflow", EventAction::set, EventTarget::airflow, "CFM", "another flow through the case"},
    {"server", "dust", EventAction::clean, EventTarget::dust, "", "its dust is gone; takes no repair"},
    {"room", "ventilation", EventAction::fail, EventTarget::ventilation, "", "no air is changed"},
    {"room", "ventilation", EventAction::set, EventTarget::ventilation, "m^3/h", "another air change"},
    {"room", "other_heat", EventAction::set, EventTarget::other_heat, "W",
     "a constant in place of what the room has over time"},
};

constexpr std::string_view like = "write it like target = \"room.storeroom.ventilation\"";
constexpr std::string_view numbered[] = {"gpu", "psu"};  // parts of which there are several
constexpr std::size_t name_segments = 2;                 // "server.box"

std::string_view text_of(EventAction action) {
  for (const Choice& choice : event_facts().find("action")->choices) {
    if (choice.value == static_cast<std::int64_t>(action)) return choice.text;
  }
  return "";
}

/// The server or room that a path begins with, or what is wrong with that.
Message check_owner(const std::vector<Segment>& path, const Scenario& scenario) {
  const std::string& kind = path[0].name;
  if (kind != "server" && kind != "room") {
    return {fmt::format("nothing can be planned for {}", in_quotes(kind)), "events happen to a server or a room",
            std::string{like}};
  }
  if (path.size() < name_segments) return {fmt::format("the path names no {}", kind), "", std::string{like}};
  if (path[0].index || path[1].index) {
    return {fmt::format("a {} is named, not numbered", kind), "", std::string{like}};
  }
  const std::string& name = path[1].name;
  if (kind == "server" && find_named(scenario.servers, name) == nullptr) return no_such(kind, name, scenario.servers);
  if (kind == "room" && find_named(scenario.rooms, name) == nullptr) return no_such(kind, name, scenario.rooms);
  return {};
}

/// The rest of a path without its indices: "gpu.power_limit".
std::string part_of(const std::vector<Segment>& path) {
  std::string part;
  for (std::size_t i = name_segments; i < path.size(); ++i) part += (part.empty() ? "" : ".") + path[i].name;
  return part;
}

bool is_numbered(std::string_view part) {
  return std::find(std::begin(numbered), std::end(numbered), part) != std::end(numbered);
}

/// Whether there is a part of that number.
Message check_number(const Segment& part, const models::ServerSpec& server) {
  const bool gpu = part.name == "gpu";
  const auto count = static_cast<std::size_t>(gpu ? server.gpus.count : server.psu.count);
  if (*part.index < count) return {};
  return {fmt::format("{} has no {}[{}]", in_quotes(server.name), part.name, *part.index),
          fmt::format("{} {}, counted from 0", count,
                      gpu          ? "GPUs"
                      : count == 1 ? "supply unit"
                                   : "supply units"),
          ""};
}

/// Only GPUs and supply units are numbered, and GPUs only where they train.
Message check_index(const std::vector<Segment>& path, const models::ServerSpec* server) {
  const bool of_gpus = server != nullptr && path.size() > name_segments && path[name_segments].name == "gpu";
  if (of_gpus && server->trained_on == models::Device::cpu) {
    return {fmt::format("nothing can be planned for the GPUs of {}", in_quotes(server->name)), "its CPUs train", ""};
  }
  for (std::size_t i = name_segments; i < path.size(); ++i) {
    if (!path[i].index) continue;
    if (i != name_segments || !is_numbered(path[i].name)) {
      return {fmt::format("{} has no parts", in_quotes(path[i].name)), "it is a single value", std::string{like}};
    }
    if (Message error = check_number(path[i], *server); !error.problem.empty()) return error;
  }
  return {};
}

Message unknown_part(std::string_view kind, const std::string& part) {
  std::vector<std::string> parts;
  for (const EventRule& rule : rules) {
    const std::string known{rule.part};
    if (rule.kind == kind && !known.empty() && std::find(parts.begin(), parts.end(), known) == parts.end()) {
      parts.push_back(known);
    }
  }
  if (part.empty()) {
    return {fmt::format("nothing can be planned for a {} as a whole", kind), "",
            fmt::format("name a part of it: {}", fmt::join(parts, ", "))};
  }
  return {fmt::format("nothing can be planned for {} of a {}", in_quotes(part), kind), "", did_you_mean(part, parts)};
}

struct Found {
  const EventRule* rule = nullptr;
  Message error;
};

Found find_rule(std::string_view kind, const std::string& part, EventAction action) {
  std::string fitting;
  for (const EventRule& rule : rules) {
    if (rule.kind != kind || rule.part != part) continue;
    if (rule.action == action) return {&rule, {}};
    fitting += (fitting.empty() ? "" : ", ") + in_quotes(text_of(rule.action));
  }
  if (fitting.empty()) return {nullptr, unknown_part(kind, part)};
  const std::string what = part.empty() ? "a " + std::string{kind} : in_quotes(part);
  return {nullptr,
          {fmt::format("{} cannot happen to {}", in_quotes(text_of(action)), what), "", "use action = " + fitting}};
}

/// How `value` is read: as the key of the scenario that it replaces.
Fact value_fact(const EventRule& rule, const models::ServerSpec* server) {
  const auto as_value = [](const TableFacts& facts, std::string_view key) {
    Fact fact = *facts.find(key);
    fact.key = "value";
    fact.words.clear();
    return fact;
  };
  if (rule.target == EventTarget::airflow) return as_value(case_facts(), "airflow");
  if (rule.target == EventTarget::gpu_fan) return as_value(gpu_facts(), "fan.duty");
  if (rule.target == EventTarget::ventilation) return as_value(room_facts(), "ventilation");
  if (rule.target == EventTarget::other_heat) return as_value(heat_profile_facts(), "mean");
  Fact limit = as_value(gpu_group_facts(), "power_limit");
  return limit.between(server->gpus.gpu.power.min_w, server->gpus.gpu.power.max_w, "the driver takes no other");
}

Message check_value(const EventRule& rule, const models::ServerSpec* server, EventSpec& event) {
  event.value = 0;
  if (rule.unit.empty()) {
    if (event.value_text.empty()) return {};
    return {fmt::format("{} takes no value", in_quotes(text_of(event.action))), "only set does", "remove value"};
  }
  const Fact fact = value_fact(rule, server);
  if (event.value_text.empty()) {
    return {"set without a value", "", fmt::format("add value = {}", fact.example)};
  }
  const Parsed<double> value = parse_member(fact, text_node(event.value_text));
  if (!value.value) return value.error;
  event.value = *value.value;
  return {};
}

Message check_fans(const EventRule& rule, const models::ServerSpec* server) {
  if (rule.target != EventTarget::gpu_fan || models::drives_fans(server->gpus)) return {};
  return {fmt::format("the GPUs of {} have no fans of their own", in_quotes(server->name)),
          "their cooler is passive or holds water", "name the flow of the case: server.NAME.case.airflow"};
}

Message check_repair(const EventSpec& event) {
  if (std::isinf(event.repair_s)) return {};
  if (event.action == EventAction::clean)
    return {"a cleaning takes no repair", "dust gathers by itself", "remove repair"};
  if (event.action != EventAction::crash) return {};
  return {"a crash takes no repair", "the server reboots by itself",
          "remove repair, or use action = \"power off\" for a server that stays down"};
}

}  // namespace

std::span<const EventRule> event_targets() { return rules; }

std::string event_target_text(const EventRule& rule) {
  std::string text = std::string{rule.kind} + ".NAME";
  for (const std::string_view part : numbered) {
    if (rule.part.starts_with(part)) return fmt::format("{}.{}[i]{}", text, part, rule.part.substr(part.size()));
  }
  return rule.part.empty() ? text : text + "." + std::string{rule.part};
}

Message resolve_event(const Scenario& scenario, EventSpec& event) {
  const Parsed<Path> parsed = parse_path(event.path);
  if (!parsed.value) return parsed.error;
  const std::vector<Segment>& path = parsed.value->segments;
  if (Message error = check_owner(path, scenario); !error.problem.empty()) return error;
  const std::string part = part_of(path);
  const Found found = find_rule(path[0].name, part, event.action);
  if (found.rule == nullptr) return found.error;
  const models::ServerSpec* server = find_named(scenario.servers, path[1].name);
  if (Message error = check_index(path, server); !error.problem.empty()) return error;
  if (Message error = check_fans(*found.rule, server); !error.problem.empty()) return error;
  if (Message error = check_value(*found.rule, server, event); !error.problem.empty()) return error;
  if (Message error = check_repair(event); !error.problem.empty()) return error;
  event.target = found.rule->target;
  event.name = path[1].name;
  const bool one = path.size() > name_segments && path[name_segments].index.has_value();
  event.index = one ? static_cast<int>(*path[name_segments].index) : -1;
  return {};
}

}  // namespace rackcast::scenarios
