#include "sim/island.hpp"

#include <cmath>

#include "sim/check.hpp"
#include "tests/catch.hpp"
#include "tests/sim/support.hpp"

namespace {

using namespace rackcast;
using Catch::Approx;
using sim::Island;
using sim::Time;
using test::bits;
using test::Random;

constexpr double tight = 1e-12;

Time at_s(double t) { return sim::from_seconds(t); }

/// One node: C J/K, G W/K to input 1 (a temperature), input 0 a power, feedback W/K.
sim::Network one_node(double capacity, double conductance, double feedback = 0) {
  sim::Network n;
  n.capacity_j_per_k = {capacity};
  if (conductance > 0) n.boundaries = {{0, 1, conductance}};
  n.heats = {{0, 0, 1}};
  n.inputs = 2;
  if (feedback != 0) n.feedback_w_per_k = {feedback};
  return n;
}

Island single(const sim::Network& network, double start_c) {
  const std::vector<double> start{start_c};
  return Island(test::modes_of(network), start);
}

struct Scene {
  Island island;
  std::vector<double> start;
};

Scene random_scene(Random& random) {
  const std::size_t nodes = 1 + random.below(25);
  auto modes = test::modes_of(test::random_network(random, nodes));
  auto start = test::random_temperatures(random, nodes);
  Island island(std::move(modes), start);
  return {std::move(island), std::move(start)};
}

void set_random_inputs(Random& random, Island& island, Time now) {
  for (std::size_t j = 0; j < island.modes().inputs(); ++j) {
    const auto input = test::random_input(random, j);
    island.set_input(now, j, input.value, input.slope);
  }
}

}  // namespace

TEST_CASE("one node heats up as P/G·(1 − exp(−Gt/C))") {
  Island island = single(one_node(200, 4), 25);
  island.set_input({}, 0, 120);
  island.set_input({}, 1, 25);
  for (const double t : {0.0, 1e-6, 0.3, 50.0, 1000.0, 1e6}) {
    const double expected = 25 + 30 * -std::expm1(-t * 4 / 200);
    CHECK(island.temperature(0, at_s(t)) == Approx(expected).epsilon(1e-14));
    const double area = 25 * t + 30 * (t + std::expm1(-t / 50) * 50);
    CHECK(island.area(island.modes().temperature(0), at_s(t)) == Approx(area).epsilon(1e-12));
    CHECK(island.slope(island.modes().temperature(0), at_s(t)) == Approx(0.6 * std::exp(-t / 50)).margin(1e-15));
  }
}

TEST_CASE("one node follows a ramp of its surroundings with the lag C/G") {
  Island island = single(one_node(200, 4), 25);
  island.set_input({}, 1, 25, 0.01);
  for (const double t : {10.0, 100.0, 5000.0}) {
    const double lag = 50;
    const double expected = 25 + 0.01 * (t - lag * -std::expm1(-t / lag));
    CHECK(island.temperature(0, at_s(t)) == Approx(expected).epsilon(1e-14));
    const double area = 25 * t + 0.01 * (t * t / 2 - lag * t + lag * lag * -std::expm1(-t / lag));
    CHECK(island.area(island.modes().temperature(0), at_s(t)) == Approx(area).epsilon(1e-12));
  }
}

