// Same bytes: a run of random networks gives one hash on any thread, in any slices, on any CPU of the build's level.
#include <bit>
#include <thread>
#include <vector>

#include "sim/crossing.hpp"
#include "sim/distributions.hpp"
#include "sim/progress.hpp"
#include "sim/simulator.hpp"
#include "tests/catch.hpp"
#include "tests/sim/support.hpp"

namespace {

using namespace rackcast;
using sim::Context;
using sim::Phase;
using sim::Tag;
using sim::Time;

struct Celsius {};

class Hash {
 public:
  void add(double x) { value_ = std::rotl((value_ ^ test::bits(x)) * 0x9e3779b97f4a7c15u, 29); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// A body whose power changes at random times, that stops heating above a threshold, and warms its neighbour's air.
class Body : public sim::Component {
 public:
  Body(std::string path, sim::Signal<Celsius> air, sim::Signal<Celsius> outlet, const sim::RunIdentity& run, Hash& hash)
      : Component(path),
        air_(air),
        outlet_(outlet),
        hash_(hash),
        random_(path, run.seed + run.replication),
        island_(make(random_)),
        output_(island_.modes().temperature(0)),
        watch_(output_, 70, 4, sim::Direction::rising) {}

  void start(Context& c) override { c.schedule(Time{0}, Phase::work, change); }

  void wake(Context& c, Tag tag) override {
    auto draw = c.stream("draw");
    const double u = draw.uniform_at(wakes_++);
    if (tag == change) {
      power_w_ = 300 * u;
      c.schedule(c.now() + sim::from_seconds(sim::exponential(u, 60)), Phase::work, change);
    }
    if (tag == crossed) watch_.turn();
    const bool hot = watch_.state() == sim::Watch::State::fired;
    island_.set_input(c.now(), 0, hot ? 0 : power_w_, hot ? 0 : 0.01 * sim::normal(u));
    const auto& air = c.ramp(air_);
    island_.set_input(c.now(), 2, air.at(c.now()), air.slope);
    steps_.set_rate(c.now(), hot ? 0 : 1);
    hash_.add(island_.read(output_, c.now()));
    hash_.add(island_.area(output_, c.now()));
    hash_.add(steps_.value(c.now()));
    if (tag == change) c.publish(outlet_, 25 + 0.02 * power_w_, 1e-4 * u);
    c.cancel(crossing_);
    crossing_ = c.schedule(watch_.next(island_, c.now(), Time::never()), Phase::physics, crossed);
  }

 private:
  static constexpr Tag change = 0;
  static constexpr Tag crossed = 1;

  static sim::Island make(test::Random& random) {
    const std::size_t nodes = 1 + random.below(9);
    return {test::modes_of(test::random_network(random, nodes)), test::random_temperatures(random, nodes)};
  }

  sim::Signal<Celsius> air_, outlet_;
  Hash& hash_;
  test::Random random_;
  sim::Island island_;
  sim::Output output_;
  sim::Watch watch_;
  sim::Progress steps_;
  sim::EventHandle crossing_;
  double power_w_ = 0;
  std::uint64_t wakes_ = 0;
};

constexpr Tag air_changed = 2;
enum class Slices { one, many };

std::uint64_t hash_of_run(std::uint32_t replication, Slices slices) {
  const sim::RunIdentity run{11, replication};
  sim::Simulator simulator(run);
  Hash hash;
  std::vector<sim::Signal<Celsius>> air;
  for (int i = 0; i <= 12; ++i) air.push_back(simulator.signals().create<Celsius>(25));
  for (std::size_t i = 0; i < 12; ++i) {
    auto& body = simulator.add<Body>("body[" + std::to_string(i) + "]", air[i], air[i + 1], run, hash);
    simulator.signals().listen(air[i], body, Phase::physics, air_changed);
  }
  const double step_s = slices == Slices::many ? 17.3 : 3600;
  for (double t = step_s; t < 3600; t += step_s) simulator.run(sim::from_seconds(t));
  simulator.run(sim::from_seconds(3600));
  CHECK(simulator.events() > 1'000);
  return hash.value();
}

std::vector<std::uint64_t> hashes(unsigned threads) {
  std::vector<std::uint64_t> results(8);
  std::vector<std::thread> pool;
  for (unsigned t = 0; t < threads; ++t) {
    pool.emplace_back([&, t] {
      for (std::uint32_t i = t; i < results.size(); i += threads) results[i] = hash_of_run(i, Slices::one);
    });
  }
  for (auto& thread : pool) thread.join();
  return results;
}

}  // namespace

TEST_CASE("runs give the same bits on one, two and five threads") {
  const auto alone = hashes(1);
  CHECK(hashes(2) == alone);
  CHECK(hashes(5) == alone);
  CHECK(alone[0] != alone[1]);
}

TEST_CASE("stopping to look now and then does not change a bit of a run") {
  CHECK(hash_of_run(3, Slices::many) == hash_of_run(3, Slices::one));
}

TEST_CASE("a run gives the bits written down once: on every CPU, compiler and level of optimisation") {
  // Any change of the engine's arithmetic changes these numbers, and is listed in docs/changes.md.
  CHECK(hash_of_run(0, Slices::one) == 0x77e95c0f1c7a33fau);
  CHECK(hash_of_run(1, Slices::one) == 0xa890b73230901047u);
}
