#include "sim/progress.hpp"

#include "tests/catch.hpp"
#include "tests/sim/support.hpp"

namespace {

using namespace rackcast;
using sim::Progress;
using sim::Time;

}  // namespace

TEST_CASE("progress reaches its target in the first nanosecond at or beyond it, upwards and downwards") {
  test::Random random("progress");
  for (int i = 0; i < 20'000; ++i) {
    const double sign = i % 2 == 0 ? 1 : -1;
    Progress progress(random.in(-100, 100), Time{static_cast<std::int64_t>(random.log_in(1, 1e18))});
    const Time since = sim::from_seconds(random.log_in(1, 1e8)) + Time{1'000'000'000'000'000'000};
    progress.set_rate(since, sign * random.log_in(1e-6, 1e6));
    const double value = progress.value(since);
    const double target = value + sign * random.log_in(1e-3, 1e3);
    const Time at = progress.reaches(target);
    REQUIRE(at > since);
    REQUIRE(sign * (progress.value(at) - target) >= 0);
    REQUIRE(sign * (progress.value(at - Time{1}) - target) < 0);
  }
}

TEST_CASE("progress that stands still, moves away or is there already says so") {
  Progress progress(10, Time{100});
  CHECK(progress.reaches(11) == Time::never());
  CHECK(progress.reaches(10) == Time{100});
  progress.set_rate(Time{100}, 5);
  CHECK(progress.reaches(9) == Time{100});  // beyond already
  progress.set_rate(Time{100}, -5);
  CHECK(progress.reaches(11) == Time{100});
  CHECK(progress.reaches(5) == Time{1'000'000'100});
  progress.set_rate(Time{100}, 1e-300);
  CHECK(progress.reaches(11) == Time::never());
}

TEST_CASE("progress that turns round goes back through the same values, and reading changes nothing") {
  Progress progress;
  progress.set_rate(Time{0}, 2);
  const Time turn = sim::from_seconds(10);
  CHECK(progress.value(turn) == 20);
  progress.set_rate(turn, -4);
  CHECK(progress.value(sim::from_seconds(12.5)) == Catch::Approx(10).epsilon(1e-15));
  CHECK(progress.reaches(0) == sim::from_seconds(15));
  progress.set_value(sim::from_seconds(11), 3);
  CHECK(progress.rate() == -4);
  CHECK(progress.reaches(1) == sim::from_seconds(11.5));
}

TEST_CASE("time adds up to never and not beyond, and rounds to the nearest nanosecond") {
  CHECK(Time::never() + Time{1} == Time::never());
  CHECK(Time{5} + Time::never() == Time::never());
  CHECK(sim::from_seconds(1e-9) == Time{1});
  CHECK(sim::from_seconds(1.4e-9) == Time{1});
  CHECK(sim::from_seconds(-1.6e-9) == Time{-2});
  CHECK(sim::from_seconds(1e12) == Time::never());
}
