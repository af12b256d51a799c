// Units of a supply that fail: what those left carry, what the platform does, and that the account stays exact.
#include <cmath>
#include <numeric>

#include "models/power/unit_loss.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double hour_s = 3600;
constexpr double year_s = 365.25 * 86400;

double lost_s(const Outcome& outcome, Loss loss) { return outcome.jobs.front().lost_s[static_cast<std::size_t>(loss)]; }

void check_account(const Outcome& outcome) {
  const JobOutcome& job = outcome.jobs.front();
  const double lost = std::accumulate(job.lost_s.begin(), job.lost_s.end(), 0.0);
  const double kept_s = job.finished ? job.ideal_duration_s : job.duration_s - lost;
  CHECK(kept_s + lost == Approx(job.duration_s).epsilon(1e-12));
  if (!job.finished) {
    double beside_training_s = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Loss::power_limit); ++i) beside_training_s += job.lost_s[i];
    CHECK(job.training_s + beside_training_s == Approx(job.duration_s).epsilon(1e-12));
  }
  CHECK(outcome.energy.residual_fraction < 1e-9);
}

EventSpec unit_fails(double at_s, double repair_s, int unit) {
  EventSpec spec;
  spec.at_s = at_s;
  spec.target = EventTarget::psu_unit;
  spec.action = EventAction::fail;
  spec.repair_s = repair_s;
  spec.name = "box";
  spec.path = "server.box.psu";
  spec.index = unit;
  return spec;
}

EventSpec limit(double at_s, double repair_s, double value_w) {
  EventSpec spec = unit_fails(at_s, repair_s, -1);
  spec.target = EventTarget::power_limit;
  spec.action = EventAction::set;
  spec.value = value_w;
  spec.path = "server.box.gpu.power_limit";
  return spec;
}

// Two units of 600 W under 850 W of load, none spare; boards without excursions. One fails from hour 10 to hour 16.
example::Setup pair(LossReaction reaction) {
  example::Setup setup;
  setup.climate.daily_swing = 0;
  setup.job.dataset.epochs = 1e4;
  setup.horizon_s = 20 * hour_s;
  setup.server.psu.rating_w = 600;
  setup.server.psu.count = 2;
  setup.server.psu.on_loss = reaction;
  setup.server.gpus.gpu.power.excursion = 0;
  setup.units = Units::may_fail;
  setup.events = {unit_fails(10 * hour_s, 6 * hour_s, 1)};
  return setup;
}

struct Look {
  double limit_w, clock_hz, wall_w, boards_w;
};
Look look(Plant& plant, double t_s) {
  plant.simulator.run(sim::from_seconds(t_s));
  const ServerPart& server = plant.servers.at("box");
  const sim::Time now = plant.simulator.now();
  double boards_w = 0;
  for (const GpuBoard* board : server.boards) boards_w += board->plant().electric_w(now);
  return {plant.simulator.signals().read(server.held_limits.front()).value, server.boards.front()->clock_hz(),
          server.supply->wall_w(now), boards_w};
}

}  // namespace

TEST_CASE("a lost unit lowers the power limits to what the other carries, and its repair takes that back") {
  const example::Setup setup = pair(LossReaction::cap);
  const auto plant = example::assemble(setup);
  const double cap_w = cap_for_units_w(setup.server, 1);
  CHECK(cap_w == Approx((600 - host_power_at_w(setup.server, 1)) / 2));
  const Look before = look(*plant, 9.9 * hour_s);
  const Look capped = look(*plant, 12 * hour_s);
  const Look after = look(*plant, 18 * hour_s);
  CHECK(before.limit_w == 350);
  CHECK(capped.limit_w == cap_w);
  CHECK(capped.clock_hz < before.clock_hz);
  CHECK(capped.boards_w <= 2 * cap_w * 1.001);
  CHECK(after.limit_w == 350);
  CHECK(after.clock_hz == Approx(before.clock_hz).epsilon(0.01));
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  CHECK(outcome.failures.psu_unit == 1);
  CHECK(outcome.failures.psu_trip == 0);
  CHECK(lost_s(outcome, Loss::supply_loss) > 0);
  CHECK(lost_s(outcome, Loss::supply_loss) < 6 * hour_s);
  CHECK(lost_s(outcome, Loss::outage) == 0);
  check_account(outcome);
}

TEST_CASE("the lower of a planned power limit and the cap of lost units holds, whichever begins or ends first") {
  const double cap_w = cap_for_units_w(pair(LossReaction::cap).server, 1);
  example::Setup setup = pair(LossReaction::cap);
  setup.events.push_back(limit(8 * hour_s, 4 * hour_s, cap_w - 50));
  setup.events.push_back(limit(14 * hour_s, 4 * hour_s, cap_w + 20));
  const auto plant = example::assemble(setup);
  CHECK(look(*plant, 9 * hour_s).limit_w == cap_w - 50);
  CHECK(look(*plant, 11 * hour_s).limit_w == cap_w - 50);
  CHECK(look(*plant, 13 * hour_s).limit_w == cap_w);
  CHECK(look(*plant, 15 * hour_s).limit_w == cap_w);
  CHECK(look(*plant, 17 * hour_s).limit_w == cap_w + 20);
  CHECK(look(*plant, 19 * hour_s).limit_w == 350);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  CHECK(lost_s(outcome, Loss::power_limit) > 0);
  CHECK(lost_s(outcome, Loss::supply_loss) > 0);
  check_account(outcome);
}

