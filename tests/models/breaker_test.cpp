// Breakers: the conventional currents of their standards, and what a trip does to a job.
#include <cmath>

#include "models/power/breaker_law.hpp"
#include "models/power/circuit.hpp"
#include "models/power/psu_law.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

BreakerSpec b16() {
  BreakerSpec breaker;
  breaker.rated_a = 16;
  breaker.holds = 1.13;
  breaker.trips = 1.45;
  breaker.instant = 5;
  breaker.time_constant_s = 120;
  return breaker;
}

double cold_trip_s(const BreakerLaw& law, double ratio, double u) {
  return law.trips_after_s(0, ratio * 16, law.threshold(u));
}

/// 2 × 350 W and 450 W of host on an outlet whose breaker is set so that the load is `ratio` times its rating.
example::Setup loaded(double ratio) {
  example::Setup setup;
  setup.climate.daily_swing = 0;
  setup.server.cpu.tdp_w = setup.server.cpu.idle_w = 400;
  setup.server.outlet.voltage_v = 230;
  setup.server.outlet_count = 1;
  setup.server.outlet.breaker = b16();
  setup.server.outlet.breaker.rated_a = wall_power_w(setup.server.psu, 700 + 458) / 230 / ratio;
  setup.server.interruptions_per_year = 0;
  setup.job.dataset.epochs = 1e4;
  setup.job.restart.delay_s = 1800;
  setup.horizon_s = 12 * 3600;
  return setup;
}

}  // namespace

TEST_CASE(
    "no breaker trips below 1.13 or holds above 1.45 times its rating for an hour, 2.55 times trips in 1 to 60 s") {
  const BreakerLaw law(b16());
  for (double u = 0.0005; u < 1; u += 0.001) {
    CHECK(law.threshold(u) >= 1.28 - 1e-3);
    CHECK(law.threshold(u) <= 2.10 + 1e-3);
    CHECK(std::isinf(cold_trip_s(law, 1.13, u)));
    CHECK(cold_trip_s(law, 1.45, u) < 3600);
    CHECK(cold_trip_s(law, 2.55, u) > 1);
    CHECK(cold_trip_s(law, 2.55, u) < 60);
    CHECK(cold_trip_s(law, 5, u) == 0);
  }
}

TEST_CASE("a breaker of UL 489 carries its rating, trips within an hour at 135 % and in 2 to 28 minutes at 200 %") {
  BreakerSpec ul = b16();
  ul.holds = 1;
  ul.trips = 1.35;
  ul.instant = 10;
  ul.time_constant_s = 420;
  const BreakerLaw law(ul);
  for (double u = 0.0005; u < 1; u += 0.001) {
    CHECK(std::isinf(cold_trip_s(law, 1, u)));
    CHECK(cold_trip_s(law, 1.35, u) < 3600);
    CHECK(cold_trip_s(law, 2, u) > 120);
    CHECK(cold_trip_s(law, 2, u) < 28 * 60);
  }
}

TEST_CASE("the time to trip is that after which the heat stands at the threshold") {
  const BreakerLaw law(b16());
  for (const double ratio : {1.5, 1.8, 2.5}) {
    for (const double before : {0.0, 0.5, 1.1}) {
      const double after_s = law.trips_after_s(before, ratio * 16, 1.69);
      CHECK(law.heat(before, ratio * 16, after_s) == Approx(1.69));
    }
  }
  CHECK(law.heat(law.heat(0.3, 20, 40), 20, 60) == Approx(law.heat(0.3, 20, 100)));
}

TEST_CASE("breakers trip never below what they hold, always above what trips them, sometimes between") {
  const auto tripped = [](double ratio) {
    int runs = 0;
    for (std::uint32_t i = 0; i < 20; ++i) {
      example::Setup setup = loaded(ratio);
      setup.identity = {1, i};
      const Outcome outcome = example::run(setup);
      CHECK(outcome.energy.residual_fraction < 1e-9);
      CHECK(outcome.jobs.front().duration_s > 0);
      runs += outcome.failures.breaker_trip > 0 ? 1 : 0;
    }
    return runs;
  };
  CHECK(tripped(1.10) == 0);
  CHECK(tripped(1.60) == 20);
  const int between = tripped(1.4);
  CHECK(between > 3);
  CHECK(between < 17);
}

TEST_CASE("a breaker that trips takes the server down until somebody resets it, and the job goes on from there") {
  const auto plant = example::assemble(loaded(1.6));
  plant->simulator.run(sim::from_seconds(12 * 3600));
  const auto& events = plant->simulator.trace().events;
  const auto find = [&](const std::string& name) {
    const auto found = std::find_if(events.begin(), events.end(), [&](const auto& e) { return e.event == name; });
    REQUIRE(found != events.end());
    return *found;
  };
  const auto trip = find("breaker trips");
  CHECK(trip.component == "server.box.outlet");
  CHECK(find("interrupted by loss of power").cause == trip.id);
  CHECK(find("breaker reset").cause == trip.id);
  CHECK(sim::to_seconds(find("breaker reset").time - trip.time) == Approx(1800));
  CHECK(find("training resumes").time > find("breaker reset").time);
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  CHECK(outcome.failures.breaker_trip > 1);
  CHECK(outcome.failures.planned == 0);
  CHECK(outcome.failures.psu_trip == 0);
}

TEST_CASE("a planned outage is felt behind a breaker too, and is no trip") {
  example::Setup setup = loaded(1.10);
  EventSpec cut;
  cut.target = EventTarget::server;
  cut.action = EventAction::power_off;
  cut.name = "box";
  cut.path = "server.box";
  cut.at_s = 3600;
  cut.repair_s = 1800;
  setup.events = {cut};
  REQUIRE(may_trip(setup.server));
  const Outcome outcome = example::run(setup);
  CHECK(outcome.failures.planned == 1);
  CHECK(outcome.failures.breaker_trip == 0);
}

TEST_CASE("chassis fans count into what may trip a breaker") {
  example::Setup setup = loaded(1);
  setup.server.outlet.breaker.rated_a = 8.2;
  REQUIRE_FALSE(may_trip(setup.server));
  setup.server.chassis.fans_w = 1300;
  CHECK(may_trip(setup.server));
}
