#include "models/power/psu_law.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

PsuSpec psu(std::vector<double> load, std::vector<double> efficiency) {
  PsuSpec spec;
  spec.name = "sample supply";
  spec.rating_w = 1000;
  spec.count = 1;
  spec.load_fraction = std::move(load);
  spec.efficiency = std::move(efficiency);
  return spec;
}

const std::vector<double> three{0.2, 0.5, 1.0};
const std::vector<double> four{0.1, 0.2, 0.5, 1.0};

/// 80 PLUS requirements: 115 V internal, 230 V redundant, 230 V EU internal.
const std::vector<PsuSpec> certified{
    psu(three, {0.80, 0.80, 0.80}), psu(three, {0.82, 0.85, 0.82}),      psu(three, {0.85, 0.88, 0.85}),
    psu(three, {0.87, 0.90, 0.87}), psu(three, {0.90, 0.92, 0.89}),      psu(four, {0.90, 0.92, 0.94, 0.90}),
    psu(three, {0.81, 0.85, 0.81}), psu(three, {0.85, 0.89, 0.85}),      psu(three, {0.88, 0.92, 0.88}),
    psu(three, {0.90, 0.94, 0.91}), psu(four, {0.90, 0.94, 0.96, 0.91}), psu(three, {0.82, 0.85, 0.82}),
    psu(three, {0.85, 0.88, 0.85}), psu(three, {0.87, 0.90, 0.87}),      psu(three, {0.90, 0.92, 0.89}),
    psu(three, {0.92, 0.94, 0.90}), psu(four, {0.90, 0.94, 0.96, 0.94}),
};

}  // namespace

TEST_CASE("every 80 PLUS requirement is met within half a point") {
  for (const PsuSpec& spec : certified) {
    const PsuLaw law(spec);
    for (std::size_t i = 0; i < spec.load_fraction.size(); ++i) {
      CHECK(law.efficiency(spec.load_fraction[i] * spec.rating_w) == Approx(spec.efficiency[i]).margin(0.005));
    }
  }
}

TEST_CASE("between and beyond the certified loads wall power rises with load and exceeds it") {
  for (const PsuSpec& spec : certified) {
    const PsuLaw law(spec);
    double last_w = 0;
    for (double dc_w = 0; dc_w <= 2 * spec.rating_w; dc_w += 5) {
      const double wall_w = law.wall_power_w(dc_w);
      CHECK(wall_w >= dc_w);
      CHECK(wall_w >= last_w);
      CHECK(law.wall_power_slope(dc_w) > 0);
      last_w = wall_w;
    }
  }
}

TEST_CASE("a supply without loss takes what it gives") {
  const PsuLaw law(psu({0.5}, {1}));
  for (const double dc_w : {0.0, 100.0, 1000.0}) CHECK(law.wall_power_w(dc_w) == Approx(dc_w));
}

TEST_CASE("the slope of the wall power is its derivative") {
  const PsuLaw law(certified[10]);
  for (const double dc_w : {50.0, 300.0, 900.0, 1300.0}) {
    const double difference = law.wall_power_w(dc_w + 0.01) - law.wall_power_w(dc_w - 0.01);
    CHECK(law.wall_power_slope(dc_w) == Approx(difference / 0.02).epsilon(1e-8));
  }
}

TEST_CASE("points made from a loss law give that law back") {
  // loss = 0.02 + 0.03 x + 0.05 x²: at five loads the fit has more points than terms and none of them disagrees.
  std::vector<double> load{0.1, 0.3, 0.5, 0.8, 1.0};
  std::vector<double> efficiency;
  for (const double x : load) efficiency.push_back(x / (x + 0.02 + 0.03 * x + 0.05 * x * x));
  const PsuLoss loss = fit_loss(psu(load, efficiency));
  for (double x = 0; x < 1.5; x += 0.1) CHECK(loss.at(x) == Approx(0.02 + 0.03 * x + 0.05 * x * x).epsilon(1e-8));
}

TEST_CASE("points that agree with no law are met with the least error of the efficiency") {
  const PsuSpec spec = psu({0.1, 0.2, 0.4, 0.6, 0.8, 1.0}, {0.88, 0.92, 0.937, 0.942, 0.935, 0.931});
  const PsuLoss best = fit_loss(spec);
  const auto error = [&spec](const PsuLoss& loss) {
    double sum = 0;
    for (std::size_t i = 0; i < spec.efficiency.size(); ++i) {
      // To first order an efficiency is off by η²/x for each unit of loss.
      const double x = spec.load_fraction[i], eta = spec.efficiency[i];
      sum += std::pow(eta * eta / x * (loss.at(x) - (x / eta - x)), 2);
    }
    return sum;
  };
  for (std::size_t k = 0; k < best.coefficient.size(); ++k) {
    for (const double change : {-1e-5, 1e-5}) {
      PsuLoss other = best;
      other.coefficient[k] += change;
      CHECK(error(other) > error(best));
    }
  }
}

TEST_CASE("a supply known at one load has one efficiency at all loads") {
  const PsuLaw law(psu({0.5}, {0.9}));
  CHECK(law.wall_power_w(90) == Approx(100));
  CHECK(law.wall_power_w(900) == Approx(1000));
}

TEST_CASE("supplies of a bank share the load equally") {
  PsuSpec pair = certified[8];
  pair.count = 2;
  CHECK(PsuLaw(pair).wall_power_w(1000) == Approx(2 * wall_power_w(certified[8], 500)));
  CHECK(PsuLaw(pair).load_ratio(1000) == Approx(0.5));
}

TEST_CASE("an overload is survived as long as the highest ratio it reaches allows") {
  PsuSpec spec = certified[3];
  spec.overload_ratio = {1.1, 1.3, 1.6};
  spec.overload_duration_s = {1.0, 0.02, 0.001};
  const PsuLaw law(spec);
  CHECK(law.overload_limit_s(1.0) == std::numeric_limits<double>::infinity());
  CHECK(law.overload_limit_s(1.0999) == std::numeric_limits<double>::infinity());
  CHECK(law.overload_limit_s(1.1) == 1.0);
  CHECK(law.overload_limit_s(1.29) == 1.0);
  CHECK(law.overload_limit_s(1.3) == 0.02);
  CHECK(law.overload_limit_s(5) == 0.001);
  double last_s = std::numeric_limits<double>::infinity();
  for (double ratio = 0; ratio < 2; ratio += 0.01) {
    CHECK(law.overload_limit_s(ratio) <= last_s);
    last_s = law.overload_limit_s(ratio);
  }
}

TEST_CASE("a supply without an overload table never latches off") {
  CHECK(overload_limit_s(certified[3], 10) == std::numeric_limits<double>::infinity());
}

TEST_CASE("curves that are none are refused with the supply's name") {
  const auto refused = [](const PsuSpec& spec) {
    return samples::refusal([&] { PsuLaw law(spec); }).find("sample supply") != std::string::npos;
  };
  CHECK(refused(psu({}, {})));
  CHECK(refused(psu({0.2, 0.5}, {0.9})));
  CHECK(refused(psu({0.5, 0.2}, {0.9, 0.9})));
  CHECK(refused(psu({0.5}, {1.2})));
  CHECK(refused(psu({0.5}, {std::nan("")})));
  PsuSpec unrated = certified[0];
  unrated.rating_w = 0;
  CHECK(refused(unrated));
  PsuSpec rising = certified[0];
  rising.overload_ratio = {1.1, 1.3};
  rising.overload_duration_s = {0.01, 1};
  CHECK(refused(rising));
}
