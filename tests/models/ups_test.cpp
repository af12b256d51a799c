// A small UPS: its battery against published run times, what it bridges, how it ends, and that nothing is lost.
#include "models/power/ups.hpp"

#include <cmath>
#include <numeric>

#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double hour_s = 3600;
constexpr double minute_s = 60;

double lost_s(const Outcome& outcome, Loss loss) { return outcome.jobs.front().lost_s[static_cast<std::size_t>(loss)]; }

void check_account(const Outcome& outcome) {
  const JobOutcome& job = outcome.jobs.front();
  double beside_training_s = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Loss::power_limit); ++i) beside_training_s += job.lost_s[i];
  CHECK(job.training_s + beside_training_s == Approx(job.duration_s).epsilon(1e-12));
  CHECK(outcome.energy.residual_fraction < 1e-9);
}

// Carries the example's 850 W for about seven minutes.
UpsSpec unit() {
  UpsSpec ups;
  ups.name = "example";
  ups.rating_w = 1500;
  ups.efficiency = 0.97;
  ups.transfer_s = 0.006;
  ups.battery_j = 400 * hour_s;
  ups.recharge_s = 4 * hour_s;
  ups.load_w = {200, 500, 1000};
  ups.runtime_s = {60 * minute_s, 18 * minute_s, 7 * minute_s};
  ups.low_s = 3 * minute_s;
  ups.shut_down_s = minute_s;
  return ups;
}

EventSpec outage(double at_s, double repair_s) {
  EventSpec spec;
  spec.at_s = at_s;
  spec.target = EventTarget::server;
  spec.action = EventAction::power_off;
  spec.repair_s = repair_s;
  spec.name = "box";
  spec.path = "server.box";
  return spec;
}

example::Setup dark(double at_s, double repair_s, const UpsSpec& ups) {
  example::Setup setup;
  setup.climate.daily_swing = 0;
  setup.job.dataset.epochs = 1e4;
  setup.horizon_s = 24 * hour_s;
  setup.server.psu.hold_up_s = 0.016;
  setup.server.ups = ups;
  setup.events = {outage(at_s, repair_s)};
  return setup;
}

int times(const Plant& plant, const std::string& event) {
  const auto& events = const_cast<Plant&>(plant).simulator.trace().events;
  return static_cast<int>(std::count_if(events.begin(), events.end(), [&](const auto& e) { return e.event == event; }));
}

struct Ran {
  std::unique_ptr<Plant> plant;
  Outcome outcome;
};
Ran ran(const example::Setup& setup) {
  Ran run{example::assemble(setup), {}};
  run.plant->simulator.run(sim::from_seconds(setup.horizon_s));
  run.outcome = conclude(*run.plant, run.plant->simulator.now());
  check_account(run.outcome);
  return run;
}

}  // namespace

TEST_CASE("four points of a published runtime table give the other points within a twelfth") {
  // APC Smart-UPS 1400, user manual: minutes at a load in VA; W = VA/1.4.
  const std::vector<std::pair<double, double>> table{{100, 190}, {150, 133}, {200, 99},  {250, 74},  {300, 60},
                                                     {350, 50},  {400, 42},  {500, 29},  {600, 23},  {700, 19},
                                                     {800, 16},  {900, 13},  {1000, 11}, {1200, 8.8}};
  UpsSpec ups;
  ups.rating_w = 950;
  ups.battery_j = 408 * hour_s;
  for (const std::size_t i : {0u, 4u, 8u, 13u}) {
    ups.load_w.push_back(table[i].first / 1.4);
    ups.runtime_s.push_back(table[i].second * minute_s);
  }
  const BatteryLaw law(ups);
  for (const auto& [va, minutes] : table) {
    INFO(va);
    CHECK(law.runtime_s(va / 1.4) == Approx(minutes * minute_s).epsilon(1.0 / 12));
  }
}

