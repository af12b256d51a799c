// Laws that hold for any plant: energy, time, order of designs, observers.
#include <cmath>
#include <numeric>

#include "models/recorder.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double day_s = 86400;

example::Setup hot() {
  example::Setup setup;
  setup.climate.mean = 38;
  setup.room.ventilation_m3_per_s /= 3;
  return setup;
}

example::Setup faulty() {
  example::Setup setup;
  setup.server.interruptions_per_year = 4000;
  setup.job.restart.delay_s = 600;
  setup.job.dataset.epochs = 40;
  return setup;
}

example::Setup weak_supply() {
  example::Setup setup;
  setup.server.psu.rating_w = 600;
  setup.horizon_s = day_s;
  return setup;
}

example::Setup closed_room() {
  example::Setup setup;
  setup.room.ventilation_m3_per_s = 0;
  setup.room.walls_w_per_m2_k = 0;
  setup.job.dataset.epochs = 100;
  return setup;
}

example::Setup runaway() {
  example::Setup setup;
  setup.server.gpus.gpu.curve.leakage_w = 300;
  setup.server.gpus.gpu.curve.leakage_per_k = 0.06;
  setup.horizon_s = day_s;
  return setup;
}

std::vector<example::Setup> all_setups() { return {{}, hot(), faulty(), weak_supply(), closed_room(), runaway()}; }

double lost_s(const JobOutcome& job) { return std::accumulate(job.lost_s.begin(), job.lost_s.end(), 0.0); }

}  // namespace

TEST_CASE("electricity in is heat out plus what is stored, in every plant") {
  for (const auto& setup : all_setups()) {
    const Outcome outcome = example::run(setup);
    CHECK(outcome.energy.it_j > 0);
    CHECK(outcome.energy.residual_fraction < 1e-9);
  }
}

TEST_CASE("what couplings still owe at the end is bounded: seconds of power, however long the run") {
  for (const auto& setup : all_setups()) {
    const Outcome outcome = example::run(setup);
    CHECK(std::fabs(outcome.energy.outstanding_j) < 4000);
  }
}

TEST_CASE("the duration of a finished job is its ideal plus everything lost") {
  for (const auto& setup : all_setups()) {
    const JobOutcome job = example::run(setup).jobs.front();
    if (!job.finished) continue;
    CHECK(job.ideal_duration_s + lost_s(job) == Approx(job.duration_s).epsilon(1e-12));
  }
}

TEST_CASE("an unfinished job accounts for the whole horizon") {
  example::Setup setup = faulty();
  setup.job.dataset.epochs = 1000;
  setup.horizon_s = 3 * day_s;
  const JobOutcome job = example::run(setup).jobs.front();
  REQUIRE_FALSE(job.finished);
  CHECK(job.lost_s[static_cast<std::size_t>(Loss::rework)] > 0);
  // Ideal time of the steps that count, and every loss, fill the horizon.
  const double ideal_s = job.steps_done * job.ideal_duration_s / job.steps_total;
  CHECK(ideal_s + lost_s(job) == Approx(setup.horizon_s).epsilon(1e-9));
}

TEST_CASE("a run gives the same bits again, and others for another replication") {
  const example::Setup setup = hot();
  const Outcome first = example::run(setup);
  const Outcome again = example::run(setup);
  CHECK(first.jobs.front().duration_s == again.jobs.front().duration_s);
  CHECK(first.energy.it_j == again.energy.it_j);
  CHECK(first.events == again.events);
  example::Setup other = setup;
  other.identity.replication = 1;
  other.server.gpus.gpu.variation = {0.2, 0.1, 0.04};
  CHECK(example::run(other).jobs.front().duration_s != first.jobs.front().duration_s);
}

