#include "scenarios/statistics.hpp"

#include <cmath>
#include <limits>

#include "scenarios/student_t.hpp"
#include "tests/catch.hpp"

using namespace rackcast::scenarios;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("Student's t agrees with 16-digit values of the inverse incomplete beta function") {
  const std::pair<int, double> known[] = {
      {1, 12.7062047361747},     {2, 4.302652729749464},   {3, 3.18244630528371},    {4, 2.776445105197794},
      {5, 2.570581835636316},    {10, 2.228138851986275},  {30, 2.042272456301238},  {31, 2.039513446396408},
      {99, 1.984216951586417},   {199, 1.971956544251754}, {200, 1.971896223633909}, {1000, 1.962339080826408},
      {100000, 1.95998770753461}};
  for (const auto& [degrees, value] : known) {
    INFO(degrees);
    CHECK(student_t_95(degrees) == Approx(value).epsilon(1e-11));
  }
}

TEST_CASE("Student's t falls with the degrees of freedom, across the change of method too") {
  for (int degrees = 1; degrees < 400; ++degrees) CHECK(student_t_95(degrees) > student_t_95(degrees + 1));
}

TEST_CASE("quantiles interpolate between order statistics as type 7 does") {
  const std::vector<double> x = {1, 2, 4, 8, 16};
  CHECK(quantile(x, 0) == 1);
  CHECK(quantile(x, 0.5) == 4);
  CHECK(quantile(x, 1) == 16);
  CHECK(quantile(x, 0.1) == Approx(1.4));
  CHECK(quantile(x, 0.9) == Approx(12.8));
  CHECK(std::isnan(quantile({}, 0.5)));
  CHECK(quantile(std::vector<double>{7}, 0.9) == 7);
}

TEST_CASE("mean, deviation and bounds agree with a worked example") {
  // 1…5: mean 3, variance 2.5, bounds 3 ± 2.776445·sqrt(2.5/5)
  const std::vector<double> values = {5, 3, 1, 4, 2};
  const Distribution d = summarize(values);
  CHECK(d.mean == Approx(3));
  CHECK(d.sd == Approx(std::sqrt(2.5)));
  CHECK(d.p10 == Approx(1.4));
  CHECK(d.p50 == 3);
  CHECK(d.p90 == Approx(4.6));
  CHECK(d.ci95_low == Approx(3 - 2.776445105197794 * std::sqrt(0.5)));
  CHECK(d.ci95_high == Approx(3 + 2.776445105197794 * std::sqrt(0.5)));
}

TEST_CASE("what did not happen counts as infinite in quantiles and not in the mean") {
  const std::vector<double> values = {infinite, 10, 20, infinite, 30};
  const Distribution d = summarize(values);
  CHECK(d.mean == Approx(20));
  CHECK(d.sd == Approx(10));
  CHECK(d.p50 == 30);
  CHECK(d.p90 == infinite);
  CHECK(d.p10 == Approx(14));
  const Distribution never = summarize(std::vector<double>{infinite, infinite});
  CHECK(std::isnan(never.mean));
  CHECK(never.p50 == infinite);
}

TEST_CASE("a single value has no spread, and equal values none at all") {
  const Distribution one = summarize(std::vector<double>{7.5});
  CHECK(one.mean == 7.5);
  CHECK(one.p90 == 7.5);
  CHECK(std::isnan(one.sd));
  CHECK(std::isnan(one.ci95_low));
  const Distribution same = summarize(std::vector<double>(11, 0.1));
  CHECK(same.mean == 0.1);
  CHECK(same.sd == 0);
  CHECK(same.ci95_high == 0.1);
}

TEST_CASE("the interval covers the true mean in about 95 of 100 samples") {
  // 5-value samples of a symmetric distribution: the t interval, not the normal one (which would cover 88 %).
  std::uint64_t state = 12345;
  const auto uniform = [&] {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state >> 11U) * 0x1p-53;
  };
  int covered = 0;
  constexpr int samples = 4000;
  for (int i = 0; i < samples; ++i) {
    std::vector<double> values(5);
    for (double& v : values) v = uniform() + uniform() + uniform() + uniform() - 2;
    const Distribution d = summarize(values);
    covered += d.ci95_low <= 0 && 0 <= d.ci95_high ? 1 : 0;
  }
  CHECK(covered > 0.935 * samples);
  CHECK(covered < 0.965 * samples);
}

TEST_CASE("the relative half width is that of the interval, and infinite where nothing is known") {
  const std::vector<double> values = {5, 3, 1, 4, 2};
  const Distribution d = summarize(values);
  CHECK(relative_half_width(values) == Approx((d.ci95_high - d.mean) / d.mean));
  CHECK(relative_half_width(std::vector<double>{3}) == infinite);
  CHECK(relative_half_width(std::vector<double>{3, infinite}) == infinite);
  CHECK(relative_half_width(std::vector<double>{3, 3, 3}) == 0);
}