TEST_CASE("a battery never gives more than it stores, and lasts less the more is asked of it") {
  for (const bool table : {true, false}) {
    UpsSpec ups = unit();
    if (!table) ups.load_w = ups.runtime_s = {};
    const BatteryLaw law(ups);
    double last_s = INFINITY;
    for (double load_w = 1; load_w < 3000; load_w *= 1.1) {
      CHECK(law.drain_w(load_w) >= load_w * (1 - 1e-12));
      CHECK(law.runtime_s(load_w) < last_s);
      CHECK(law.drain_slope(load_w) ==
            Approx((law.drain_w(load_w * 1.0001) - law.drain_w(load_w)) / (load_w * 1e-4)).epsilon(0.05));
      last_s = law.runtime_s(load_w);
    }
    CHECK(law.drain_w(0) == 0);
  }
}

TEST_CASE("an outage shorter than the battery costs nothing but its losses, and the battery is full again after it") {
  const Ran run = ran(dark(10 * hour_s, 4 * minute_s, unit()));
  CHECK(lost_s(run.outcome, Loss::outage) == 0);
  CHECK(lost_s(run.outcome, Loss::restart) == 0);
  CHECK(run.outcome.failures.planned == 0);
  const Ups& ups = *run.plant->servers.at("box").ups;
  CHECK(ups.charge(run.plant->simulator.now()) == Approx(1).epsilon(1e-6));
  CHECK(times(*run.plant, "on battery") == 1);
  CHECK(times(*run.plant, "on mains again") == 1);
  const Ran without = ran(dark(10 * hour_s, 4 * minute_s, UpsSpec{}));
  CHECK(lost_s(without.outcome, Loss::outage) == Approx(4 * minute_s).epsilon(1e-3));
  CHECK(lost_s(without.outcome, Loss::rework) > 0);
  CHECK(without.outcome.failures.planned == 1);
}

TEST_CASE("the runtime on battery is that of the law for the load that it had") {
  const auto plant = example::assemble(dark(10 * hour_s, 2 * hour_s, unit()));
  const ServerPart& server = plant->servers.at("box");
  plant->simulator.run(sim::from_seconds(10 * hour_s));
  double used = 0;  // share of the charge, by short steps
  double t_s = 10 * hour_s;
  while (plant->simulator.signals().read(server.powered).value > 0) {
    REQUIRE(t_s < 11 * hour_s);
    used += 1 / BatteryLaw(unit()).runtime_s(server.supply->wall_w(plant->simulator.now()));
    plant->simulator.run(sim::from_seconds(t_s += 1));
  }
  CHECK(used == Approx(1).epsilon(0.01));
  CHECK(times(*plant, "battery is empty") == 1);
}

TEST_CASE("a longer outage with shutdown loses no work, without it the work since the last checkpoint") {
  UpsSpec ups = unit();
  const Ran crashes = ran(dark(10.5 * hour_s, 2 * hour_s, ups));
  ups.on_low = OnLow::shut_down;
  const Ran stops = ran(dark(10.5 * hour_s, 2 * hour_s, ups));
  CHECK(lost_s(crashes.outcome, Loss::rework) > 0.1 * hour_s);
  CHECK(crashes.outcome.failures.planned == 1);
  CHECK(lost_s(stops.outcome, Loss::rework) == 0);
  CHECK(stops.outcome.failures.planned == 0);
  CHECK(times(*stops.plant, "battery is low") == 1);
  CHECK(times(*stops.plant, "stops") == 1);
  CHECK(times(*stops.plant, "machine has shut down") == 1);
  CHECK(times(*stops.plant, "battery is empty") == 0);
  CHECK(lost_s(stops.outcome, Loss::outage) > 1.8 * hour_s);
  CHECK(lost_s(stops.outcome, Loss::outage) < 2 * hour_s);
  CHECK(stops.outcome.jobs.front().steps_done > crashes.outcome.jobs.front().steps_done);
}

