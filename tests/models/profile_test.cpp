// Values over time, and the straight lines that are published of them.
#include "models/profile.hpp"

#include <cmath>

#include "models/profile_course.hpp"
#include "sim/stream.hpp"
#include "tests/catch.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double hour_s = 3600;
constexpr double day_s = 86400;

Profile polygon(std::vector<double> at_s, std::vector<double> values) {
  return {0, 0, 0, std::move(at_s), std::move(values)};
}

// Office hours: up at eight, a step down at six in the evening.
Profile office() {
  return polygon({0, 8 * hour_s, 9 * hour_s, 18 * hour_s, 18 * hour_s, day_s}, {0, 0, 600, 600, 100, 0});
}

Profile year_of_hours() {
  sim::Stream luck({3, 0}, "weather", "hours");
  Profile profile;
  for (int hour = 0; hour <= 8760; ++hour) {
    profile.at_s.push_back(hour * hour_s);
    profile.values.push_back(std::round(200 + 150 * luck.uniform()) / 10);
  }
  return profile;
}

// Follows a course from line to line until `end_s`; the number of lines, and the largest distance from the profile.
struct Followed {
  int lines = 0;
  double off = 0;
};
Followed follow(const Profile& profile, double tolerance, double end_s) {
  const ProfileCourse course(profile, tolerance);
  Followed followed;
  sim::Time now{};
  while (now < sim::from_seconds(end_s)) {
    const auto stretch = course.at(now);
    REQUIRE(stretch.until > now);
    ++followed.lines;
    for (const double share : {0.0, 0.3, 0.999}) {
      const double span_ns = static_cast<double>(std::min(stretch.until, sim::from_seconds(end_s)).ns - now.ns);
      const sim::Time t{now.ns + static_cast<std::int64_t>(share * span_ns)};
      const double off = std::fabs(stretch.line.at(t) - value_at(profile, sim::to_seconds(t)));
      followed.off = std::max(followed.off, off);
    }
    now = stretch.until;
  }
  return followed;
}

}  // namespace

TEST_CASE("a profile with points is straight between them, steps where two stand at one time, and starts over") {
  const Profile profile = office();
  CHECK(value_at(profile, 4 * hour_s) == 0);
  CHECK(value_at(profile, 8.5 * hour_s) == Approx(300));
  CHECK(value_at(profile, 12 * hour_s) == 600);
  CHECK(value_at(profile, 18 * hour_s - 1e-6) == Approx(600));
  CHECK(value_at(profile, 18 * hour_s) == 100);
  CHECK(value_at(profile, 21 * hour_s) == Approx(50));
  CHECK(value_at(profile, 3 * day_s + 8.5 * hour_s) == Approx(300));
  CHECK(highest(profile) == 600);
  CHECK(lowest(profile) == 0);
  CHECK(mean_value(profile) == Approx((300 + 9 * 600 + 6 * 50) / 24.0).epsilon(1e-14));
}

TEST_CASE("a single point is a constant, and what stands before the first point is its value") {
  CHECK(value_at(polygon({0}, {7}), 1e6) == 7);
  CHECK(mean_value(polygon({0}, {7})) == 7);
  const Profile late = polygon({10, 20}, {1, 3});
  CHECK(value_at(late, 5) == 1);
  CHECK(value_at(late, 15) == Approx(2));
  CHECK(value_at(late, 25) == 1);
  CHECK(mean_value(late) == Approx(1.5));
}

TEST_CASE("a daily curve has its mean, its extremes and its peak") {
  const Profile daily{24, 8, 15 * hour_s, {}, {}};
  CHECK(highest(daily) == 28);
  CHECK(lowest(daily) == 20);
  CHECK(mean_value(daily) == 24);
  CHECK(value_at(daily, 15 * hour_s) == Approx(28));
  CHECK(value_at(daily, 27 * hour_s) == Approx(20));
}

TEST_CASE("the lines of a course are the polygon, and the chords stay within their tolerance") {
  CHECK(follow(office(), 0.1, 3 * day_s).off < 1e-9);
  const Followed year = follow(year_of_hours(), 0.1, 400 * day_s);
  CHECK(year.off < 1e-9);
  CHECK(year.lines < 400 * 24 + 1);
  const Profile daily{24, 8, 15 * hour_s, {}, {}};
  const Followed day = follow(daily, 0.1, 10 * day_s);
  CHECK(day.off <= 0.1);
  CHECK(day.off > 0.02);
  CHECK(day.lines == 150);  // 4 K · (1 − cos(π/15)) = 0.087 K, with fourteen chords 0.1003 K
}

TEST_CASE("points on one line are published as one line, whatever their number") {
  Profile ramp;
  for (int i = 0; i <= 1000; ++i) {
    ramp.at_s.push_back(i * 60.0);
    ramp.values.push_back(0.1 * i);
  }
  CHECK(follow(ramp, 0.1, 60000).lines == 1);
  // A curve so flat that each point lies on the line of its neighbours, but not all on one.
  Profile curve;
  for (int i = 0; i <= 100000; ++i) {
    curve.at_s.push_back(i);
    curve.values.push_back(1 + 1e-11 * i * (i / 1000.0));
  }
  CHECK(follow(curve, 0.1, 100000).off < 1e-11);
}

TEST_CASE("a constant is one line for ever") {
  for (const Profile& constant : {Profile{5, 0, 0, {}, {}}, polygon({0}, {5}), polygon({0, 0}, {4, 5})}) {
    const auto stretch = ProfileCourse(constant, 0.1).at({});
    CHECK(stretch.line.value == 5);
    CHECK(stretch.line.slope == 0);
    CHECK(stretch.until == sim::Time::never());
  }
}
