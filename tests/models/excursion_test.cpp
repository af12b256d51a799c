// Excursions of milliseconds against a supply, its rails and its hold-up.
#include <cmath>
#include <numeric>

#include "models/power/excursion_law.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double day_s = 86400;

PsuSpec design(std::vector<double> ratio, std::vector<double> duration_s) {
  PsuSpec psu = example::server().psu;
  psu.overload_ratio = std::move(ratio);
  psu.overload_duration_s = std::move(duration_s);
  return psu;
}

PsuSpec atx_2() { return design({1.1, 1.3, 1.5}, {1, 0.02, 0.001}); }
PsuSpec atx_3() { return design({1.1, 1.2, 1.6, 1.8, 2.0}, {1, 0.1, 0.01, 0.001, 0.0001}); }

/// A supply whose boards draw what the test says: constant means, peaks within the step.
struct Bench {
  explicit Bench(ServerSpec described, sim::RunIdentity identity = {1, 0})
      : server(std::move(described)), simulator(identity), activities(step_cost(server, example::job()), 1) {}

  Supply& start(std::vector<double> mean_w, std::vector<double> peak_w, double peak_s, double reset_s = 60) {
    auto& signals = simulator.signals();
    SupplyWiring wiring;
    const auto training = static_cast<double>(activities.training(1695e6, 0));
    for (const double w : mean_w) wiring.boards.push_back({signals.create<Watts>(w), signals.create<Joules>(0)});
    for (const double w : peak_w) wiring.peaks.push_back(signals.create<Watts>(w));
    std::vector<std::size_t> all(mean_w.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    wiring.jobs = std::make_shared<const std::vector<JobSignals>>(
        1, JobSignals{&activities, signals.create<Activity>(training), signals.create<Seconds>(peak_s), all});
    wiring.outage = signals.create<RecordId>(0);
    wiring.powered = signals.create<OnOff>(1);
    wiring.trip = signals.create<RecordId>(0);
    wiring.wall = create_flow(signals);
    wiring.heat = create_flow(signals);
    return simulator.add<Supply>("supply", server, reset_s, wiring);
  }

  ServerSpec server;
  sim::Simulator simulator;
  ActivityTable activities;
};

/// Nothing but boards, which draw shares of a supply of 1000 W.
ServerSpec bare(PsuSpec psu) {
  ServerSpec server = example::server();
  server.cpu.tdp_w = server.cpu.idle_w = server.storage.power_w = server.other_w = 0;
  server.psu = std::move(psu);
  server.psu.rating_w = 1000;
  server.gpus.gpu.power.excursion = 0;
  return server;
}

}  // namespace

TEST_CASE("the measured height is reached once a minute, and e times less often a tenth of it higher") {
  const PsuSpec psu = design({1.5}, {0.001});
  CHECK(excursion_trips_per_s(psu, 1000, 1100, 400) == Approx(1.0 / 60));
  CHECK(excursion_trips_per_s(psu, 1000, 1060, 400) == Approx(std::exp(-1) / 60));
  CHECK(excursion_trips_per_s(psu, 1000, 1600, 400) == Approx(excursion_rate_max_per_s));
  CHECK(excursion_trips_per_s(psu, 1000, 1100, 0) == 0);
}

TEST_CASE("excursions trip more often with load and excess, less with rating and a wider tolerance") {
  double last = 0;
  for (double load_w = 500; load_w < 1500; load_w += 10) {
    const double rate = excursion_trips_per_s(atx_2(), 1000, load_w, 350);
    CHECK(rate >= last);
    CHECK(rate <= excursion_trips_per_s(atx_2(), 1000, load_w, 400));
    CHECK(rate >= excursion_trips_per_s(atx_2(), 1100, load_w, 350));
    CHECK(rate >= excursion_trips_per_s(atx_3(), 1000, load_w, 350));
    last = rate;
  }
}

TEST_CASE("trips grow faster than the number of boards") {
  const double one = excursion_trips_per_s(atx_2(), 1200, 150 + 300, 175);
  const double two = excursion_trips_per_s(atx_2(), 1200, 150 + 600, 350);
  const double three = excursion_trips_per_s(atx_2(), 1200, 150 + 900, 525);
  CHECK(two > 2 * one);
  CHECK(three / 3 > two / 2);
}

TEST_CASE("an excess that the limiter has time for is none") {
  CHECK(excursion_trips_per_s(design({1.01}, {0.02}), 1000, 1000, 5000) == 0);
  CHECK(excursion_trips_per_s(design({1.01}, {0.012}), 1000, 1000, 5000) > 0);
}

TEST_CASE("a locked clock lowers excursions, a power limit does not") {
  GpuSpec gpu = example::gpu();
  gpu.power.excursion = 0.5;
  CHECK(excursion_w(gpu, 0) == 175);
  CHECK(excursion_w(gpu, gpu.max_clock_hz) == 175);
  const double locked_w = excursion_w(gpu, 1550e6);
  CHECK(locked_w < 0.7 * 175);
  CHECK(locked_w > 0.3 * 175);
  CHECK(excursion_w(gpu, 1000e6) < locked_w);
  gpu.power.default_w = 350;
  CHECK(excursion_w(gpu, 1550e6) == locked_w);
}