TEST_CASE("the power brake holds the boards at the slowdown clock until the unit is back") {
  const example::Setup setup = pair(LossReaction::power_brake);
  const auto plant = example::assemble(setup);
  const Look before = look(*plant, 9.9 * hour_s);
  const Look braked = look(*plant, 12 * hour_s);
  const Look after = look(*plant, 18 * hour_s);
  CHECK(braked.clock_hz == example::gpu().limits.slowdown_clock * example::gpu().max_clock_hz);
  CHECK(after.clock_hz == Approx(before.clock_hz).epsilon(0.01));
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  CHECK(lost_s(outcome, Loss::supply_loss) > lost_s(example::run(pair(LossReaction::cap)), Loss::supply_loss));
  CHECK(std::fabs(lost_s(outcome, Loss::thermal)) < 0.02 * outcome.jobs.front().duration_s);
  check_account(outcome);
}

TEST_CASE("off, the server is down exactly until the unit is back, as after a trip") {
  const example::Setup setup = pair(LossReaction::off);
  const Outcome outcome = example::run(setup);
  CHECK(lost_s(outcome, Loss::outage) == Approx(6 * hour_s).epsilon(1e-12));
  CHECK(lost_s(outcome, Loss::supply_loss) == 0);
  CHECK(outcome.failures.psu_trip == 1);
  CHECK(outcome.failures.planned == 0);
  check_account(outcome);
}

TEST_CASE("without a reaction the other unit is overloaded and trips by its tolerance") {
  const Outcome outcome = example::run(pair(LossReaction::none));
  CHECK(outcome.failures.psu_trip >= 1);
  check_account(outcome);
}

TEST_CASE("the last unit takes the server with it whatever the reaction") {
  for (const auto reaction : {LossReaction::none, LossReaction::cap, LossReaction::power_brake, LossReaction::off}) {
    example::Setup setup = pair(reaction);
    setup.events = {unit_fails(10 * hour_s, 6 * hour_s, -1)};
    const Outcome outcome = example::run(setup);
    CHECK(lost_s(outcome, Loss::outage) == Approx(6 * hour_s).epsilon(1e-12));
    CHECK(outcome.failures.psu_unit == 2);
    CHECK(outcome.failures.psu_trip == 1);
    check_account(outcome);
  }
}

TEST_CASE("a spare unit that fails costs efficiency alone: the wall power is that of the units left") {
  example::Setup setup = pair(LossReaction::off);
  setup.server.psu.rating_w = 1200;
  setup.server.psu.needed = 1;
  const auto plant = example::assemble(setup);
  const Look two = look(*plant, 9.9 * hour_s);
  const Look one = look(*plant, 12 * hour_s);
  PsuSpec left = setup.server.psu;
  const double dc_w = one.boards_w + host_power_w(setup.server, ActivityKind::training);
  left.count = 1;
  CHECK(one.wall_w == Approx(wall_power_w(left, dc_w)).epsilon(0.01));
  CHECK(two.wall_w == Approx(wall_power_w(setup.server.psu, dc_w)).epsilon(0.01));
  CHECK(one.wall_w != Approx(two.wall_w).epsilon(1e-4));
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  CHECK(outcome.failures.psu_unit == 1);
  CHECK(outcome.failures.psu_trip == 0);
  check_account(outcome);
}

TEST_CASE("units fail at their rate, and more of them never interrupt more often") {
  constexpr double rate_per_year = 60;
  constexpr int seeds = 12;
  double units = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    int last = 1 << 20;
    for (double count = 1; count <= 4; ++count) {
      example::Setup setup = pair(LossReaction::off);
      setup.events = {};
      setup.identity = {seed, 0};
      setup.horizon_s = 60 * 86400;
      setup.server.psu.rating_w = 1400;
      setup.server.psu.count = count;
      setup.server.psu.needed = 1;
      setup.server.psu.failures_per_year = rate_per_year;
      setup.server.psu.replace_s = 36 * hour_s;
      const Outcome outcome = example::run(setup);
      CHECK(outcome.failures.psu_trip <= last);
      last = outcome.failures.psu_trip;
      if (count == 4) units += outcome.failures.psu_unit;
      check_account(outcome);
    }
  }
  // A renewal of mean 1/rate + replacement; four times its root is a wide enough band for twelve seeds.
  const double expected = seeds * 4 * 60 * 86400 / (year_s / rate_per_year + 36 * hour_s);
  CHECK(std::fabs(units - expected) < 4 * std::sqrt(expected));
}
