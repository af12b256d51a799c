#include "sim/modes.hpp"

#include <algorithm>
#include <cmath>

#include "sim/check.hpp"
#include "sim/jacobi.hpp"
#include "sim/math.hpp"

namespace rackcast::sim {

namespace {

// Rates below this share of the fastest are rounding: the network has a mode that keeps all its heat.
constexpr double zero_rate_share = 1e-14;

std::size_t padded(std::size_t n) { return (n + lane_width - 1) / lane_width * lane_width; }

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

// C^(−1/2)·K·C^(−1/2), row by row; `root` holds √C.
std::vector<double> symmetric_form(const Network& network, const std::vector<double>& root) {
  const std::size_t n = root.size();
  std::vector<double> k(n * n, 0);
  for (const auto& g : network.conductances) {
    k[g.a * n + g.a] += g.w_per_k;
    k[g.b * n + g.b] += g.w_per_k;
    k[g.a * n + g.b] -= g.w_per_k;
    k[g.b * n + g.a] -= g.w_per_k;
  }
  for (const auto& b : network.boundaries) k[b.node * n + b.node] += b.w_per_k;
  for (std::size_t i = 0; i < network.feedback_w_per_k.size(); ++i) k[i * n + i] -= network.feedback_w_per_k[i];
  for (std::size_t i = 0; i < n * n; ++i) k[i] /= root[i / n] * root[i % n];
  return k;
}

}  // namespace

Modes::Modes(const Network& network)
    : nodes_(network.capacity_j_per_k.size()),
      inputs_(network.inputs),
      lanes_(padded(nodes_)),
      input_lanes_(padded(inputs_)),
      capacity_(network.capacity_j_per_k),
      boundaries_(network.boundaries) {
  check(network);
  std::vector<double> root;
  for (const double c : capacity_) root.push_back(std::sqrt(c));
  const Eigenpairs pairs = symmetric_eigenpairs(symmetric_form(network, root), nodes_);

  rate_.assign(lanes_, 0);
  settling_.assign(lanes_, 0);
  gain_.assign(input_lanes() * lanes_, 0);
  reading_.assign(nodes_ * lanes_, 0);
  projection_.assign(nodes_ * lanes_, 0);
  const double fastest = std::max(std::fabs(pairs.values.front()), std::fabs(pairs.values.back()));
  for (std::size_t k = 0; k < nodes_; ++k) {
    const double rate = pairs.values[k];
    rate_[k] = std::fabs(rate) <= zero_rate_share * fastest ? 0 : rate;
    settling_[k] = rate_[k] > 0 ? 1 / rate_[k] : 0;
    runs_away_ = runs_away_ || rate_[k] < 0;
    for (std::size_t i = 0; i < nodes_; ++i) {
      const double q = pairs.vectors[i * nodes_ + k];
      reading_[i * lanes_ + k] = q / root[i];
      projection_[i * lanes_ + k] = q * root[i];
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
