#include "sim/modes.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "sim/check.hpp"
#include "sim/math.hpp"

namespace rackcast::sim {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Rates below this share of the fastest are rounding: the network has a mode that keeps all its heat.
constexpr double zero_rate_share = 1e-14;

Index at(std::size_t i) { return static_cast<Index>(i); }

void check(const Network& network) {
  const std::size_t n = network.capacity_j_per_k.size();
  demand(n > 0, "a network needs at least one node");
  for (const double c : network.capacity_j_per_k) demand(c > 0 && std::isfinite(c), "a capacity must be positive");
  for (const auto& g : network.conductances) demand(g.a < n && g.b < n && g.w_per_k >= 0, "a conductance is invalid");
  for (const auto& b : network.boundaries) {
    demand(b.node < n && b.input < network.inputs && b.w_per_k >= 0, "a boundary is invalid");
  }
  for (const auto& h : network.heats) demand(h.node < n && h.input < network.inputs, "a heat input is invalid");
  demand(network.feedback_w_per_k.empty() || network.feedback_w_per_k.size() == n, "feedback needs a value per node");
}

MatrixXd stiffness(const Network& network) {
  const Index n = at(network.capacity_j_per_k.size());
  MatrixXd k = MatrixXd::Zero(n, n);
  for (const auto& g : network.conductances) {
    k(at(g.a), at(g.a)) += g.w_per_k;
    k(at(g.b), at(g.b)) += g.w_per_k;
    k(at(g.a), at(g.b)) -= g.w_per_k;
    k(at(g.b), at(g.a)) -= g.w_per_k;
  }
  for (const auto& b : network.boundaries) k(at(b.node), at(b.node)) += b.w_per_k;
  for (std::size_t i = 0; i < network.feedback_w_per_k.size(); ++i) k(at(i), at(i)) -= network.feedback_w_per_k[i];
  return k;
}

}  // namespace

Modes::Modes(const Network& network)
    : nodes_(network.capacity_j_per_k.size()),
      inputs_(network.inputs),
      lanes_((nodes_ + lane_width - 1) / lane_width * lane_width),
      capacity_(network.capacity_j_per_k),
      boundaries_(network.boundaries) {
  check(network);
  const Index n = at(nodes_);
  VectorXd root(n);
  for (Index i = 0; i < n; ++i) root(i) = std::sqrt(capacity_[static_cast<std::size_t>(i)]);
  const MatrixXd inverse = root.cwiseInverse().asDiagonal();
  const MatrixXd symmetric = inverse * stiffness(network) * inverse;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(symmetric);
  demand(solver.info() == Eigen::Success, "the eigenvalues of a network did not converge");

  rate_.assign(lanes_, 0);
  settling_.assign(lanes_, 0);
  gain_.assign(input_lanes() * lanes_, 0);
  reading_.assign(nodes_ * lanes_, 0);
  projection_.assign(nodes_ * lanes_, 0);
  const double fastest = solver.eigenvalues().cwiseAbs().maxCoeff();
  for (std::size_t k = 0; k < nodes_; ++k) {
    const double rate = solver.eigenvalues()(at(k));
    rate_[k] = std::fabs(rate) <= zero_rate_share * fastest ? 0 : rate;
    settling_[k] = rate_[k] > 0 ? 1 / rate_[k] : 0;
    runs_away_ = runs_away_ || rate_[k] < 0;
    for (std::size_t i = 0; i < nodes_; ++i) {
      const double q = solver.eigenvectors()(at(i), at(k));
      reading_[i * lanes_ + k] = q / root(at(i));
      projection_[i * lanes_ + k] = q * root(at(i));
    }
  }
  const auto add_gain = [this](std::size_t node, std::size_t input, double weight) {
    for (std::size_t k = 0; k < lanes_; ++k) gain_[input * lanes_ + k] += weight * reading_[node * lanes_ + k];
  };
  for (const auto& b : network.boundaries) add_gain(b.node, b.input, b.w_per_k);
  for (const auto& h : network.heats) add_gain(h.node, h.input, h.share);
}

Output Modes::temperature(std::size_t node) const {
  demand(node < nodes_, "an output names a node that does not exist");
  return {{reading(node), reading(node) + lanes_}, std::vector<double>(inputs_, 0), 0};
}

Output Modes::boundary_flow(std::size_t input) const {
  Output flow{std::vector<double>(lanes_, 0), std::vector<double>(inputs_, 0), 0};
  for (const auto& b : boundaries_) {
    if (b.input != input) continue;
    for (std::size_t k = 0; k < lanes_; ++k) flow.mode_weight[k] += b.w_per_k * reading(b.node)[k];
    flow.input_weight[input] -= b.w_per_k;
  }
  return flow;
}

}  // namespace rackcast::sim
