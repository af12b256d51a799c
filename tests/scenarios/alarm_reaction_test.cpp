// What somebody does about an alarm, and that nothing is lost with everything on at once.
#include <numeric>
#include <string>
#include <vector>

#include "scenarios/read/reader.hpp"
#include "scenarios/run_one.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
using Catch::Approx;
using models::Loss;

namespace {

// A closet whose fan stops for eight hours.
std::string closet(const std::string& alarm, const std::string& more = "", const std::string& supply = "") {
  return R"(
[run]
horizon = "3 d"
[site]
climate = "25 degC"
)" + more +
         R"(
[[room]]
name = "closet"
volume = "20 m^3"
ventilation = "500 m^3/h"
solids = "300 kJ/K"
[[server]]
name = "rig"
case = "mid-tower"
cpu = "Ryzen 9 5950X"
)" + (supply.empty() ? "psu = { rating = \"1600 W\" }" : supply) +
         R"(
[[server.gpu]]
model = "RTX 3090"
count = 2
link = "PCIe 4.0 x16"
[[job]]
name = "train"
on = "rig"
model = "ResNet-50"
dataset = { name = "ImageNet-1k", epochs = 2000 }
batch = { global = 512 }
checkpoint = { every = "1 h" }
restart = { by = "hand", delay = "2 h" }
[[event]]
at = "10 h"
target = "room.closet.ventilation"
action = "fail"
repair = "8 h"
)" + alarm;
}

std::string alarm(const std::string& reaction) {
  return "[[alarm]]\nwhen = \"room.closet.air > 34 degC\"\nfor = \"5 min\"\n" + reaction;
}

Scenario shipped(const std::string& text) {
  const auto read = read_scenario(text, "t.toml", shipped_catalog());
  for (const auto& problem : read.diagnostics) UNSCOPED_INFO(to_string(problem));
  REQUIRE(read.diagnostics.empty());
  return read.scenario.value();
}

std::string complaints(const std::string& text) {
  std::string all;
  for (const auto& problem : read_scenario(text, "t.toml", shipped_catalog()).diagnostics)
    all += to_string(problem) + "\n";
  return all;
}

models::JobOutcome job_of(const models::Outcome& outcome) { return outcome.jobs.front(); }
double lost_s(const models::Outcome& outcome, Loss loss) {
  return job_of(outcome).lost_s[static_cast<std::size_t>(loss)];
}

ReplicationResult run(const std::string& text, int replication = 0) {
  const auto result = run_one(shipped(text), replication, ReplicationKind::sampled);
  const models::JobOutcome& job = result.outcome.jobs.front();
  double beside_training_s = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Loss::power_limit); ++i) beside_training_s += job.lost_s[i];
  CHECK(job.training_s + beside_training_s == Approx(job.duration_s).epsilon(1e-12));
  CHECK(result.outcome.energy.residual_fraction < 1e-9);
  return result;
}

