#include "sim/simulator.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "sim/check.hpp"
#include "tests/catch.hpp"

namespace {

using namespace rackcast;
using sim::Context;
using sim::Phase;
using sim::Tag;
using sim::Time;

struct Volts {};

/// A component made of two functions, for one test each.
class Actor : public sim::Component {
 public:
  using Wake = std::function<void(Context&, Tag)>;
  Actor(std::string path, std::function<void(Context&)> begin, Wake act)
      : Component(std::move(path)), begin_(std::move(begin)), act_(std::move(act)) {}
  void start(Context& context) override { begin_(context); }
  void wake(Context& context, Tag tag) override { act_(context, tag); }

 private:
  std::function<void(Context&)> begin_;
  Wake act_;
};

using Log = std::vector<std::string>;

void nothing(Context&) {}

constexpr Time second{1'000'000'000};

}  // namespace

TEST_CASE("an instant runs its phases in order, first come first served within one") {
  sim::Simulator simulator{{}};
  Log log;
  const auto begin = [](Context& c) {
    for (const Phase phase : {Phase::observe, Phase::work, Phase::control, Phase::physics, Phase::fault}) {
      for (Tag i = 0; i < 2; ++i) c.schedule(second, phase, static_cast<Tag>(phase) * 10 + i);
    }
  };
  simulator.add<Actor>("a", begin, [&](Context& c, Tag tag) {
    CHECK(c.now() == second);
    log.push_back(std::to_string(tag));
  });
  simulator.run(second);
  CHECK(log == Log{"0", "1", "10", "11", "20", "21", "30", "31", "40", "41"});
  CHECK(simulator.events() == 10);
}

TEST_CASE("what is asked for now in an earlier or the same phase runs in the next round, later phases in this one") {
  sim::Simulator simulator{{}};
  Log log;
  const auto begin = [](Context& c) {
    c.schedule(second, Phase::control, 1);
    c.schedule(second, Phase::work, 2);
    c.schedule(second, Phase::observe, 9);
  };
  simulator.add<Actor>("a", begin, [&](Context& c, Tag tag) {
    log.push_back(std::to_string(tag));
    if (tag != 1) return;
    c.schedule(c.now(), Phase::control, 5);  // own phase: next round
    c.schedule(c.now(), Phase::physics, 4);  // earlier: next round
    c.schedule(c.now(), Phase::work, 3);     // later: this round
  });
  simulator.run(second);
  CHECK(log == Log{"1", "2", "3", "4", "5", "9"});
}

TEST_CASE("observers run once, after the last round, however often they are asked") {
  sim::Simulator simulator{{}};
  const auto signal = simulator.signals().create<Volts>(0);
  int observed = 0;
  int rounds = 0;
  simulator.add<Actor>(
      "settling", [](Context& c) { c.schedule(second, Phase::physics, 0); },
      [&](Context& c, Tag) {
        c.publish(signal, ++rounds);
        if (rounds < 5) c.schedule(c.now(), Phase::physics, 0);
      });
  auto& observer = simulator.add<Actor>("observer", nothing, [&](Context& c, Tag) {
    ++observed;
    CHECK(c.read(signal) == 5);
    c.schedule(c.now() + second, Phase::physics, 7);  // later is allowed
  });
  simulator.signals().listen(signal, observer, Phase::observe, 0);
  simulator.run(second);
  CHECK(rounds == 5);
  CHECK(observed == 1);
}

TEST_CASE("an observer that schedules or publishes now is an error") {
  for (const bool publishes : {false, true}) {
    sim::Simulator simulator{{}};
    const auto signal = simulator.signals().create<Volts>(0);
    simulator.add<Actor>(
        "o", [](Context& c) { c.schedule(second, Phase::observe, 0); },
        [&](Context& c, Tag) {
          if (publishes) c.publish(signal, 1);
          if (!publishes) c.schedule(c.now(), Phase::work, 0);
        });
    CHECK_THROWS_AS(simulator.run(second), sim::EngineError);
  }
}

TEST_CASE("an instant of 64 rounds settles, one more names the components that keep asking") {
  for (const int wanted : {64, 65}) {
    sim::Simulator simulator{{}};
    int rounds = 0;
    const auto act = [&](Context& c, Tag) {
      if (++rounds < wanted) c.schedule(c.now(), Phase::physics, 0);
    };
    simulator.add<Actor>(
        "room.fan", [](Context& c) { c.schedule(second, Phase::physics, 0); }, act);
    simulator.add<Actor>(
        "innocent", [](Context& c) { c.schedule(second, Phase::work, 0); }, [](Context&, Tag) {});
    if (wanted == 64) {
      CHECK_NOTHROW(simulator.run(second));
      continue;
    }
    try {
      simulator.run(second);
      FAIL("a sixty-fifth round was allowed");
    } catch (const sim::EndlessInstant& error) {
      const std::string message = error.what();
      CHECK(message.find("room.fan") != std::string::npos);
      CHECK(message.find("innocent") == std::string::npos);
    }
  }
}

TEST_CASE("a listener is woken once a round however many of its signals are published, and not for the same value") {
  sim::Simulator simulator{{}};
  const auto a = simulator.signals().create<Volts>(0);
  const auto b = simulator.signals().create<Volts>(0);
  int wakes = 0;
  simulator.add<Actor>(
      "source",
      [](Context& c) {
        for (int i = 1; i <= 3; ++i) c.schedule(Time{i * second.ns}, Phase::physics, 0);
      },
      [&](Context& c, Tag) {
        const double value = c.now() == second ? 1 : 2;
        c.publish(a, value + 10);
        c.publish(a, value);
        c.publish(b, value);
      });
  auto& sink = simulator.add<Actor>("sink", nothing, [&](Context& c, Tag) {
    ++wakes;
    CHECK(c.read(a) == c.read(b));
  });
  simulator.signals().listen(a, sink, Phase::control, 0);
  simulator.signals().listen(b, sink, Phase::control, 0);
  simulator.run(second);
  CHECK(wakes == 1);
  simulator.run(second + second);
  CHECK(wakes == 2);
}

TEST_CASE("publishing what the ramp would have said anyway wakes nobody") {
  sim::Simulator simulator{{}};
  const auto ramp = simulator.signals().create<Volts>(0);
  int wakes = 0;
  simulator.add<Actor>(
      "source",
      [](Context& c) {
        for (int i = 1; i <= 3; ++i) c.schedule(Time{i * second.ns}, Phase::physics, 0);
      },
      [&](Context& c, Tag) { c.publish(ramp, 2 * sim::to_seconds(c.now()), 2); });
  auto& sink = simulator.add<Actor>("sink", nothing, [&](Context&, Tag) { ++wakes; });
  simulator.signals().listen(ramp, sink, Phase::work, 0);
  simulator.run(second + second + second);
  CHECK(wakes == 1);
}

TEST_CASE("a signal published in a later phase than its listener's wakes it in the next round") {
  sim::Simulator simulator{{}};
  const auto signal = simulator.signals().create<Volts>(0);
  Log log;
  auto& early = simulator.add<Actor>("early", nothing, [&](Context& c, Tag) {
    log.push_back("early");
    if (log.size() == 2) c.schedule(c.now(), Phase::work, 0);
  });
  simulator.signals().listen(signal, early, Phase::physics, 0);
  simulator.add<Actor>(
      "late", [](Context& c) { c.schedule(second, Phase::work, 0); },
      [&](Context& c, Tag) {
        log.push_back("late");
        c.publish(signal, 1);
      });
  simulator.run(second);
  CHECK(log == Log{"late", "early", "early"});
}

TEST_CASE("components start in the order of addition, before the first round of time zero") {
  sim::Simulator simulator{{}};
  Log log;
  const auto begin = [&](const char* name) {
    return [&log, name](Context& c) {
      log.push_back(name);
      c.schedule(Time{0}, Phase::work, 0);
    };
  };
  const auto act = [&](Context& c, Tag) {
    CHECK(c.now() == Time{0});
    log.push_back("w");
  };
  simulator.add<Actor>("b", begin("b"), act);
  simulator.add<Actor>("a", begin("a"), act);
  simulator.run(Time{0});
  CHECK(log == Log{"b", "a", "w", "w"});
}

TEST_CASE("cancelled events do not fire, also in the running instant, and an event at never is none") {
  sim::Simulator simulator{{}};
  Log log;
  sim::EventHandle doomed;
  sim::EventHandle far;
  const auto begin = [&](Context& c) {
    c.schedule(second, Phase::physics, 1);
    doomed = c.schedule(second, Phase::work, 2);
    far = c.schedule(second + second, Phase::work, 3);
    c.schedule(Time::never(), Phase::work, 4);
    c.schedule(second + Time::never(), Phase::work, 5);
  };
  simulator.add<Actor>("a", begin, [&](Context& c, Tag tag) {
    log.push_back(std::to_string(tag));
    if (tag != 1) return;
    sim::EventHandle now = c.schedule(c.now(), Phase::control, 6);
    c.cancel(now);
    c.cancel(doomed);
    c.cancel(far);
    c.cancel(far);
  });
  simulator.run(Time::never());
  CHECK(log == Log{"1"});
}

TEST_CASE("scheduling in the past is an error") {
  sim::Simulator simulator{{}};
  simulator.add<Actor>(
      "a", [](Context& c) { c.schedule(second, Phase::work, 0); },
      [](Context& c, Tag) { c.schedule(second - Time{1}, Phase::work, 0); });
  CHECK_THROWS_AS(simulator.run(second), sim::EngineError);
}

namespace {

/// Two components that disturb each other at random times; the log of all their wakes with values.
Log disturbed_run(const std::vector<Time>& stops) {
  sim::Simulator simulator{{7, 3}};
  const auto signal = simulator.signals().create<Volts>(1);
  Log log;
  const auto act = [&](Context& c, Tag tag) {
    auto stream = c.stream("delay");
    const double u = stream.uniform_at(static_cast<std::uint64_t>(c.now().ns));
    log.push_back(std::to_string(c.now().ns) + ":" + std::to_string(tag) + ":" + std::to_string(c.read(signal)));
    if (tag == 0) c.publish(signal, u, u - 0.5);
    if (tag == 0) c.schedule(c.now() + sim::from_seconds(u), Phase::physics, 0);
  };
  auto& a = simulator.add<Actor>(
      "a", [](Context& c) { c.schedule(Time{5}, Phase::physics, 0); }, act);
  auto& b = simulator.add<Actor>(
      "b", [](Context& c) { c.schedule(Time{5}, Phase::physics, 0); }, act);
  simulator.signals().listen(signal, a, Phase::control, 1);
  simulator.signals().listen(signal, b, Phase::work, 2);
  for (const Time stop : stops) {
    simulator.run(stop);
    CHECK(simulator.now() == stop);
  }
  return log;
}

}  // namespace

TEST_CASE("a run in slices is the run") {
  const Time end = sim::from_seconds(50);
  std::vector<Time> slices;
  for (Time t{1}; t < end; t = t + Time{t.ns / 3 + 77'777'777}) slices.push_back(t);
  slices.push_back(end);
  const Log whole = disturbed_run({end});
  CHECK(whole.size() > 300);
  CHECK(disturbed_run(slices) == whole);
}

TEST_CASE("a run stops when a component asks, or from outside, and stays at that instant") {
  sim::Simulator simulator{{}};
  int wakes = 0;
  simulator.add<Actor>(
      "a", [](Context& c) { c.schedule(second, Phase::work, 0); },
      [&](Context& c, Tag) {
        if (++wakes == 3) c.stop();
        c.schedule(c.now() + second, Phase::work, 0);
      });
  simulator.run(Time::never());
  CHECK(wakes == 3);
  CHECK(simulator.stopped());
  CHECK(simulator.now() == Time{3 * second.ns});

  sim::Simulator endless{{}};
  std::atomic<bool> interrupt{false};
  endless.add<Actor>(
      "a", [](Context& c) { c.schedule(second, Phase::work, 0); },
      [&](Context& c, Tag) {
        if (endless.events() == 10'000) interrupt = true;
        c.schedule(c.now() + second, Phase::work, 0);
      });
  endless.run(Time::never(), &interrupt);
  CHECK(endless.stopped());
  CHECK(endless.events() >= 10'000);
  CHECK(endless.events() < 20'000);
}

TEST_CASE("records carry their time, component and cause") {
  sim::Simulator simulator{{}};
  simulator.add<Actor>(
      "a", [](Context& c) { c.schedule(second, Phase::fault, 0); },
      [](Context& c, Tag) {
        const auto first = c.record(sim::Severity::error, "broke", "a fan");
        c.record(sim::Severity::info, "slowed", {}, first);
      });
  simulator.run(second);
  const auto& events = simulator.trace().events;
  REQUIRE(events.size() == 2);
  CHECK(events[0].component == "a");
  CHECK(events[0].time == second);
  CHECK(events[1].cause == events[0].id);
}
