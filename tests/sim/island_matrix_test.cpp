// The only file that pays for Eigen's matrix functions: islands against exp(A·t) of the network they came from.
#include <Eigen/Dense>
#include <unsupported/Eigen/MatrixFunctions>

#include "sim/island.hpp"
#include "tests/catch.hpp"
#include "tests/sim/support.hpp"

namespace {

using namespace rackcast;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::Random;

Index at(std::size_t i) { return static_cast<Index>(i); }

/// dx/dt = M·x for x = (T, ∫T, u, du/dt): exp(M·t) answers everything an island can be asked.
MatrixXd augmented(const sim::Network& network) {
  const Index n = at(network.capacity_j_per_k.size());
  const Index inputs = at(network.inputs);
  MatrixXd m = MatrixXd::Zero(2 * n + 2 * inputs, 2 * n + 2 * inputs);
  for (const auto& g : network.conductances) {
    m(at(g.a), at(g.a)) -= g.w_per_k;
    m(at(g.b), at(g.b)) -= g.w_per_k;
    m(at(g.a), at(g.b)) += g.w_per_k;
    m(at(g.b), at(g.a)) += g.w_per_k;
  }
  for (const auto& b : network.boundaries) {
    m(at(b.node), at(b.node)) -= b.w_per_k;
    m(at(b.node), 2 * n + at(b.input)) += b.w_per_k;
  }
  for (const auto& h : network.heats) m(at(h.node), 2 * n + at(h.input)) += h.share;
  for (std::size_t i = 0; i < network.feedback_w_per_k.size(); ++i) m(at(i), at(i)) += network.feedback_w_per_k[i];
  for (Index i = 0; i < n; ++i) m.row(i) /= network.capacity_j_per_k[static_cast<std::size_t>(i)];
  m.block(n, 0, n, n).setIdentity();
  m.block(2 * n, 2 * n + inputs, inputs, inputs).setIdentity();
  return m;
}

void compare(Random& random, double tolerance) {
  const std::size_t nodes = 1 + random.below(25);
  const auto network = test::random_network(random, nodes);
  const auto start = test::random_temperatures(random, nodes);
  sim::Island island(test::modes_of(network), start);
  VectorXd x = VectorXd::Zero(2 * at(nodes) + 2 * at(network.inputs));
  for (std::size_t i = 0; i < nodes; ++i) x(at(i)) = start[i];
  for (std::size_t j = 0; j < network.inputs; ++j) {
    const auto input = test::random_input(random, j);
    island.set_input({}, j, input.value, input.slope);
    x(2 * at(nodes) + at(j)) = input.value;
    x(2 * at(nodes) + at(network.inputs) + at(j)) = input.slope;
  }
  const sim::Time t = sim::from_seconds(random.log_in(0.01, 2000));
  const MatrixXd moved = MatrixXd(augmented(network) * sim::to_seconds(t)).exp();
  const VectorXd y = moved * x;
  for (std::size_t i = 0; i < nodes; ++i) {
    const auto output = island.modes().temperature(i);
    REQUIRE(island.read(output, t) == Catch::Approx(y(at(i))).epsilon(tolerance).margin(1e-8));
    REQUIRE(island.area(output, t) == Catch::Approx(y(at(nodes + i))).epsilon(tolerance).margin(1e-8));
  }
}

}  // namespace

TEST_CASE("random networks of 1 to 25 nodes follow the matrix exponential, temperatures and areas") {
  Random random("matrix");
  for (int i = 0; i < 150; ++i) compare(random, 1e-9);
}
