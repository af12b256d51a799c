#include "sim/jacobi.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sim/check.hpp"

namespace rackcast::sim {

namespace {

constexpr int max_sweeps = 60;
constexpr double negligible = 0x1p-60;  // share of the largest entry below which an entry changes no eigenvalue

/// (x, y) becomes (c·x − s·y, s·x + c·y).
struct Rotation {
  double c, s;

  void apply(double& x, double& y) const {
    const double turned = c * x - s * y;
    y = s * x + c * y;
    x = turned;
  }
};

// The rotation by at most 45° that makes a_pq zero.
Rotation annihilate(double a_pp, double a_qq, double a_pq) {
  const double half_cotangent = (a_qq - a_pp) / (2 * a_pq);
  const double size = 1 / (std::fabs(half_cotangent) + std::sqrt(half_cotangent * half_cotangent + 1));
  const double tangent = half_cotangent < 0 ? -size : size;
  const double c = 1 / std::sqrt(tangent * tangent + 1);
  return {c, tangent * c};
}

class Sweeper {
 public:
  Sweeper(std::vector<double> a, std::size_t n) : n_(n), a_(std::move(a)), v_(n * n, 0) {
    for (std::size_t i = 0; i < n; ++i) v_[i * n + i] = 1;
    for (const double x : a_) floor_ = std::max(floor_, negligible * std::fabs(x));
  }

  enum class Outcome { rotated, diagonal };
  Outcome sweep() {
    Outcome outcome = Outcome::diagonal;
    for (std::size_t p = 0; p < n_; ++p) {
      for (std::size_t q = p + 1; q < n_; ++q) {
        if (std::fabs(a_[p * n_ + q]) <= floor_) continue;
        rotate(p, q);
        outcome = Outcome::rotated;
      }
    }
    return outcome;
  }

  Eigenpairs sorted() const {
    std::vector<std::size_t> order(n_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t i, std::size_t j) { return value(i) < value(j); });
    Eigenpairs pairs{{}, std::vector<double>(n_ * n_)};
    for (std::size_t k = 0; k < n_; ++k) {
      pairs.values.push_back(value(order[k]));
      for (std::size_t i = 0; i < n_; ++i) pairs.vectors[i * n_ + k] = v_[i * n_ + order[k]];
    }
    return pairs;
  }

 private:
  double value(std::size_t i) const { return a_[i * n_ + i]; }

  void rotate(std::size_t p, std::size_t q) {
    const Rotation turn = annihilate(value(p), value(q), a_[p * n_ + q]);
    for (std::size_t i = 0; i < n_; ++i) turn.apply(a_[i * n_ + p], a_[i * n_ + q]);
    for (std::size_t i = 0; i < n_; ++i) turn.apply(a_[p * n_ + i], a_[q * n_ + i]);
    for (std::size_t i = 0; i < n_; ++i) turn.apply(v_[i * n_ + p], v_[i * n_ + q]);
    a_[p * n_ + q] = a_[q * n_ + p] = 0;
  }

  std::size_t n_;
  std::vector<double> a_, v_;
  double floor_ = 0;
};

}  // namespace

Eigenpairs symmetric_eigenpairs(std::vector<double> a, std::size_t n) {
  Sweeper sweeper(std::move(a), n);
  int sweeps = 0;
  while (sweeper.sweep() == Sweeper::Outcome::rotated) {
    demand(++sweeps < max_sweeps, "the eigenvalues of a network did not converge");
  }
  return sweeper.sorted();
}

}  // namespace rackcast::sim
