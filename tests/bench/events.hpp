#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

#include "sim/simulator.hpp"
#include "tests/bench/harness.hpp"

namespace rackcast::bench {

/// Exponential delays with a mean of one second, drawn beforehand: both contestants read the same ones.
class Delays {
 public:
  Delays() {
    std::uint64_t state = 1;
    for (std::size_t i = 0; i < count; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const double u = (static_cast<double>(state >> 11) + 0.5) * 0x1p-53;
      ns_.push_back(1 + static_cast<std::int64_t>(-1e9 * std::log(u)));
    }
  }
  std::int64_t at(std::uint64_t n) const { return ns_[n % count]; }

 private:
  static constexpr std::size_t count = 1 << 14;
  std::vector<std::int64_t> ns_;
};

/// What an event changes: 24 bytes.
struct State {
  std::uint64_t next;
  std::uint64_t wakes = 0;
  double sum_s = 0;

  std::int64_t step(const Delays& delays, std::int64_t now_ns) {
    ++wakes;
    sum_s += static_cast<double>(now_ns) * 1e-9;
    next = next * 6364136223846793005u + 1442695040888963407u;
    return delays.at(next >> 32) + static_cast<std::int64_t>(next >> 48);
  }
};

/// A component that asks to be woken again and again; with a guard it also takes back and renews a second, later event.
class Sleeper : public sim::Component {
 public:
  enum class Guard { none, renewed };
  Sleeper(const Delays& delays, std::uint64_t seed, Guard guard)
      : Component("s"), delays_(delays), state_{seed}, guard_(guard) {}

  void start(sim::Context& context) override { wake(context, 0); }
  void wake(sim::Context& context, sim::Tag) override {
    const sim::Time delay{state_.step(delays_, context.now().ns)};
    pending_ = context.schedule(context.now() + delay, sim::Phase::physics, 0);
    if (guard_ == Guard::none) return;
    context.cancel(late_);
    late_ = context.schedule(context.now() + delay + sim::Time{1'000'000'000}, sim::Phase::control, 1);
  }

 private:
  const Delays& delays_;
  State state_;
  Guard guard_;
  sim::EventHandle pending_;
  sim::EventHandle late_;
};

/// The peer: a binary heap of closures, as most simulators are first written.
class ClosureLoop {
 public:
  explicit ClosureLoop(std::size_t count) : states_(count) {
    for (std::size_t i = 0; i < count; ++i) {
      states_[i].next = i;
      wake(i, 1, 2);
    }
  }
  void run(std::uint64_t events) {
    for (std::uint64_t i = 0; i < events; ++i) {
      const auto act = std::move(const_cast<Entry&>(queue_.top()).act);
      now_ns_ = queue_.top().time_ns;
      queue_.pop();
      act();
    }
  }
  std::int64_t now_ns() const { return now_ns_; }

 private:
  struct Entry {
    std::int64_t time_ns;
    std::uint64_t sequence;
    std::function<void()> act;
    bool operator<(const Entry& o) const { return time_ns != o.time_ns ? time_ns > o.time_ns : sequence > o.sequence; }
  };

  // 32 bytes captured: this, who, and two arguments.
  void wake(std::size_t who, std::uint64_t a, std::uint64_t b) {
    const std::int64_t at = now_ns_ + states_[who].step(delays_, now_ns_);
    queue_.push({at, sequence_++, [this, who, a, b] { wake(who, a, b); }});
  }

  Delays delays_;
  std::vector<State> states_;
  std::priority_queue<Entry> queue_;
  std::uint64_t sequence_ = 0;
  std::int64_t now_ns_ = 0;
};

/// The engine with `count` sleepers, past its first transient.
class EngineLoop {
 public:
  EngineLoop(std::size_t count, Sleeper::Guard guard) {
    for (std::size_t i = 0; i < count; ++i) simulator_.add<Sleeper>(delays_, i, guard);
    simulator_.run(sim::from_seconds(0.5));
  }
  /// Cost per event over so many simulated seconds.
  Cost run(double seconds) {
    const std::uint64_t before = simulator_.events();
    const Cost cost = timed([&] { simulator_.run(simulator_.now() + sim::from_seconds(seconds)); });
    return cost / static_cast<double>(simulator_.events() - before);
  }

 private:
  Delays delays_;
  sim::Simulator simulator_{{}};
};

struct EventFigures {  ///< per event
  Cost engine;
  Cost peer;
  Cost renewed;  ///< with one cancel and one more schedule per event
};

/// Interleaves the contestants, so that both see the same machine.
inline EventFigures measure_events(std::size_t count, std::uint64_t events, int repeats) {
  EngineLoop engine(count, Sleeper::Guard::none);
  EngineLoop renewed(count, Sleeper::Guard::renewed);
  ClosureLoop peer(count);
  const double span_s = static_cast<double>(events) / static_cast<double>(count);
  peer.run(count / 2);
  std::vector<Cost> ours;
  std::vector<Cost> theirs;
  std::vector<Cost> renewing;
  for (int i = 0; i < repeats; ++i) {
    ours.push_back(engine.run(span_s));
    theirs.push_back(timed([&] { peer.run(events); }) / static_cast<double>(events));
    renewing.push_back(renewed.run(span_s));
  }
  return {median(ours), median(theirs), median(renewing)};
}

}  // namespace rackcast::bench