TEST_CASE("reading in between and recording do not alter a run") {
  const example::Setup setup = hot();
  const Outcome plain = example::run(setup);
  for (const double interval_s : {7.0, 613.0}) {
    auto plant = example::assemble(setup);
    sim::TraceTable table;
    auto& recorder = plant->simulator.add<Recorder>("trace", sim::from_seconds(interval_s), table);
    auto& server = plant->servers.at("box");
    const Recorder::Extremes extremes{recorder.column("die_min_c"), recorder.column("die_max_c")};
    for (const auto* board : server.boards) {
      recorder.add_with_extremes({recorder.component(board->path()), recorder.column("die_c"),
                                  [board](sim::Time t) { return board->plant().die_c(t); }},
                                 extremes);
    }
    for (double t_s = 100; t_s < setup.horizon_s && !plant->simulator.stopped(); t_s += 977) {
      plant->simulator.run(sim::from_seconds(t_s));
    }
    plant->simulator.run(sim::from_seconds(setup.horizon_s));
    const Outcome watched = conclude(*plant, plant->simulator.now());
    CHECK(watched.jobs.front().duration_s == plain.jobs.front().duration_s);
    CHECK(watched.energy.it_j == plain.energy.it_j);
    CHECK(watched.compute.hottest_c == plain.compute.hottest_c);
    CHECK(table.rows() > 10);
  }
}

TEST_CASE("more cooling is never hotter and never slower") {
  const auto worse = [](const Outcome& a, const Outcome& b) {  // a is the hotter design
    constexpr double quantum_k = 0.3;                          // couplings are quantised at 0.1 K each
    constexpr double quantum_time = 2e-3;
    CHECK(a.compute.hottest_c >= b.compute.hottest_c - quantum_k);
    CHECK(a.jobs.front().duration_s >= b.jobs.front().duration_s * (1 - quantum_time));
  };
  const std::vector<double> mean_c{10, 24, 32, 40, 48};
  for (std::size_t i = 1; i < mean_c.size(); ++i) {
    example::Setup cooler, hotter;
    cooler.climate.mean = mean_c[i - 1];
    hotter.climate.mean = mean_c[i];
    worse(example::run(hotter), example::run(cooler));
  }
  for (const double resistance : {0.08, 0.12, 0.2, 0.3}) {
    example::Setup better, poorer;
    better.server.gpus.gpu.thermal.sink_air_k_per_w = resistance;
    poorer.server.gpus.gpu.thermal.sink_air_k_per_w = resistance * 1.3;
    worse(example::run(poorer), example::run(better));
  }
  for (const double airflow : {0.02, 0.04, 0.08}) {
    example::Setup better, poorer;
    better.server.chassis.airflow_m3_per_s = airflow * 1.5;
    poorer.server.chassis.airflow_m3_per_s = airflow;
    worse(example::run(poorer), example::run(better));
  }
}

TEST_CASE("a room without walls and air change only heats up, until the boards protect themselves") {
  const Outcome outcome = example::run(closed_room());
  CHECK(outcome.energy.room_out_j == Approx(0).margin(1e-3));
  CHECK(outcome.energy.stored_j + outcome.energy.outstanding_j == Approx(outcome.energy.it_j).epsilon(1e-9));
  CHECK(outcome.compute.worst_inlet_c > 60);
  // A board that is off follows its intake.
  CHECK(outcome.compute.hottest_c <= std::max(example::gpu().limits.shutdown_c, outcome.compute.worst_inlet_c) + 5);
}

TEST_CASE("thermal runaway is reported and ends at a limit, not in infinity") {
  const auto plant = example::assemble(runaway());
  plant->simulator.run(sim::from_seconds(day_s));
  const auto& events = plant->simulator.trace().events;
  CHECK(std::any_of(events.begin(), events.end(), [](const auto& e) { return e.event == "thermal runaway"; }));
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  CHECK(std::isfinite(outcome.compute.hottest_c));
  CHECK(outcome.compute.hottest_c <= example::gpu().limits.shutdown_c + 1);
}
