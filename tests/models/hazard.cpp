#include "models/failure/hazard_law.hpp"

#include <cmath>

#include "tests/catch.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {
constexpr double seconds_per_year = 365.25 * 86400;
}

TEST_CASE("at the reference temperature the rate is the catalogue's") {
  const HazardLaw law{0.09, failure_reference_c, failure_activation_ev, 98};
  CHECK(law.rate_per_s(failure_reference_c) * seconds_per_year == Approx(0.09).epsilon(1e-12));
}

TEST_CASE("the published hall of 16384 GPUs sees its 220 GPU and memory interruptions in 54 days") {
  // 148 + 72 of 419 unexpected interruptions: 220 / (16384 · 54 d) = 0.0908 a year and GPU.
  const HazardLaw law{0.0908, failure_reference_c, failure_activation_ev, 92};
  CHECK(law.rate_per_s(65) * 16384 * 54 * 86400 == Approx(220).margin(1));
}

TEST_CASE("temperature accelerates as Arrhenius says") {
  const HazardLaw law{1, 65, 0.5, 150};
  // 0.5 eV over Boltzmann's constant times 1/338.15 K − 1/352.15 K: 0.682, nearly a doubling in 14 K.
  const double exponent = 0.5 / 8.617333262e-5 * (1 / 338.15 - 1 / 352.15);
  CHECK(law.rate_per_s(79) / law.rate_per_s(65) == Approx(std::exp(exponent)).epsilon(1e-10));
  CHECK(exponent == Approx(std::log(2.0)).epsilon(0.02));
  const HazardLaw indifferent{1, 65, 0, 150};
  CHECK(indifferent.rate_per_s(20) == Approx(indifferent.rate_per_s(120)));
}

TEST_CASE("candidates at the maximum rate times the acceptance are the rate") {
  const HazardLaw law{0.09, 65, 0.6, 98};
  double last = 0;
  for (double die_c = -20; die_c <= 140; die_c += 1) {
    const double acceptance = law.acceptance(die_c);
    CHECK(acceptance > 0);
    CHECK(acceptance <= 1);
    CHECK(acceptance >= last);
    CHECK(acceptance * law.rate_max_per_s() == Approx(law.rate_per_s(die_c)).epsilon(1e-12));
    last = acceptance;
  }
  CHECK(law.acceptance(98) == 1);
  CHECK(law.acceptance(120) == 1);
}