TEST_CASE("a job without checkpoints loses its work when the machine shuts down") {
  UpsSpec ups = unit();
  ups.on_low = OnLow::shut_down;
  example::Setup setup = dark(10.5 * hour_s, 2 * hour_s, ups);
  setup.job.checkpoint.every_s = 0;
  const Ran run = ran(setup);
  CHECK(lost_s(run.outcome, Loss::rework) > 10 * hour_s);
}

TEST_CASE("mains that come back while the machine shuts down start the job again") {
  UpsSpec ups = unit();
  ups.on_low = OnLow::shut_down;
  ups.shut_down_s = 2 * minute_s;
  const auto plant = example::assemble(dark(10.5 * hour_s, 2 * hour_s, ups));
  plant->simulator.run(sim::from_seconds(11 * hour_s));
  const auto& events = plant->simulator.trace().events;
  const auto low = std::find_if(events.begin(), events.end(), [](const auto& e) { return e.event == "stops"; });
  REQUIRE(low != events.end());
  const double on_battery_s = sim::to_seconds(low->time) - 10.5 * hour_s;
  const Ran run = ran(dark(10.5 * hour_s, on_battery_s + minute_s, ups));
  CHECK(times(*run.plant, "machine has shut down") == 0);
  CHECK(times(*run.plant, "training resumes") == 1);
  CHECK(lost_s(run.outcome, Loss::rework) == 0);
}

TEST_CASE("a transfer that takes longer than the supply holds up is a loss of power") {
  UpsSpec ups = unit();
  ups.transfer_s = 0.1;
  const Ran slow = ran(dark(10.5 * hour_s, 2 * minute_s, ups));
  CHECK(slow.outcome.failures.planned == 1);
  CHECK(lost_s(slow.outcome, Loss::rework) > 0);
  ups.transfer_s = 0;
  CHECK(ran(dark(10.5 * hour_s, 2 * minute_s, ups)).outcome.failures.planned == 0);
}

TEST_CASE("a load above its rating switches it off on battery, not on mains") {
  UpsSpec ups = unit();
  ups.rating_w = 600;
  const Ran run = ran(dark(10.5 * hour_s, 2 * minute_s, ups));
  CHECK(run.outcome.failures.planned == 1);
  CHECK(times(*run.plant, "overloaded on battery") == 1);
  CHECK(lost_s(run.outcome, Loss::outage) == Approx(2 * minute_s).epsilon(0.01));
  ups.rating_w = 1500;
  ups.apparent_va = 600;
  CHECK(ran(dark(10.5 * hour_s, 2 * minute_s, ups)).outcome.failures.planned == 1);
}

TEST_CASE("without outages a UPS costs its losses alone, and they warm the room") {
  example::Setup setup = dark(10 * hour_s, hour_s, unit());
  setup.events = {};
  const Ran run = ran(setup);
  const ServerPart& server = run.plant->servers.at("box");
  CHECK(run.outcome.energy.it_j ==
        Approx(server.supply->wall_j(run.plant->simulator.now()) / unit().efficiency).epsilon(1e-6));
}

TEST_CASE("outages of the site come at their rate, and a bigger UPS is never interrupted more often") {
  constexpr double per_year = 300;
  int outages = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    int last = 1 << 20;
    for (const double size : {0.0, 0.5, 1.0, 3.0, 30.0}) {
      UpsSpec ups = unit();
      ups.battery_j *= size;
      for (double& runtime_s : ups.runtime_s) runtime_s *= size;
      if (size == 0) ups = {};
      example::Setup setup = dark(0, 1, ups);
      setup.events = {};
      setup.mains = {per_year, 10 * minute_s};
      setup.identity = {seed, 0};
      setup.horizon_s = 20 * 86400;
      const Ran run = ran(setup);
      CHECK(run.outcome.failures.mains <= last);
      last = run.outcome.failures.mains;
      if (size == 0) outages += last;
    }
  }
  const double expected = 10 * 20 * 86400 / (365.25 * 86400 / per_year);
  CHECK(outages < expected + 4 * std::sqrt(expected));
  CHECK(outages > 0.7 * expected);  // an outage that strikes a job that is down already is not another
}
