// Dust, coolers and mounting: what they change, in which order, and that nothing changes where there is none.
#include "models/thermal/dust.hpp"

#include <cmath>

#include "models/thermal/air.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double month_s = 365.25 * 86400 / 12;
constexpr double day_s = 86400;

example::Setup still() {
  example::Setup setup;
  setup.climate.daily_swing = 0;
  setup.job.dataset.epochs = 1e4;
  setup.horizon_s = day_s;
  return setup;
}

void check_same(const ServerSpec& a, const ServerSpec& b) {
  CHECK(a.chassis.airflow_m3_per_s == b.chassis.airflow_m3_per_s);
  CHECK(a.chassis.preheat == b.chassis.preheat);
  CHECK(a.gpus.gpu.thermal.sink_air_k_per_w == b.gpus.gpu.thermal.sink_air_k_per_w);
  CHECK(a.gpus.gpu.thermal.sink_j_per_k == b.gpus.gpu.thermal.sink_j_per_k);
  CHECK(a.gpus.cooler.inside == b.gpus.cooler.inside);
}

double rise_k(const Outcome& outcome) { return outcome.compute.hottest_c; }

}  // namespace

TEST_CASE("dust does nothing at once, ever more with time, and never more than its limit") {
  CHECK(dust_airflow_factor(0) == 1);
  CHECK(dust_resistance_factor(0) == 1);
  for (int month = 1; month <= 240; ++month) {
    CHECK(dust_airflow_factor(month * month_s) < dust_airflow_factor((month - 1) * month_s));
    CHECK(dust_resistance_factor(month * month_s) > dust_resistance_factor((month - 1) * month_s));
  }
  CHECK(dust_airflow_factor(240 * month_s) > 0.7);
  CHECK(dust_resistance_factor(240 * month_s) < 1.5);
  // What an owner tells: about 5 K after a year, of a sink that a 350 W card warms by 0.08 K/W.
  CHECK(350 * 0.08 * (dust_resistance_factor(12 * month_s) - 1) == Approx(5).margin(1));
}

TEST_CASE("a clean server with its own sinks in the usual slots stands as it is described") {
  check_same(as_it_stands(example::server()), example::server());
}

TEST_CASE("dust, cooler and mounting are applied once, however often it is asked") {
  ServerSpec server = example::server();
  server.dust_s = 18 * month_s;
  server.gpus.cooler = {"block", 0.05, 400, 0.2, "", "", {}};
  server.gpus.mounting.preheat = 2;
  const ServerSpec once = as_it_stands(server);
  check_same(as_it_stands(once), once);
  CHECK(once.gpus.gpu.thermal.sink_air_k_per_w == 0.05 * dust_resistance_factor(18 * month_s));
  CHECK(once.gpus.gpu.thermal.sink_j_per_k == 400);
  CHECK(once.chassis.airflow_m3_per_s == server.chassis.airflow_m3_per_s * dust_airflow_factor(18 * month_s));
  CHECK(once.chassis.preheat == 0.6);
  server.gpus.mounting.preheat = 3;
  server.chassis.preheat = 0.5;
  CHECK(as_it_stands(server).chassis.preheat == 1);
  CHECK(as_it_was_built(server).gpus.gpu.thermal.sink_air_k_per_w == 0.05);
  CHECK(as_it_was_built(server).chassis.airflow_m3_per_s == server.chassis.airflow_m3_per_s);
}

TEST_CASE("more dust is never colder and never faster, and is lost as heat: the ideal is that of the clean machine") {
  const auto dusty = [](double months, double outdoor_c) {
    example::Setup setup = still();
    setup.climate.mean = outdoor_c;
    setup.server.dust_s = months * month_s;
    return example::run(setup);
  };
  constexpr double quantum_k = 0.3;
  for (const double outdoor_c : {5.0, 30.0}) {
    Outcome cleaner = dusty(0, outdoor_c);
    for (const double months : {6.0, 24.0, 120.0}) {
      const Outcome dustier = dusty(months, outdoor_c);
      CHECK(dustier.compute.hottest_c >= cleaner.compute.hottest_c - quantum_k);
      CHECK(dustier.jobs.front().steps_done <= cleaner.jobs.front().steps_done * (1 + 2e-3));
      CHECK(dustier.jobs.front().ideal_duration_s == cleaner.jobs.front().ideal_duration_s);
      cleaner = dustier;
    }
  }
  CHECK(rise_k(dusty(120, 5)) > rise_k(dusty(0, 5)) + 3);
  const auto thermal_s = [&](double months) {
    return dusty(months, 30).jobs.front().lost_s[static_cast<std::size_t>(Loss::thermal)];
  };
  CHECK(thermal_s(120) > thermal_s(0) + 100);
}

TEST_CASE("a better cooler is part of the ideal and of the run") {
  example::Setup own = still(), block = still();
  block.server.gpus.cooler = {"block", 0.03, 800, 1, "", "", {}};
  const Outcome a = example::run(own), b = example::run(block);
  CHECK(b.compute.hottest_c < a.compute.hottest_c - 10);
  CHECK(b.jobs.front().ideal_duration_s < a.jobs.front().ideal_duration_s);
  CHECK(b.energy.residual_fraction < 1e-9);
}

TEST_CASE("heat that a cooler takes out of the case warms the room but no intake of the case") {
  example::Setup inside = still(), outside = still();
  outside.server.gpus.cooler.inside = 0;
  const auto intake_above_room_k = [](const example::Setup& setup, std::size_t board) {
    const auto plant = example::assemble(setup);
    plant->simulator.run(sim::from_seconds(setup.horizon_s));
    const sim::Time now = plant->simulator.now();
    return plant->servers.at("box").boards[board]->plant().intake_c(now) - plant->rooms.at("lab").room->air_c(now);
  };
  const double host_k = 0.1 * 150 / (air_j_per_m3_k * inside.server.chassis.airflow_m3_per_s);
  CHECK(intake_above_room_k(inside, 1) > 3);
  CHECK(intake_above_room_k(outside, 1) < host_k + 0.5);
  CHECK(intake_above_room_k(outside, 0) == Approx(intake_above_room_k(outside, 1)).margin(0.3));
  const Outcome outcome = example::run(outside);
  CHECK(outcome.energy.residual_fraction < 1e-9);
  CHECK(outcome.energy.room_out_j > 0.85 * outcome.energy.it_j);
}

TEST_CASE("GPUs further apart preheat each other less") {
  const auto second_c = [](double preheat) {
    example::Setup setup = still();
    setup.server.gpus.mounting.preheat = preheat;
    return example::run(setup).compute.worst_inlet_c;
  };
  CHECK(second_c(0) < second_c(1) - 1);
  CHECK(second_c(1) < second_c(2) - 1);
}
