#include "sim/crossing.hpp"

#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/sim/support.hpp"

namespace {

using namespace rackcast;
using sim::Direction;
using sim::Island;
using sim::Output;
using sim::Ramp;
using sim::Time;
using test::Random;

/// A question to the search, and what a dense scan knows of its answer.
struct Question {
  Island island;
  Output output;
  Ramp threshold;
  Direction direction;
  Time from;
  Time until;

  double sign() const { return direction == Direction::rising ? 1 : -1; }
  /// At or above 0: crossed.
  double distance(Time t) const { return sign() * (island.read(output, t) - threshold.at(t)); }
};

Output random_output(Random& random, const sim::Modes& modes) {
  if (random.happens(Random::Odds::one_in_three)) return modes.boundary_flow(2 + random.below(2));
  return modes.temperature(random.below(modes.nodes()));
}

Question random_question(Random& random) {
  const std::size_t nodes = 1 + random.below(12);
  Island island(test::modes_of(test::random_network(random, nodes)), test::random_temperatures(random, nodes));
  Time now{};
  for (int change = 0; change < 4; ++change) {  // anchors of the past leave every mode excited
    const std::size_t which = random.below(4);
    const auto input = test::random_input(random, which);
    now = now + sim::from_seconds(random.log_in(0.1, 30));
    island.set_input(now, which, input.value, input.slope);
    if (change == 2 && random.happens(Random::Odds::even)) break;
  }
  const Time from =
      island.anchor() + sim::from_seconds(random.happens(Random::Odds::even) ? 0 : random.log_in(0.01, 50));
  const Output output = random_output(random, island.modes());
  const Direction direction = random.happens(Random::Odds::even) ? Direction::rising : Direction::falling;
  const Time until = from + sim::from_seconds(random.log_in(1, 20'000));
  return {std::move(island), output, {}, direction, from, until};
}

/// Times dense in both scales: 300 evenly, 300 by ratio.
std::vector<Time> scan_times(const Question& q) {
  std::vector<Time> times{q.from};
  const auto span = static_cast<double>((q.until - q.from).ns);
  for (int i = 1; i <= 300; ++i) {
    times.push_back(q.from + Time{static_cast<std::int64_t>(span * i / 300)});
    times.push_back(q.from + Time{static_cast<std::int64_t>(std::pow(span, i / 300.0))});
  }
  std::sort(times.begin(), times.end());
  return times;
}

/// Puts the threshold where it is hard: anywhere in the range, or a little inside or outside an extreme.
void aim(Random& random, Question& q, const std::vector<Time>& times) {
  if (random.happens(Random::Odds::one_in_three)) q.threshold.slope = random.in(-0.05, 0.05);
  q.threshold.since = q.from;
  double lowest = 1e300;
  double highest = -1e300;
  for (const Time t : times) {
    const double over = q.island.read(q.output, t) - q.threshold.at(t);
    lowest = std::min(lowest, over);
    highest = std::max(highest, over);
  }
  const double range = highest - lowest + 1e-6;
  const double extreme = q.direction == Direction::rising ? highest : lowest;
  const bool near = random.happens(Random::Odds::even);
  const double nearness = range * random.log_in(1e-9, 1e-2) * (random.happens(Random::Odds::even) ? 1 : -1);
  q.threshold.value = near ? extreme + nearness : random.in(lowest, highest);
  if (q.distance(q.from) < 0 || random.happens(Random::Odds::one_in_ten)) return;
  q.direction = q.direction == Direction::rising ? Direction::falling : Direction::rising;
}

struct Tally {
  int asked = 0, found = 0, never = 0, already = 0, most = 0;
  double evaluations = 0;
};

void check_found(const Question& q, Time found, double noise) {
  REQUIRE(found > q.from);
  REQUIRE(found <= q.until);
  REQUIRE(q.distance(found) >= -noise);
  if (found > q.from + Time{1}) REQUIRE(q.distance(found - Time{1}) < noise);
}

void ask(Random& random, Tally& tally) {
  Question q = random_question(random);
  const auto times = scan_times(q);
  aim(random, q, times);
  const double noise = 1e-11 * (1 + std::fabs(q.threshold.value) + std::fabs(q.island.read(q.output, q.until)));
  int evaluations = 0;
  const Time found = sim::next_crossing(q.island, q.output, q.threshold, q.direction, q.from, q.until, &evaluations);
  ++tally.asked;
  tally.evaluations += evaluations;
  tally.most = std::max(tally.most, evaluations);
  ++(found == Time::never() ? tally.never : tally.found);
  if (q.distance(q.from) > noise) {
    ++tally.already;
    REQUIRE(found == q.from + Time{1});
    return;
  }
  if (found != Time::never()) check_found(q, found, noise);
  for (const Time t : times) {
    if (t > q.from && t < found) REQUIRE(q.distance(t) < noise);
  }
}

Island heating() {
  sim::Network n;
  n.capacity_j_per_k = {100};
  n.boundaries = {{0, 1, 2}};
  n.heats = {{0, 0, 1}};
  n.inputs = 2;
  const std::vector<double> start{20};
  Island island(test::modes_of(n), start);
  island.set_input({}, 0, 100);
  island.set_input({}, 1, 20);
  return island;
}

}  // namespace

TEST_CASE("no crossing is missed and none is late: 3,000 random signals against a dense scan") {
  Random random("crossing");
  Tally tally;
  for (int i = 0; i < 3'000; ++i) ask(random, tally);
  INFO("found " << tally.found << " never " << tally.never << " already " << tally.already << " mean evaluations "
                << tally.evaluations / tally.asked << " most " << tally.most);
  CHECK(tally.found > 700);
  CHECK(tally.never > 300);
  CHECK(tally.already > 100);
  CHECK(tally.evaluations / tally.asked < 25);
  CHECK(tally.most < 200);
}

TEST_CASE("one node crosses at the time of its closed form") {
  const Island island = heating();
  const auto output = island.modes().temperature(0);
  for (const double rise : {1.0, 25.0, 49.0, 49.999}) {
    const double expected_s = -50 * std::log1p(-rise / 50);
    const Time found =
        sim::next_crossing(island, output, {20 + rise, 0, {}}, Direction::rising, {}, sim::from_seconds(1e4));
    CHECK(sim::to_seconds(found) == Catch::Approx(expected_s).epsilon(1e-12).margin(1.1e-9));
  }
  CHECK(sim::next_crossing(island, output, {70.001, 0, {}}, Direction::rising, {}, Time::never()) == Time::never());
  CHECK(sim::next_crossing(island, output, {19, 0, {}}, Direction::falling, {}, Time::never()) == Time::never());
}

TEST_CASE("an output that is beyond already answers the next nanosecond, and an empty span never") {
  const Island island = heating();
  const auto output = island.modes().temperature(0);
  const Time from = sim::from_seconds(30);
  CHECK(sim::next_crossing(island, output, {25, 0, {}}, Direction::rising, from, Time::never()) == from + Time{1});
  CHECK(sim::next_crossing(island, output, {50, 0, {}}, Direction::rising, from, from) == Time::never());
}

TEST_CASE("a runaway crosses even a threshold ten orders of magnitude away") {
  sim::Network n;
  n.capacity_j_per_k = {100};
  n.feedback_w_per_k = {1};
  n.inputs = 1;
  n.heats = {{0, 0, 1}};
  const std::vector<double> start{1};
  const Island island(test::modes_of(n), start);
  const auto output = island.modes().temperature(0);
  const Time found = sim::next_crossing(island, output, {1e10, 0, {}}, Direction::rising, {}, Time::never());
  CHECK(sim::to_seconds(found) == Catch::Approx(100 * std::log(1e10)).epsilon(1e-11));
}

TEST_CASE("a threshold that moves with the output at a distance costs little and is never crossed") {
  Island island = heating();
  island.set_input({}, 1, 20, 0.01);
  const auto output = island.modes().temperature(0);
  for (const double above : {1e-6, 1e-3, 1.0}) {
    int evaluations = 0;
    const Ramp threshold{70 - 0.5 + above, 0.01, {}};  // the lag of 50 s takes 0.5 K off
    const Time found =
        sim::next_crossing(island, output, threshold, Direction::rising, {}, Time::never(), &evaluations);
    CHECK(found == Time::never());
    CHECK(evaluations < 100);
  }
}

TEST_CASE("a watch fires at its threshold and arms again only after the way back") {
  Island island = heating();
  const auto output = island.modes().temperature(0);
  sim::Watch watch(output, 60, 5, Direction::rising);
  const Time hot = watch.next(island, {}, Time::never());
  CHECK(island.read(output, hot) == Catch::Approx(60).epsilon(1e-10));
  watch.turn();
  CHECK(watch.state() == sim::Watch::State::fired);
  CHECK(watch.next(island, hot, Time::never()) == Time::never());
  island.set_input(hot, 0, 0);
  const Time cool = watch.next(island, hot, Time::never());
  CHECK(island.read(output, cool) == Catch::Approx(55).epsilon(1e-10));
  watch.turn();
  CHECK(watch.state() == sim::Watch::State::armed);
  CHECK(watch.next(island, cool, Time::never()) == Time::never());
  island.set_input(cool, 0, 100);
  CHECK(island.read(output, watch.next(island, cool, Time::never())) == Catch::Approx(60).epsilon(1e-10));
}
