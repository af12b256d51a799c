// Dust that gathers during a run, and its cleaning.
#include "models/thermal/dust_coat.hpp"

#include <cmath>

#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double month_s = 365.25 * 86400 / 12;

example::Setup gathering(double clogs, double horizon_months) {
  example::Setup setup;
  setup.climate = {10, 0, 0, {}, {}};
  setup.room.ventilation_m3_per_s = 1;
  setup.job.dataset.epochs = 1e6;
  setup.job.checkpoint.every_s = 1e9;
  setup.server.dust_course = DustCourse::gathers;
  setup.server.dust_clogs = clogs;
  setup.sinks = Sinks::change;
  setup.horizon_s = horizon_months * month_s;
  return setup;
}

EventSpec cleaning(double at_s) {
  EventSpec event;
  event.at_s = at_s;
  event.repair_s = INFINITY;
  event.action = EventAction::clean;
  event.target = EventTarget::dust;
  event.name = "box";
  event.path = "server.box.dust";
  return event;
}

double factor_at(Plant& plant, double months) {
  plant.simulator.run(sim::from_seconds(months * month_s));
  return plant.simulator.signals().read(plant.servers.at("box").dust).value;
}

double flow_at(Plant& plant) { return plant.simulator.signals().read(plant.servers.at("box").dust_flow).value; }

}  // namespace

TEST_CASE("the time for a resistance is the inverse of the law") {
  for (const double clogs : {0.5, 4.7}) {
    for (const double months : {1.0, 12.0, 60.0}) {
      const double factor = dust_resistance_factor(months * month_s, clogs);
      CHECK(dust_for_resistance_s(factor, clogs) == Approx(months * month_s));
    }
    CHECK(std::isinf(dust_for_resistance_s(1 + clogs, clogs)));
  }
}

TEST_CASE("two years in a dirty place are four times the resistance, a cleaning is one") {
  CHECK(dust_resistance_factor(24 * month_s, 4.7) == Approx(4).margin(0.1));
  example::Setup setup = gathering(4.7, 30);
  setup.events = {cleaning(24 * month_s)};
  const auto plant = example::assemble(setup);
  CHECK(factor_at(*plant, 23.99) == Approx(4).margin(0.1));
  CHECK(flow_at(*plant) == Approx(1 - 0.3 * 0.632).margin(0.01));
  CHECK(factor_at(*plant, 24.001) == Approx(1).margin(0.03));
  CHECK(factor_at(*plant, 30) == Approx(dust_resistance_factor(6 * month_s, 4.7)).epsilon(0.03));
  CHECK(conclude(*plant, plant->simulator.now()).energy.residual_fraction < 1e-9);
}

TEST_CASE("dust that gathers follows the law within a rung, from where it was at the start") {
  example::Setup setup = gathering(0.5, 24);
  setup.server.dust_s = 6 * month_s;
  const auto plant = example::assemble(setup);
  double before = 0;
  for (double months = 1; months <= 24; months += 1) {
    const double truth = dust_resistance_factor((6 + months) * month_s) / dust_resistance_factor(6 * month_s);
    const double factor = factor_at(*plant, months);
    CHECK(factor <= truth * (1 + 1e-9));
    CHECK(factor >= truth / (1 + DustCoat::rung) * (1 - 1e-9));
    CHECK(factor >= before);
    before = factor;
  }
}

TEST_CASE("it is cleaned at its interval") {
  example::Setup setup = gathering(4.7, 24);
  setup.server.cleaning_s = 6 * month_s;
  const auto plant = example::assemble(setup);
  const double most = dust_resistance_factor(6 * month_s, 4.7);
  CHECK(factor_at(*plant, 5.99) == Approx(most).epsilon(0.03));
  CHECK(factor_at(*plant, 6.01) == Approx(1).margin(0.03));
  CHECK(factor_at(*plant, 23.99) == Approx(most).epsilon(0.03));
}

TEST_CASE("boards get hotter as dust gathers and cool with the cleaning, and dust that stays changes nothing") {
  const auto die_c = [](const example::Setup& setup, double months) {
    const auto plant = example::assemble(setup);
    plant->simulator.run(sim::from_seconds(months * month_s));
    return plant->servers.at("box").boards.front()->plant().die_c(plant->simulator.now());
  };
  example::Setup setup = gathering(0.5, 13);
  setup.server.gpus.gpu.limits.target_c = 94;
  const double clean = die_c(setup, 0.05), dusty = die_c(setup, 12);
  CHECK(dusty > clean + 3);
  setup.events = {cleaning(11.9 * month_s)};
  CHECK(die_c(setup, 12) == Approx(clean).margin(1.5));
  example::Setup still = gathering(0.5, 1);
  still.server.dust_course = DustCourse::stays;
  still.server.dust_s = 6 * month_s;
  example::Setup unwatched = still;
  unwatched.sinks = Sinks::stay;
  CHECK(die_c(still, 0.1) == die_c(unwatched, 0.1));
}