TEST_CASE("a supply trips as often as the law says") {
  ServerSpec server = bare(design({1.5}, {0.001}));
  server.gpus.gpu.power.excursion = 0.5;
  const std::vector<double> load_w{425, 425};
  const double rate = excursion_trips_per_s(server.psu, 1000, 850, 350);
  const double up_s = 30 * day_s;  // a reset takes a second, which does not count
  int trips = 0;
  constexpr int runs = 20;
  for (std::uint32_t run = 0; run < runs; ++run) {
    Bench bench(server, {1, run});
    Supply& supply = bench.start(load_w, load_w, 1, 1);
    bench.simulator.run(sim::from_seconds(up_s));
    trips += supply.trips();
  }
  const double expected = rate * up_s * runs;
  CHECK(expected > 100);
  CHECK(trips == Approx(expected).margin(4 * std::sqrt(expected)));
}

TEST_CASE("with the same luck a bigger supply never trips more often") {
  int last = 1 << 30;
  int most = 0;
  for (double rating_w = 750; rating_w <= 1600; rating_w += 50) {
    example::Setup setup;
    setup.server.psu = atx_2();
    setup.server.psu.rating_w = rating_w;
    setup.server.gpus.gpu.power.excursion = 0.5;
    setup.job.restart.delay_s = 600;
    setup.job.dataset.epochs = 1e4;
    const Outcome outcome = example::run(setup);
    CHECK(outcome.failures.psu_trip <= last);
    CHECK(outcome.energy.residual_fraction < 1e-9);
    last = outcome.failures.psu_trip;
    most = std::max(most, last);
  }
  CHECK(most > 10);
  CHECK(last == 0);
}

// Intel's design guide, of the rating: height, its duration, its share of the time and the load in between (1000 W).
TEST_CASE(
    "an ATX 3 supply carries the excursion trains of its design guide and trips at what its own curve does not bear") {
  struct Train {
    double peak, duration_s, duty, base;
  };
  for (const Train& train : {Train{2.0, 100e-6, 0.05, 0.918}, Train{1.8, 1e-3, 0.08, 0.897},
                             Train{1.6, 10e-3, 0.125, 0.882}, Train{1.2, 100e-3, 0.25, 0.924}}) {
    const double mean_w = 1000 * (train.peak * train.duty + train.base * (1 - train.duty));
    for (std::uint32_t run = 0; run < 10; ++run) {
      Bench within(bare(atx_3()), {1, run});
      Supply& carries = within.start({mean_w}, {1000 * train.peak}, train.duration_s);
      within.simulator.run(sim::from_seconds(day_s));
      CHECK(carries.trips() == 0);
      Bench longer(bare(atx_3()), {1, run});
      Supply& trips = longer.start({mean_w}, {1000 * train.peak}, 1.01 * train.duration_s, 2 * day_s);
      longer.simulator.run(sim::from_seconds(day_s));
      CHECK(trips.trips() == 1);
    }
  }
}

TEST_CASE("a rail over its limit trips a supply with plenty left, until a lead moves to another rail") {
  ServerSpec server = bare(atx_2());
  server.psu.rating_w = 1400;
  server.psu.rails = {{"12V1", 216, 0, {0}, {0.8}}, {"12V2", 216, 0, {0}, {0.2}}};
  Bench bench(server);
  Supply& trips = bench.start({350}, {350}, 1);
  bench.simulator.run(sim::from_seconds(30));
  CHECK(trips.trips() == 1);
  REQUIRE(bench.simulator.trace().events.size() == 1);
  CHECK(bench.simulator.trace().events.front().detail == "overload of 130 % of the limit of rail 12V1");

  server.psu.rails[0].share = server.psu.rails[1].share = {0.5};
  Bench moved(server);
  Supply& holds = moved.start({350}, {350}, 1);
  moved.simulator.run(sim::from_seconds(30));
  CHECK(holds.trips() == 0);
}

TEST_CASE("an outage shorter than the hold-up is not felt, and at half load it lasts twice as long") {
  const auto stopped = [](double outage_s, double rating_w) {
    example::Setup setup;
    setup.server.psu.rating_w = rating_w;
    setup.server.psu.hold_up_s = 0.017;
    setup.job.dataset.epochs = 1e4;
    setup.horizon_s = 3 * 3600;
    EventSpec cut;
    cut.target = EventTarget::server;
    cut.action = EventAction::power_off;
    cut.name = "box";
    cut.path = "server.box";
    cut.at_s = 3600;
    cut.repair_s = outage_s;
    setup.events = {cut};
    return example::run(setup).failures.planned > 0;
  };
  CHECK_FALSE(stopped(0.016, 850));
  CHECK(stopped(0.025, 850));
  CHECK_FALSE(stopped(0.030, 1700));
  CHECK(stopped(0.050, 1700));
}
