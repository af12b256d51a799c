#include "sim/math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/catch.hpp"
#include "tests/sim/support.hpp"

namespace {

using namespace rackcast;
using test::bits;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double half_ln2 = 0.34657359027997264;

struct Reference {
  long double e, g, h, q;
};

// Σ xʲ/(j+order)! in long double.
long double series(long double x, int order) {
  long double factorial = 1;
  for (int i = 2; i <= order; ++i) factorial *= i;
  long double term = 1 / factorial;
  long double sum = term;
  for (int j = 1; j < 40; ++j) sum += term *= x / (j + order);
  return sum;
}

Reference reference(double x) {
  const long double y = x;
  if (std::fabs(x) < 1) return {std::exp(y), series(y, 1), series(y, 2), series(y, 3)};
  const long double g = std::expm1(y) / y;
  const long double h = (g - 1) / y;
  return {std::exp(y), g, h, (h - 0.5L) / y};
}

double relative(double got, long double expected) {
  return static_cast<double>(std::fabs((static_cast<long double>(got) - expected) / expected));
}

struct Errors {
  double e = 0, g = 0, h = 0, q = 0;
  void add(double x) {
    const auto f = sim::phi(x);
    const Reference r = reference(x);
    e = std::max(e, relative(f.e, r.e));
    g = std::max(g, relative(f.g, r.g));
    h = std::max(h, relative(f.h, r.h));
    q = std::max(q, relative(f.q, r.q));
  }
};

// From 1e-12 to 600 in both signs, and densely around the borders of the series.
Errors worst() {
  test::Random random("math");
  Errors errors;
  for (int i = 0; i < 200'000; ++i) {
    const double x = random.log_in(1e-12, 600);
    errors.add(x);
    errors.add(-x);
    errors.add(random.in(-4, 4));
    const double border = half_ln2 * static_cast<double>(1 + 2 * random.below(3)) * random.in(0.9999, 1.0001);
    errors.add(border);
    errors.add(-border);
  }
  return errors;
}

}  // namespace

TEST_CASE("the exponential and the phi functions keep the errors that their comments promise") {
  const Errors errors = worst();
  INFO("e " << errors.e << " g " << errors.g << " h " << errors.h << " q " << errors.q);
  CHECK(errors.e < 2e-16);
  CHECK(errors.g < 8e-16);
  CHECK(errors.h < 5e-15);
  CHECK(errors.q < 5e-14);
}

TEST_CASE("every lane gives the bits of the scalar code") {
  test::Random random("lanes");
  for (int i = 0; i < 50'000; ++i) {
    double x[4];
    for (double& value : x) value = random.in(-1, 1) * random.log_in(1e-9, 900);
    x[random.below(4)] = i % 2 == 0 ? 0.0 : -0.0;
    const auto lanes = sim::phi(sim::load4(x));
    for (int k = 0; k < 4; ++k) {
      const auto one = sim::phi(x[k]);
      REQUIRE(bits(lanes.e[k]) == bits(one.e));
      REQUIRE(bits(lanes.g[k]) == bits(one.g));
      REQUIRE(bits(lanes.h[k]) == bits(one.h));
      REQUIRE(bits(lanes.q[k]) == bits(one.q));
    }
  }
}

TEST_CASE("at zero of either sign the phi functions are their exact limits") {
  for (const double x : {0.0, -0.0}) {
    const auto f = sim::phi(x);
    CHECK(f.e == 1);
    CHECK(f.g == 1);
    CHECK(f.h == 0.5);
    CHECK(f.q == Catch::Approx(1.0 / 6).epsilon(1e-16));
  }
  CHECK(bits(sim::expm1(0.0)) == bits(0.0));
}

