#include "sim/event_queue.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "sim/check.hpp"
#include "sim/component.hpp"
#include "sim/time.hpp"
#include "tests/catch.hpp"
#include "tests/sim/support.hpp"

namespace {

using namespace rackcast;
using sim::EventHandle;
using sim::EventQueue;
using sim::Phase;
using sim::Tag;
using sim::Time;

class Nobody : public sim::Component {
 public:
  Nobody() : Component("nobody") {}
  void start(sim::Context&) override {}
  void wake(sim::Context&, Tag) override {}
};

/// The queue beside a reference that is sorted by (time, arrival).
class Twin {
 public:
  void push(Time at) {
    const Tag tag = next_++;
    const EventHandle handle = queue_.push(at, Phase::work, nobody_, tag);
    expected_.emplace(std::pair{at.ns, tag}, handle);
    handles_.push_back({handle, {at.ns, tag}});
  }

  /// Takes back any event ever scheduled: true exactly when it was still pending.
  void cancel(std::size_t which) {
    if (handles_.empty()) return;
    const auto& [handle, key] = handles_[which % handles_.size()];
    REQUIRE(queue_.cancel(handle) == (expected_.erase(key) == 1));
    REQUIRE(queue_.size() == expected_.size());
  }

  void pop(Time limit) {
    Time at;
    std::vector<Tag> live;
    while (live.empty() && queue_.pop_instant(limit, at, taken_)) {
      for (const auto& entry : taken_) {
        REQUIRE(entry.time_ns == at.ns);
        if (queue_.release(entry.slot())) live.push_back(entry.tag);
      }
      now_ = at;
    }
    std::vector<Tag> wanted;
    if (!expected_.empty() && expected_.begin()->first.first <= limit.ns) {
      const std::int64_t earliest = expected_.begin()->first.first;
      while (!expected_.empty() && expected_.begin()->first.first == earliest) {
        wanted.push_back(expected_.begin()->first.second);
        expected_.erase(expected_.begin());
      }
      REQUIRE(now_.ns == earliest);
    }
    REQUIRE(live == wanted);
  }

  Time now() const { return now_; }
  std::size_t size() const { return expected_.size(); }

 private:
  using Key = std::pair<std::int64_t, Tag>;
  Nobody nobody_;
  EventQueue queue_;
  std::map<Key, EventHandle> expected_;
  std::vector<std::pair<EventHandle, Key>> handles_;
  std::vector<EventQueue::Entry> taken_;
  Time now_;
  Tag next_ = 0;
};

Time later(test::Random& random, Time now) {
  switch (random.below(4)) {
    case 0:
      return now;
    case 1:
      return now + Time{static_cast<std::int64_t>(random.below(4))};
    case 2:
      return now + Time{static_cast<std::int64_t>(random.log_in(1, 1e6))};
    default:
      return now + Time{static_cast<std::int64_t>(random.log_in(1, 4e18 / 1e3))};
  }
}

void random_program(std::uint64_t seed) {
  test::Random random("queue", seed);
  Twin twin;
  for (int i = 0; i < 3'000; ++i) {
    const auto choice = random.below(10);
    if (choice < 5) twin.push(later(random, twin.now()));
    if (choice == 5 || choice == 6) twin.cancel(random.below(1'000'000));
    if (choice == 7) twin.pop(twin.now() + Time{static_cast<std::int64_t>(random.log_in(1, 1e9))});
    if (choice > 7) twin.pop(Time::never());
  }
  while (twin.size() > 0) twin.pop(Time::never());
  twin.pop(Time::never());
}

}  // namespace

TEST_CASE("random programs of push, cancel and pop keep the order of a sorted reference") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) random_program(seed);
}

TEST_CASE("events of one time leave in the order of arrival, also when they arrived far apart") {
  Nobody nobody;
  EventQueue queue;
  std::vector<EventQueue::Entry> taken;
  Time now;
  queue.push(Time{1'000'000}, Phase::work, nobody, 1);
  queue.push(Time{5}, Phase::work, nobody, 0);
  queue.push(Time{1'000'000}, Phase::work, nobody, 2);
  REQUIRE(queue.pop_instant(Time::never(), now, taken));
  CHECK(now == Time{5});
  queue.push(Time{1'000'000}, Phase::fault, nobody, 3);
  queue.push(Time{999'999}, Phase::work, nobody, 9);
  REQUIRE(queue.pop_instant(Time::never(), now, taken));
  REQUIRE(queue.pop_instant(Time::never(), now, taken));
  REQUIRE(taken.size() == 3);
  for (Tag tag = 0; tag < 3; ++tag) CHECK(taken[tag].tag == tag + 1);
}

TEST_CASE("a handle of an event that fired, or was cancelled, does not touch the one that took its place") {
  Nobody nobody;
  EventQueue queue;
  std::vector<EventQueue::Entry> taken;
  Time now;
  const EventHandle fired = queue.push(Time{1}, Phase::work, nobody, 0);
  REQUIRE(queue.pop_instant(Time::never(), now, taken));
  REQUIRE(queue.release(taken[0].slot()));
  const EventHandle second = queue.push(Time{2}, Phase::work, nobody, 0);
  CHECK(second.slot == fired.slot);
  CHECK_FALSE(queue.cancel(fired));
  CHECK(queue.cancel(second));
  CHECK_FALSE(queue.cancel(second));
  CHECK_FALSE(queue.cancel(EventHandle{}));
  CHECK(queue.size() == 0);
}

TEST_CASE("cancelling far ahead again and again does not grow the queue") {
  Nobody nobody;
  EventQueue queue;
  std::uint32_t highest_slot = 0;
  for (int i = 0; i < 2'000'000; ++i) {
    const EventHandle handle = queue.push(Time{1'000'000'000'000 + i}, Phase::work, nobody, 0);
    highest_slot = std::max(highest_slot, handle.slot);
    REQUIRE(queue.cancel(handle));
  }
  CHECK(highest_slot < 4'096);
  CHECK(queue.size() == 0);
}

TEST_CASE("nothing is taken beyond the limit, and an event in the past is an error") {
  Nobody nobody;
  EventQueue queue;
  std::vector<EventQueue::Entry> taken;
  Time now;
  queue.push(Time{100}, Phase::work, nobody, 0);
  CHECK_FALSE(queue.pop_instant(Time{99}, now, taken));
  queue.push(Time{50}, Phase::work, nobody, 1);  // still allowed: nothing was taken
  REQUIRE(queue.pop_instant(Time{99}, now, taken));
  CHECK(now == Time{50});
  CHECK_THROWS_AS(queue.push(Time{49}, Phase::work, nobody, 2), sim::EngineError);
  REQUIRE(queue.pop_instant(Time{100}, now, taken));
  CHECK_FALSE(queue.pop_instant(Time::never(), now, taken));
}
