#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "sim/math.hpp"

namespace rackcast::sim {

/// A linear RC network: what conducts. C_i dT_i/dt = Σ_j G_ij (T_j − T_i) + Σ_b G_b (u_b − T_i) + Σ_h share_h·u_h +
/// feedback_i·T_i, with inputs u that are temperatures (boundaries) or powers (heats). Capacities J/K (or any storage),
/// all positive; conductances W/K, not negative; feedback W/K of any sign (the linear part of leakage).
struct Network {
  struct Conductance {
    std::size_t a;
    std::size_t b;
    double w_per_k;
  };
  struct Boundary {
    std::size_t node;
    std::size_t input;
    double w_per_k;
  };
  struct Heat {
    std::size_t node;
    std::size_t input;
    double share;
  };
  std::vector<double> capacity_j_per_k;
  std::vector<Conductance> conductances;
  std::vector<Boundary> boundaries;
  std::vector<Heat> heats;
  std::vector<double> feedback_w_per_k;  ///< empty: none
  std::size_t inputs = 0;
};

/// A linear reading of an island: y = Σ mode_weight·z + Σ input_weight·u + offset.
struct Output {
  std::vector<double> mode_weight;  ///< padded to a multiple of four with zeros
  std::vector<double> input_weight;
  double offset = 0;
};

/// The modal form of a network: with T = C^(−1/2) Q z the system falls apart into dz_k/dt = −λ_k z_k + Σ_j gain_jk u_j,
/// since conduction is reciprocal and C^(−1/2) K C^(−1/2) symmetric. λ = 0 (nothing to give heat to) and λ < 0 (thermal
/// runaway through feedback) are ordinary. Immutable and shared by all islands of one type.
class Modes {
 public:
  /// Throws EngineError when a capacity is not positive or an index is out of range.
  explicit Modes(const Network& network);

  std::size_t nodes() const { return nodes_; }
  std::size_t inputs() const { return inputs_; }
  std::size_t lanes() const { return lanes_; }  ///< nodes rounded up to a multiple of four
  /// Inputs rounded up to a multiple of four; gains of those added are 0.
  std::size_t input_lanes() const { return input_lanes_; }
  std::span<const double> rate_per_s() const { return rate_; }
  /// 1/λ where λ > 0, else 0.
  std::span<const double> settling_s() const { return settling_; }
  /// Row of modal gains of one input.
  const double* gain(std::size_t input) const { return gain_.data() + input * lanes_; }
  /// Row that reads node i: T_i = Σ_k row[k]·z_k.
  const double* reading(std::size_t node) const { return reading_.data() + node * lanes_; }
  /// Row of node i for z = Σ_i row_i·T_i.
  const double* projection(std::size_t node) const { return projection_.data() + node * lanes_; }
  double capacity_j_per_k(std::size_t node) const { return capacity_[node]; }

  /// Temperature of a node.
  Output temperature(std::size_t node) const;
  /// Heat flowing out to the boundaries of `input`, W.
  Output boundary_flow(std::size_t input) const;
  /// Slowest decay is negative: the network runs away.
  bool runs_away() const { return runs_away_; }

 private:
  std::size_t nodes_ = 0;
  std::size_t inputs_ = 0;
  std::size_t lanes_ = 0;
  std::size_t input_lanes_ = 0;
  bool runs_away_ = false;
  std::vector<double> rate_;
  std::vector<double> settling_;
  std::vector<double> gain_;
  std::vector<double> reading_;
  std::vector<double> projection_;
  std::vector<double> capacity_;
  std::vector<Network::Boundary> boundaries_;
};

}  // namespace rackcast::sim
