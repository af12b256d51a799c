#include "models/compute/gpu_power.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "models/compute/clock_search.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

TEST_CASE("at the peak clock and 65 degrees full activity draws the sum of the curve") {
  CHECK(GpuPower(samples::board()).power_w(1695e6, 1, 1, 65) == Approx(40 + 200 + 80 + 30));
}

TEST_CASE("below the knee core power falls with clock, above it with clock and voltage squared") {
  const GpuPower gpu(samples::board());
  const double knee_hz = 0.6 * 2100e6;
  CHECK(gpu.core_w(knee_hz / 2, 1) == Approx(gpu.core_w(knee_hz, 1) / 2));
  CHECK(gpu.voltage_ratio(210e6) == Approx(gpu.voltage_ratio(knee_hz)));
  // At the top V/V_max = 1; at the knee 0.7: power per hertz rises by 1/0.49.
  CHECK(gpu.core_w(2100e6, 1) / gpu.core_w(knee_hz, 1) == Approx(1 / 0.6 / 0.49));
  // Half way between knee and top the voltage is half way between 0.7 and 1.
  CHECK(gpu.voltage_ratio(0.8 * 2100e6) / gpu.voltage_ratio(2100e6) == Approx(0.85));
}

TEST_CASE("leakage doubles every ln 2 / kappa kelvin and follows the voltage") {
  const GpuPower gpu(samples::board());
  const double doubling_k = std::log(2.0) / 0.012;
  CHECK(gpu.leakage_w(1695e6, 65 + doubling_k) == Approx(60));
  CHECK(gpu.leakage_w(1695e6, 65 - doubling_k) == Approx(15));
  CHECK(gpu.leakage_w(0.6 * 2100e6, 65) / gpu.leakage_w(2100e6, 65) == Approx(0.7));  // with the voltage
  const double difference_w = gpu.leakage_w(1500e6, 80.001) - gpu.leakage_w(1500e6, 79.999);
  CHECK(gpu.leakage_slope_w_per_k(1500e6, 80) == Approx(difference_w / 0.002).epsilon(1e-7));
}

TEST_CASE("linear leakage touches the curve at its reference and stays below it elsewhere") {
  const GpuPower gpu(samples::board());
  const LinearLeakage line = gpu.linear_leakage(1800e6, 70);
  CHECK(line.at(70) == Approx(gpu.leakage_w(1800e6, 70)));
  for (double die_c = 20; die_c <= 110; die_c += 5) {
    CHECK(line.at(die_c) <= gpu.leakage_w(1800e6, die_c) * (1 + 1e-14));
  }
}

TEST_CASE("power rises with clock, both activities and temperature") {
  const GpuPower gpu(samples::board());
  samples::Spread spread;
  for (int i = 0; i < 2000; ++i) {
    const double hz = spread(210e6, 2000e6), core = spread(0, 0.9), memory = spread(0, 0.9), die_c = spread(10, 100);
    const double w = gpu.power_w(hz, core, memory, die_c);
    REQUIRE(gpu.power_w(hz + spread(0, 1e8), core, memory, die_c) >= w);
    REQUIRE(gpu.power_w(hz, core + spread(0, 0.1), memory, die_c) >= w);
    REQUIRE(gpu.power_w(hz, core, memory + spread(0, 0.1), die_c) >= w);
    REQUIRE(gpu.power_w(hz, core, memory, die_c + spread(0, 10)) >= w);
  }
}

TEST_CASE("the clock for a power inverts the power and never exceeds it") {
  const GpuPower gpu(samples::board());
  samples::Spread spread;
  for (int i = 0; i < 2000; ++i) {
    const double limit_w = spread(60, 500), core = spread(0, 1), memory = spread(0, 1), die_c = spread(10, 100);
    const double hz = gpu.clock_for_power_hz(limit_w, core, memory, die_c);
    const double w = gpu.power_w(hz, core, memory, die_c);
    REQUIRE(hz >= gpu.min_clock_hz());
    REQUIRE(hz <= gpu.max_clock_hz());
    if (hz > gpu.min_clock_hz()) REQUIRE(w <= limit_w);
    if (hz > gpu.min_clock_hz() && hz < gpu.max_clock_hz()) REQUIRE(w == Approx(limit_w).epsilon(1e-11));
    if (hz == gpu.max_clock_hz()) REQUIRE(w <= limit_w);
  }
}

