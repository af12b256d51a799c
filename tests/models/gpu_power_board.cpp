#include <cmath>
#include <limits>
#include <string>

#include "models/compute/board_network.hpp"
#include "tests/catch.hpp"
#include "tests/models/laws_samples.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

double at(const std::array<double, board_nodes>& nodes, BoardNode node) {
  return nodes[static_cast<std::size_t>(node)];
}

StepCost busy_cost() {
  StepCost cost;
  cost.compute_s = 0.15;
  cost.memory_s = 0.05;
  cost.host_s = 0.04;
  cost.exchange_s = 0.03;
  cost.overlap = 0.8;
  cost.overlap_window = 0.6;
  cost.peak_at_hz = 1695e6;
  return cost;
}

}  // namespace

TEST_CASE("at rest heat flows down the resistances it was given") {
  // 200 W die, 50 W memory, 40 W base over 0.05, 0.1, 0.02 and 0.09 K/W from 25 °C.
  const BoardNetwork network = board_network(samples::board());
  const auto nodes = steady_temperatures(network, {40, 180, 50, 20}, 25);
  CHECK(at(nodes, BoardNode::sink) == Approx(25 + 290 * 0.09));
  CHECK(at(nodes, BoardNode::package) == Approx(25 + 290 * 0.09 + 250 * 0.02));
  CHECK(at(nodes, BoardNode::die) == Approx(25 + 290 * 0.09 + 250 * 0.02 + 200 * 0.05));
  CHECK(at(nodes, BoardNode::memory) == Approx(25 + 290 * 0.09 + 250 * 0.02 + 50 * 0.1));
  CHECK(die_rise_k_per_w(network) == Approx(0.16));
}

TEST_CASE("at rest every node passes on the heat it takes in") {
  const BoardNetwork n = board_network(samples::board());
  const BoardPower power{40, 150, 60, 30};
  const auto c = steady_temperatures(n, power, 30);
  const auto heat_w = node_heat(power);
  const double die_out_w = n.die_package_w_per_k * (at(c, BoardNode::die) - at(c, BoardNode::package));
  const double memory_out_w = n.memory_package_w_per_k * (at(c, BoardNode::memory) - at(c, BoardNode::package));
  const double package_out_w = n.package_sink_w_per_k * (at(c, BoardNode::package) - at(c, BoardNode::sink));
  const double sink_out_w = n.sink_air_w_per_k * (at(c, BoardNode::sink) - 30);
  CHECK(die_out_w == Approx(at(heat_w, BoardNode::die)));
  CHECK(memory_out_w == Approx(at(heat_w, BoardNode::memory)));
  CHECK(package_out_w == Approx(die_out_w + memory_out_w + at(heat_w, BoardNode::package)));
  CHECK(sink_out_w == Approx(power.total_w()));
}

TEST_CASE("an individual's resistance acts between sink and air alone") {
  const BoardNetwork type = board_network(samples::board());
  const BoardNetwork dusty = board_network(samples::board(), {1, 1, 1.2});
  CHECK(dusty.sink_air_w_per_k == Approx(type.sink_air_w_per_k / 1.2));
  CHECK(dusty.package_sink_w_per_k == type.package_sink_w_per_k);
}

TEST_CASE("the balanced die temperature is where leakage and cooling meet") {
  const GpuPower gpu(samples::board());
  const BoardNetwork network = board_network(samples::board());
  for (double hz = 300e6; hz <= 2100e6; hz += 300e6) {
    BoardPower power{40, gpu.core_w(hz, 0.9), 30, 0};
    const double die_c = balanced_die_c(gpu, network, power, hz, 25);
    power.leakage_w = gpu.leakage_w(hz, die_c);
    CHECK(die_c == Approx(at(steady_temperatures(network, power, 25), BoardNode::die)).epsilon(1e-12));
  }
}

TEST_CASE("a board whose leakage outruns its cooling has no balance") {
  // T = T0 + r·L·exp(κ(T − 65)) has a root only while r·L·κ·exp(κ(T0 − 65)) ≤ 1/e.
  GpuSpec gpu = samples::board();
  gpu.curve.leakage_per_k = 0.03;
  const BoardNetwork network = board_network(gpu);
  const double cold_c = at(steady_temperatures(network, {40, 100, 30, 0}, 25), BoardNode::die);
  const double edge_w = std::exp(-1.0) / (0.16 * 0.03 * std::exp(0.03 * (cold_c - 65)));
  const auto balance_c = [&](double leakage_w) {
    gpu.curve.leakage_w = leakage_w;
    return balanced_die_c(GpuPower(gpu), network, {40, 100, 30, 0}, gpu.peak_at_hz, 25);
  };
  CHECK(balance_c(0.999 * edge_w) < cold_c + 1 / 0.03);
  CHECK(balance_c(1.001 * edge_w) == std::numeric_limits<double>::infinity());
}

TEST_CASE("the sustained clock is the fixed point of clock, profile, heat and die temperature") {
  const GpuSpec gpu = samples::board();
  const GpuPower power(gpu);
  const BoardNetwork network = board_network(gpu);
  for (const double limit_w : {200.0, 250.0, 300.0}) {
    const double hz = sustained_clock_hz(gpu, busy_cost(), limit_w, 25);
    REQUIRE(hz > gpu.min_clock_hz);
    REQUIRE(hz < gpu.max_clock_hz);
    const StepProfile step = step_profile(busy_cost(), hz);
    double die_c = 25;  // plain iteration instead of Newton's method
    for (int i = 0; i < 200; ++i) {
      die_c = at(steady_temperatures(network, mean_power(power, {step, hz}, hz, die_c), 25), BoardNode::die);
    }
    CHECK(regulated_power_w(power, {step, hz}, hz, die_c) == Approx(limit_w).epsilon(1e-9));
    CHECK(capped_clock_hz(power, {step, hz}, limit_w, die_c) == Approx(hz).epsilon(1e-9));
  }
}

TEST_CASE("warm air and a lower limit cost clock, a limit above all needs costs none") {
  const GpuSpec gpu = samples::board();
  const StepCost cost = busy_cost();
  CHECK(sustained_clock_hz(gpu, cost, 250, 40) < sustained_clock_hz(gpu, cost, 250, 25));
  CHECK(sustained_clock_hz(gpu, cost, 200, 25) < sustained_clock_hz(gpu, cost, 250, 25));
  CHECK(sustained_clock_hz(gpu, cost, 2000, 25) == gpu.max_clock_hz);
  CHECK(sustained_clock_hz(gpu, cost, 10, 25) == gpu.min_clock_hz);
}

TEST_CASE("an air-cooled H100 reaches the temperatures measured on it") {
  // 700 W at about 25 °C inlet: 54 to 72 °C over front and rear sockets (arXiv 2507.16781), 0.041 to 0.067 K/W in all.
  GpuSpec gpu = samples::board();
  gpu.thermal = {0.012, 0.02, 0.008, 0.03, 1, 40, 100, 700};
  const double die_c = at(steady_temperatures(board_network(gpu), {70, 450, 80, 100}, 25), BoardNode::die);
  CHECK(die_c > 54 - 1);
  CHECK(die_c < 72);
}

TEST_CASE("a board without a heat path is refused with its name and key") {
  GpuSpec gpu = samples::board();
  gpu.thermal.sink_air_k_per_w = 0;
  const std::string message = samples::refusal([&] { board_network(gpu); });
  CHECK(message.find("sample board") != std::string::npos);
  CHECK(message.find("sink_to_air") != std::string::npos);
}