const sim::EventRecord* find(const ReplicationResult& result, const std::string& event) {
  for (const auto& line : result.trace.events) {
    if (line.event == event) return &line;
  }
  return nullptr;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("somebody who stops the jobs of a closet that warms loses no work, and they go on when it is cool again") {
  const auto left = run(closet(alarm("")));
  const auto stopped = run(closet(alarm("reaction = \"stop\"\ndelay = \"15 min\"\nhold = \"30 min\"\n")));
  const auto* alarmed = find(stopped, "alarm");
  const auto* reacts = find(stopped, "reaction to the alarm");
  REQUIRE(alarmed != nullptr);
  REQUIRE(reacts != nullptr);
  CHECK(sim::to_seconds(reacts->time - alarmed->time) == Approx(15 * 60));
  CHECK(reacts->cause == alarmed->id);
  CHECK(find(left, "reaction to the alarm") == nullptr);
  CHECK(lost_s(stopped.outcome, Loss::stopped) >= 30 * 60 - 60);
  CHECK(lost_s(stopped.outcome, Loss::rework) == 0);
  CHECK(lost_s(stopped.outcome, Loss::outage) == 0);
  CHECK(lost_s(stopped.outcome, Loss::restart) > 0);
  CHECK(stopped.outcome.compute.worst_inlet_c < left.outcome.compute.worst_inlet_c);
  CHECK(find(stopped, "training resumes") != nullptr);
}

TEST_CASE("a reaction that caps holds the lowest of the limits and is taken back") {
  const auto capped = run(closet(alarm("reaction = \"cap\"\npower_limit = \"200 W\"\ndelay = \"1 min\"\n")));
  const auto left = run(closet(alarm("")));
  CHECK(lost_s(capped.outcome, Loss::power_limit) > 60);
  CHECK(lost_s(left.outcome, Loss::power_limit) == 0);
  CHECK(lost_s(capped.outcome, Loss::stopped) == 0);
  CHECK(capped.outcome.compute.worst_inlet_c < left.outcome.compute.worst_inlet_c);
  const auto* ends = find(capped, "reaction ends");
  REQUIRE(ends != nullptr);
  CHECK(ends->time > find(capped, "reaction to the alarm")->time);
  const std::string lower =
      "[[event]]\nat = \"1 h\"\ntarget = \"server.rig.gpu.power_limit\"\naction = \"set\"\nvalue = \"150 W\"\n";
  const std::string caps = "reaction = \"cap\"\npower_limit = \"200 W\"\n";
  CHECK(run(closet(alarm(caps) + lower)).outcome.jobs.front().steps_done ==
        run(closet(alarm("") + lower)).outcome.jobs.front().steps_done);
}

TEST_CASE("nobody acts on an alarm that is over when he comes") {
  const auto late = run(closet(alarm("reaction = \"stop\"\ndelay = \"40 h\"\n")));
  CHECK(late.outcome.alarms.front().count >= 1);
  CHECK(find(late, "reaction to the alarm") == nullptr);
}

TEST_CASE("how often the trace is sampled changes no reaction") {
  const std::string text = closet(alarm("reaction = \"stop\"\ndelay = \"15 min\"\n"));
  Scenario often = shipped(text);
  Scenario seldom = often;
  often.run.sample_s = 30;
  seldom.run.sample_s = 86400;
  const auto a = run_one(often, 0, ReplicationKind::sampled).outcome;
  const auto b = run_one(seldom, 0, ReplicationKind::plain).outcome;
  CHECK(job_of(a).steps_done == job_of(b).steps_done);
  CHECK(job_of(a).lost_s == job_of(b).lost_s);
  CHECK(a.energy.it_j == b.energy.it_j);
}

TEST_CASE("lost time and energy add up with lost units, outages, a UPS and reactions at once") {
  const std::string site = "outages = \"400 1/yr\"\noutage_mean = \"20 min\"\n";
  for (const char* on_loss : {"cap", "power brake", "off", "none"}) {
    for (const char* on_low : {"none", "shut down"}) {
      const std::string supply = "psu = { rating = \"700 W\", count = 2, design = \"server CRPS\", on_loss = \"" +
                                 std::string{on_loss} +
                                 "\", failures = \"200 1/yr\", replace = \"5 h\" }\n"
                                 "ups = { use = \"APC Smart-UPS 2200\", on_low = \"" +
                                 std::string{on_low} + "\", low = \"5 min\" }\n";
      const std::string stops = alarm("reaction = \"stop\"\ndelay = \"15 min\"\nhold = \"30 min\"\n") +
                                "[[alarm]]\nwhen = \"server.rig.gpu.die > 70 degC\"\nreaction = \"cap\"\n"
                                "power_limit = \"250 W\"\ndelay = \"0 min\"\nhold = \"5 min\"\n";
      for (int replication = 0; replication < 4; ++replication) {
        INFO(on_loss << ", " << on_low << ", " << replication);
        const auto result = run(closet(stops, site, supply), replication);
        CHECK(result.outcome.failures.psu_unit > 0);
      }
    }
  }
}

TEST_CASE("a reaction that cannot be says why") {
  const auto wrong = [](const std::string& reaction) { return complaints(closet(alarm(reaction))); };
  CHECK(has(wrong("reaction = \"cap\"\n"), "a cap without a limit"));
  CHECK(has(wrong("power_limit = \"200 W\"\n"), "only reaction = \"cap\" takes a power limit"));
  CHECK(has(wrong("reaction = \"cap\"\npower_limit = \"20 W\"\n"), "does not take 20 W"));
  CHECK(has(wrong("reaction = \"panic\"\n"), "cannot be \"panic\""));
  CHECK(has(wrong("reaction = \"stop\"\nhold = \"0 min\"\n"), "nobody looks at it all the time"));
  CHECK(has(wrong("reaction = \"stop\"\ndelay = \"5 W\"\n"), "delay"));
}