TEST_CASE("beyond 600 the exponential stays finite, below -600 it is zero, and not-a-number stays so") {
  CHECK(relative(sim::exp(600), std::exp(600.0L)) < 4e-16);
  CHECK(relative(sim::exp(-600), std::exp(-600.0L)) < 4e-16);
  CHECK(sim::exp(601) == sim::exp(600));
  CHECK(sim::exp(1e300) == sim::exp(600));
  CHECK(sim::exp(-600.1) == 0);
  CHECK(sim::exp(-1e300) == 0);
  CHECK(sim::exp(-infinity) == 0);
  CHECK(std::isnan(sim::exp(not_a_number)));
  CHECK(std::isnan(sim::expm1(not_a_number)));
}

TEST_CASE("far into a decay the phi functions are their limits -1/x, -1/x and -1/(2x)") {
  const auto f = sim::phi(-1e6);
  CHECK(f.e == 0);
  CHECK(f.g == Catch::Approx(1e-6).epsilon(1e-14));
  CHECK(f.h == Catch::Approx((1 - 1e-6) * 1e-6).epsilon(1e-14));
  CHECK(f.q == Catch::Approx((0.5 - f.h) * 1e-6).epsilon(1e-12));
}

TEST_CASE("expm1 loses nothing to cancellation") {
  test::Random random("expm1");
  for (int i = 0; i < 50'000; ++i) {
    const double x = random.log_in(1e-15, 500) * (i % 2 == 0 ? 1 : -1);
    REQUIRE(relative(sim::expm1(x), std::expm1(static_cast<long double>(x))) < 1e-15);
  }
}

TEST_CASE("the logarithm keeps its error over all magnitudes") {
  test::Random random("log");
  for (int i = 0; i < 100'000; ++i) {
    const double x = i % 2 == 0 ? random.log_in(1e-150, 1e150) : random.in(0.5, 2);
    if (std::fabs(x - 1) > 1e-3) REQUIRE(relative(sim::log(x), std::log(static_cast<long double>(x))) < 1e-15);
    const double absolute = std::fabs(sim::log(x) - std::log(x));
    REQUIRE(absolute <= 1e-15 * std::max(1.0, std::fabs(std::log(x))));
  }
  for (const double x : {std::numeric_limits<double>::min(), std::numeric_limits<double>::max()}) {
    CHECK(relative(sim::log(x), std::log(static_cast<long double>(x))) < 1e-15);
  }
  CHECK(sim::log(1) == 0);
  CHECK(sim::log(0) == -infinity);
  CHECK(std::isnan(sim::log(-1)));
  CHECK(std::isnan(sim::log(not_a_number)));
}

TEST_CASE("powers follow their law, and those of 0 and to 0 are exact") {
  test::Random random("pow");
  for (int i = 0; i < 50'000; ++i) {
    const double x = random.log_in(1e-6, 1e6);
    const double y = random.in(-8, 8);
    const double bound = 1e-15 + 4e-16 * std::fabs(y * std::log(x));
    REQUIRE(relative(sim::pow(x, y), std::pow(static_cast<long double>(x), static_cast<long double>(y))) < bound);
  }
  CHECK(sim::pow(0, 2.5) == 0);
  CHECK(sim::pow(0, -1) == infinity);
  CHECK(sim::pow(0, 0) == 1);
  CHECK(sim::pow(7, 0) == 1);
  CHECK(sim::pow(1, 12.5) == 1);
}

TEST_CASE("the cosine of turns is exact at quarter turns and true elsewhere") {
  CHECK(sim::cos_turns(0) == 1);
  CHECK(sim::cos_turns(0.25) == 0);
  CHECK(sim::cos_turns(0.5) == -1);
  CHECK(sim::cos_turns(-3.75) == 0);
  const long double two_pi = 2 * std::acos(-1.0L);
  for (int i = -20'000; i < 20'000; ++i) {
    const double turns = i / 4'321.0;
    const long double fraction = static_cast<long double>(turns) - std::floor(static_cast<long double>(turns));
    const double error = std::fabs(sim::cos_turns(turns) - static_cast<double>(std::cos(two_pi * fraction)));
    REQUIRE(error < 1e-15);
  }
}