TEST_CASE("a closed room keeps all heat: its temperature is the integral of the power, a parabola for a ramp") {
  Island island = single(one_node(50'000, 0), 22);
  CHECK_FALSE(island.modes().runs_away());
  island.set_input({}, 0, 1000, 2);
  for (const double t : {1.0, 600.0, 86'400.0}) {
    CHECK(island.temperature(0, at_s(t)) == Approx(22 + (1000 * t + t * t) / 50'000).epsilon(1e-14));
    const double area = 22 * t + (500 * t * t + t * t * t / 3) / 50'000;
    CHECK(island.area(island.modes().temperature(0), at_s(t)) == Approx(area).epsilon(1e-13));
  }
}

TEST_CASE("a closed room of several bodies keeps all heat too: its slowest rate is exactly zero") {
  Random random("closed");
  for (int i = 0; i < 50; ++i) {
    const std::size_t nodes = 2 + random.below(20);
    auto network = test::random_network(random, nodes);
    network.boundaries.clear();
    network.feedback_w_per_k.clear();
    const auto modes = test::modes_of(network);
    std::size_t zeros = 0;
    for (std::size_t k = 0; k < nodes; ++k) zeros += modes->rate_per_s()[k] == 0 ? 1u : 0u;
    REQUIRE(zeros == 1);
    Island island(modes, test::random_temperatures(random, nodes));
    const double before = island.stored_j({});
    island.set_input({}, 0, 250);
    REQUIRE(island.stored_j(at_s(1e5)) - before == Approx(250 * 1e5).epsilon(1e-11));
  }
}

TEST_CASE("leakage stronger than the cooling is reported as running away and grows exactly") {
  Island island = single(one_node(100, 2, 3), 30);
  CHECK(island.modes().runs_away());
  island.set_input({}, 1, 20);
  // 100 dT/dt = 2(20 − T) + 3T: T = −40 + 70·exp(t/100)
  for (const double t : {1.0, 100.0, 2000.0}) {
    CHECK(island.temperature(0, at_s(t)) == Approx(-40 + 70 * std::exp(t / 100)).epsilon(1e-13));
  }
  CHECK_FALSE(single(one_node(100, 2, 1), 30).modes().runs_away());
}

TEST_CASE("electricity in is heat out plus heat stored, to rounding, over many random changes") {
  Random random("energy");
  for (int i = 0; i < 60; ++i) {
    auto network = test::random_network(random, 1 + random.below(12));
    network.feedback_w_per_k.clear();
    network.heats[1].share = 1;
    Island island(test::modes_of(network), test::random_temperatures(random, network.capacity_j_per_k.size()));
    const double before = island.stored_j({});
    Time now{};
    double in_j = 0;
    double turnover_j = 1;
    for (int change = 0; change < 40; ++change) {
      const Time next = now + at_s(random.log_in(0.01, 500));
      const double span = sim::to_seconds(next - now);
      double area[2];
      set_random_inputs(random, island, now);
      for (std::size_t j = 0; j < 2; ++j) area[j] = span * (island.input(j, now) + island.input(j, next)) / 2;
      now = next;
      in_j += area[0] + area[1];
      turnover_j += std::fabs(area[0]) + std::fabs(area[1]);
    }
    double out_j = 0;
    for (const std::size_t input : {2u, 3u}) out_j += island.area(island.modes().boundary_flow(input), now);
    const double stored = island.stored_j(now) - before;
    const double scale = turnover_j + std::fabs(out_j) + std::fabs(stored) + std::fabs(before);
    REQUIRE(std::fabs(in_j - out_j - stored) < 1e-12 * scale);
  }
}

TEST_CASE("many short advances end where one long one does") {
  Random random("short");
  for (int i = 0; i < 40; ++i) {
    Scene scene = random_scene(random);
    set_random_inputs(random, scene.island, {});
    Island often = scene.island;
    const Time end = at_s(2000);
    for (int k = 1; k < 400; ++k) {
      const Time now{end.ns / 400 * k};
      often.set_input(now, 0, often.input(0, now),
                      scene.island.slope({std::vector<double>(often.modes().lanes()), {1, 0, 0, 0}, 0}, now));
    }
    for (std::size_t node = 0; node < often.modes().nodes(); ++node) {
      const auto output = often.modes().temperature(node);
      REQUIRE(often.read(output, end) == Approx(scene.island.read(output, end)).epsilon(tight).margin(tight));
      REQUIRE(often.area(output, end) == Approx(scene.island.area(output, end)).epsilon(tight).margin(tight));
    }
  }
}

TEST_CASE("changing the network keeps temperatures and areas, and adding heat raises one node by Q/C") {
  Random random("change");
  for (int i = 0; i < 60; ++i) {
    const std::size_t nodes = 1 + random.below(12);
    Island island(test::modes_of(test::random_network(random, nodes)), test::random_temperatures(random, nodes));
    set_random_inputs(random, island, {});
    const Time now = at_s(random.log_in(0.1, 1000));
    Island changed = island;
    changed.set_modes(now, test::modes_of(test::random_network(random, nodes)));
    Island heated = island;
    const std::size_t node = random.below(nodes);
    heated.add_heat(now, node, 500);
    for (std::size_t k = 0; k < nodes; ++k) {
      const double t = island.temperature(k, now);
      const double rise = k == node ? 500 / island.modes().capacity_j_per_k(k) : 0;
      REQUIRE(changed.temperature(k, now) == Approx(t).epsilon(tight));
      REQUIRE(heated.temperature(k, now) == Approx(t + rise).epsilon(tight));
      const double area = island.area(island.modes().temperature(k), now);
      REQUIRE(changed.area(changed.modes().temperature(k), now) == Approx(area).epsilon(tight));
    }
  }
}

TEST_CASE("a batch that shares a decay gives the bits of single changes") {
  Random random("batch");
  sim::Decay shared;
  for (int type = 0; type < 20; ++type) {
    const std::size_t nodes = 1 + random.below(9);
    const auto modes = test::modes_of(test::random_network(random, nodes));
    std::vector<Island> batch(5, Island(modes, test::random_temperatures(random, nodes)));
    std::vector<Island> alone = batch;
    for (int change = 1; change < 8; ++change) {
      const Time now = at_s(change * 3.7);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (random.happens(Random::Odds::one_in_three)) continue;  // anchors differ, so spans do
        const auto input = test::random_input(random, 0);
        batch[i].set_input(now, 0, input.value, input.slope, shared);
        alone[i].set_input(now, 0, input.value, input.slope);
      }
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto output = modes->temperature(0);
      REQUIRE(bits(batch[i].read(output, at_s(60))) == bits(alone[i].read(output, at_s(60))));
      REQUIRE(bits(batch[i].area(output, at_s(60))) == bits(alone[i].area(output, at_s(60))));
    }
  }
}

TEST_CASE("reading in between never changes a run, bit for bit") {
  Random random("reading");
  for (int i = 0; i < 200; ++i) {
    Scene scene = random_scene(random);
    Island read = scene.island;
    const auto output = read.modes().temperature(0);
    Random inputs("inputs", static_cast<std::uint64_t>(i));
    Random same("inputs", static_cast<std::uint64_t>(i));
    double sum = 0;
    for (int change = 0; change < 5; ++change) {
      set_random_inputs(inputs, scene.island, at_s(change * 10));
      set_random_inputs(same, read, at_s(change * 10));
      for (int k = 0; k < 7; ++k) {
        const Time t = at_s(change * 10 + random.in(0, 10));
        sum += read.read(output, t) + read.area(output, t) + read.slope(output, t) + read.stored_j(t);
      }
    }
    REQUIRE(std::isfinite(sum));
    REQUIRE(bits(read.read(output, at_s(99))) == bits(scene.island.read(output, at_s(99))));
    REQUIRE(bits(read.area(output, at_s(99))) == bits(scene.island.area(output, at_s(99))));
  }
}

TEST_CASE("a body that rests for a century stays at its steady state and computes with no denormal number") {
  Island island = single(one_node(10, 5), 90);
  island.set_input({}, 0, 50);
  island.set_input({}, 1, 20);
  for (int year = 1; year <= 100; ++year) {
    const Time now = at_s(year * 3.15e7);
    island.set_input(now, 0, 50);
    REQUIRE(island.temperature(0, now) == Approx(30).epsilon(1e-15));
  }
}

TEST_CASE("wrong networks and going back in time are errors of the program") {
  CHECK_THROWS_AS(sim::Modes(sim::Network{}), sim::EngineError);
  CHECK_THROWS_AS(sim::Modes(one_node(0, 1)), sim::EngineError);
  CHECK_THROWS_AS(sim::Modes(one_node(-1, 1)), sim::EngineError);
  sim::Network far = one_node(1, 1);
  far.heats[0].node = 3;
  CHECK_THROWS_AS(sim::Modes(far), sim::EngineError);
  Island island = single(one_node(1, 1), 20);
  island.set_input(at_s(5), 0, 1);
  CHECK_THROWS_AS(island.set_input(at_s(4), 0, 1), sim::EngineError);
}
