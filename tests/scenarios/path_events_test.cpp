#include "scenarios/path_events.hpp"

#include <limits>

#include "tests/catch.hpp"
#include "tests/scenarios/reader_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
using models::EventAction;
using models::EventTarget;

namespace {

models::EventSpec event(std::string path, EventAction action, std::string value = "") {
  models::EventSpec spec;
  spec.path = std::move(path);
  spec.action = action;
  spec.value_text = std::move(value);
  spec.repair_s = std::numeric_limits<double>::infinity();
  return spec;
}

// What is wrong with an event of the good scenario.
std::string wrong(models::EventSpec spec) {
  static const Scenario scenario = read_ok(good_scenario());
  const Message message = resolve_event(scenario, spec);
  return message.problem.empty() ? "" : to_string(message);
}

models::EventSpec resolved(models::EventSpec spec) {
  static const Scenario scenario = read_ok(good_scenario());
  const Message message = resolve_event(scenario, spec);
  INFO(to_string(message));
  CHECK(message.problem.empty());
  return spec;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an event finds its target, its part and its value") {
  const auto crash = resolved(event("server.box", EventAction::crash));
  CHECK(crash.target == EventTarget::server);
  CHECK(crash.name == "box");
  const auto one = resolved(event("server.box.gpu[1]", EventAction::fail));
  CHECK(one.target == EventTarget::gpu);
  CHECK(one.index == 1);
  CHECK(resolved(event("server.box.gpu", EventAction::fail)).index == -1);
  const auto unit = resolved(event("server.box.psu[0]", EventAction::fail));
  CHECK(unit.target == EventTarget::psu_unit);
  CHECK(unit.index == 0);
  const auto limit = resolved(event("server.box.gpu.power_limit", EventAction::set, "0.25 kW"));
  CHECK(limit.target == EventTarget::power_limit);
  CHECK(limit.value == 250);
  CHECK(resolved(event("server.box.gpu[0].power_limit", EventAction::set, "250 W")).index == 0);
  const auto air = resolved(event("server.box.case.airflow", EventAction::set, "36 m^3/h"));
  CHECK(air.target == EventTarget::airflow);
  CHECK(air.value == Catch::Approx(0.01));
  CHECK(resolved(event("room.storeroom.ventilation", EventAction::fail)).target == EventTarget::ventilation);
  CHECK(resolved(event("room.storeroom.ventilation", EventAction::set, "0 m^3/h")).value == 0);
  const auto heat = resolved(event("room.storeroom.other_heat", EventAction::set, "2 kW"));
  CHECK(heat.target == EventTarget::other_heat);
  CHECK(heat.value == 2000);
}

TEST_CASE("every pair of the table resolves") {
  for (const EventRule& rule : event_targets()) {
    std::string path = event_target_text(rule);
    CAPTURE(path);
    path.replace(path.find("NAME"), 4, rule.kind == "room" ? "storeroom" : "box");
    if (const auto at = path.find("[i]"); at != std::string::npos) path.replace(at, 3, "[0]");
    const std::string number = rule.unit == "%" ? "20 " : "200 ";
    const std::string value = rule.unit.empty() ? "" : number + std::string{rule.unit};
    CHECK(resolved(event(path, rule.action, value)).target == rule.target);
    CHECK_FALSE(rule.does.empty());
  }
}

TEST_CASE("what no event can do says why, and what was meant") {
  const EventAction fail = EventAction::fail, set = EventAction::set;
  CHECK(has(wrong(event("server.bxo", EventAction::crash)), "no server is named \"bxo\""));
  CHECK(has(wrong(event("room.storerom.ventilation", fail)), "did you mean \"storeroom\"?"));
  CHECK(has(wrong(event("room.storeroom.ventilaton", fail)), "did you mean \"ventilation\"?"));
  CHECK(has(wrong(event("job.imagenet", fail)), "events happen to a server or a room"));
  CHECK(has(wrong(event("server", fail)), "names no server"));
  CHECK(has(wrong(event("server[0].box", fail)), "named, not numbered"));
  CHECK(has(wrong(event("room.storeroom", fail)), "name a part of it: ventilation, other_heat"));
  CHECK(has(wrong(event("server.box.gpu[2]", fail)), "has no gpu[2] (2 GPUs, counted from 0)"));
  CHECK(has(wrong(event("server.box.gpu[99999999999].power_limit", set, "200 W")), "has no gpu[99999999999]"));
  CHECK(has(wrong(event("room.storeroom.ventilation[0]", fail)), "has no parts"));
  CHECK(has(wrong(event("server.box.psu[1]", fail)), "has no psu[1] (1 supply unit, counted from 0)"));
  CHECK(has(wrong(event("server.box.gpu", EventAction::power_off)), "\"power off\" cannot happen to \"gpu\""));
  CHECK(has(wrong(event("server.box", fail)), "use action = \"crash\", \"power off\""));
  CHECK(has(wrong(event("server..box", fail)), "column"));
}

TEST_CASE("a value is asked for where it is set, of its kind and within its range, and nowhere else") {
  const EventAction fail = EventAction::fail, set = EventAction::set;
  CHECK(has(wrong(event("room.storeroom.ventilation", fail, "1 m^3/h")), "takes no value"));
  CHECK(has(wrong(event("room.storeroom.ventilation", set)), "set without a value"));
  CHECK(has(wrong(event("room.storeroom.ventilation", set, "40 W")), "not a power"));
  CHECK(has(wrong(event("server.box.case.airflow", set, "0 CFM")), "cannot be 0 CFM"));
  CHECK(has(wrong(event("server.box.case.airflow", set, "many")), "value"));
  CHECK(has(wrong(event("server.box.gpu.power_limit", set, "90 W")), "its range is 100 W to 385 W"));
  CHECK(has(wrong(event("server.box.gpu.power_limit", set, "386 W")), "its range is 100 W to 385 W"));
  CHECK(has(wrong(event("server.box.gpu.power_limit", set, "default")), "value"));
  CHECK(has(wrong(event("room.storeroom.other_heat", set, "-5 W")), "cannot be -5 W"));
  CHECK(has(wrong(event("server.box.gpu[0].fan", set, "120 %")), "its range is 1 % to 100 %"));
  CHECK(has(wrong(event("server.box.gpu[0].fan", set, "as calibrated")), "value"));
  CHECK(has(wrong(event("server.box.gpu[0].fan", set, "3000 rpm")), "not a"));
  CHECK(has(wrong(event("server.box.gpu[0].fan", fail, "20 %")), "takes no value"));
}

TEST_CASE("fans of GPUs are held or stalled where they have some") {
  const auto held = resolved(event("server.box.gpu[1].fan", EventAction::set, "20 %"));
  CHECK(held.target == EventTarget::gpu_fan);
  CHECK(held.index == 1);
  CHECK(held.value == Catch::Approx(0.2));
  CHECK(resolved(event("server.box.gpu.fan", EventAction::fail)).index == -1);
  Scenario passive = read_ok(good_scenario());
  passive.servers[0].gpus.gpu.cooling = "passive";
  auto spec = event("server.box.gpu.fan", EventAction::fail);
  CHECK(has(to_string(resolve_event(passive, spec)), "have no fans of their own"));
}

TEST_CASE("a server is cleaned of dust, once and for all") {
  CHECK(resolved(event("server.box.dust", EventAction::clean)).target == EventTarget::dust);
  CHECK(has(wrong(event("server.box.dust", EventAction::fail)), "use action = \"clean\""));
  auto spec = event("server.box.dust", EventAction::clean);
  spec.repair_s = 3600;
  CHECK(has(wrong(spec), "a cleaning takes no repair"));
}

TEST_CASE("a crash takes no repair") {
  auto spec = event("server.box", EventAction::crash);
  spec.repair_s = 3600;
  CHECK(has(wrong(spec), "the server reboots by itself"));
}

TEST_CASE("fans take a duty within their speeds, where there are any, and dust a cleaning alone") {
  const EventAction fail = EventAction::fail, set = EventAction::set, clean = EventAction::clean;
  const auto held = resolved(event("server.box.gpu[1].fan", set, "20 %"));
  CHECK(held.target == EventTarget::gpu_fan);
  CHECK(held.index == 1);
  CHECK(held.value == 0.2);
  CHECK(resolved(event("server.box.gpu.fan", fail)).value == 0);
  CHECK(has(wrong(event("server.box.gpu.fan", set)), "set without a value"));
  CHECK(has(wrong(event("server.box.gpu.fan", set, "0 %")), "value"));
  CHECK(has(wrong(event("server.box.gpu.fan", set, "101 %")), "value"));
  CHECK(has(wrong(event("server.box.gpu.fan", set, "200 W")), "value"));
  CHECK(has(wrong(event("server.box.gpu.fan", set, "as calibrated")), "value"));
  CHECK(has(wrong(event("server.box.gpu[2].fan", fail)), "has no gpu[2]"));
  CHECK(has(wrong(event("server.box.dust", fail)), "use action = \"clean\""));
  CHECK(has(wrong(event("server.box.dust", clean, "1 month")), "takes no value"));
  auto cleaning = event("server.box.dust", clean);
  cleaning.repair_s = 3600;
  CHECK(has(wrong(cleaning), "a cleaning takes no repair"));
}