TEST_CASE("the clock for a power that was drawn is the clock that drew it") {
  const GpuPower gpu(samples::board());
  for (double hz = 300e6; hz < 2100e6; hz += 77e6) {
    CHECK(gpu.clock_for_power_hz(gpu.power_w(hz, 0.8, 0.4, 71), 0.8, 0.4, 71) == Approx(hz).epsilon(1e-11));
  }
}

TEST_CASE("the search for a clock ends at a jump, below it") {
  const auto jump = [](double hz) { return hz < 1234567890.0 ? 1.0 : std::numeric_limits<double>::infinity(); };
  const double hz = highest_within(1e6, 2e9, 100, jump);
  CHECK(hz < 1234567890.0);
  CHECK(hz == Approx(1234567890.0).epsilon(1e-11));
  int evaluations = 0;
  const double root_hz = highest_within(210e6, 2100e6, 8e27, [&](double x) {
    ++evaluations;
    return x * x * x;
  });
  CHECK(root_hz == Approx(2e9).epsilon(1e-11));
  CHECK(root_hz * root_hz * root_hz <= 8e27);
  CHECK(evaluations < 20);
}

TEST_CASE("the clock ladder counts down from the highest clock") {
  const GpuPower gpu(samples::board());
  CHECK(gpu.floor_to_step(2100e6) == 2100e6);
  CHECK(gpu.floor_to_step(3000e6) == 2100e6);
  CHECK(gpu.floor_to_step(2099.9e6) == Approx(2085e6));
  CHECK(gpu.floor_to_step(1695e6) == Approx(1695e6));
  CHECK(gpu.floor_to_step(0) == Approx(210e6));
  samples::Spread spread;
  for (int i = 0; i < 500; ++i) {
    const double hz = spread(210e6, 2100e6);
    const double step = gpu.floor_to_step(hz);
    REQUIRE(step <= hz + 15);  // a clock within a millionth of a step of the ladder counts as on it
    REQUIRE(step > hz - 15e6 - 1);
    REQUIRE(gpu.floor_to_step(step) == step);
  }
}

TEST_CASE("individuals differ by their own factors only") {
  const GpuPower type(samples::board());
  const GpuPower leaky(samples::board(), {1.5, 1, 1});
  const GpuPower hungry(samples::board(), {1, 1.1, 1});
  CHECK(leaky.leakage_w(1800e6, 60) == Approx(1.5 * type.leakage_w(1800e6, 60)));
  CHECK(leaky.dynamic_w(1800e6, 1, 1) == type.dynamic_w(1800e6, 1, 1));
  CHECK(hungry.core_w(1800e6, 0.7) == Approx(1.1 * type.core_w(1800e6, 0.7)));
  CHECK(hungry.leakage_w(1800e6, 60) == type.leakage_w(1800e6, 60));
}

TEST_CASE("curves without meaning are refused with the GPU's name") {
  const auto refused = [](auto change) {
    GpuSpec gpu = samples::board();
    change(gpu);
    return samples::refusal([&] { GpuPower power(gpu); }).find("sample board") != std::string::npos;
  };
  CHECK(refused([](GpuSpec& gpu) { gpu.max_clock_hz = 100e6; }));
  CHECK(refused([](GpuSpec& gpu) { gpu.peak_at_hz = 0; }));
  CHECK(refused([](GpuSpec& gpu) { gpu.curve.min_voltage = 0; }));
  CHECK(refused([](GpuSpec& gpu) { gpu.curve.knee_clock = 1; }));
  CHECK(refused([](GpuSpec& gpu) { gpu.curve.core_w = std::nan(""); }));
  CHECK_FALSE(refused([](GpuSpec&) {}));
}
