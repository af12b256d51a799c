#include "models/power/psu_law.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

namespace rackcast::models {

namespace {

constexpr std::size_t terms_max = 4;
constexpr double cubed = 3;  // d(x³) = 3x²
/// A no-load loss this far below zero is rounding of a fit through zero, not a wrong shape.
constexpr double rounding = 1e-12;

using Matrix = std::array<std::array<double, terms_max>, terms_max>;
using Vector = std::array<double, terms_max>;

[[noreturn]] void reject(const PsuSpec& psu, const std::string& problem) {
  throw std::invalid_argument("power supply '" + psu.name + "': " + problem);
}

void check_curve(const PsuSpec& psu) {
  const auto& load = psu.load_fraction;
  if (load.empty() || load.size() != psu.efficiency.size()) {
    reject(psu, "the efficiency curve needs as many loads as efficiencies (and at least one); list both in pairs");
  }
  for (std::size_t i = 0; i < load.size(); ++i) {
    if (!(load[i] > (i == 0 ? 0.0 : load[i - 1]))) {
      reject(psu, "loads must be positive and ascending (the curve is read from low to high load); sort them");
    }
    if (!(psu.efficiency[i] > 0 && psu.efficiency[i] <= 1)) {
      reject(psu, "an efficiency must be above 0 and at most 1 (it is output over input); write 0.92 for 92 %");
    }
  }
}

void check_overload(const PsuSpec& psu) {
  const auto& ratio = psu.overload_ratio;
  const auto& duration_s = psu.overload_duration_s;
  if (ratio.size() != duration_s.size()) reject(psu, "overload and overload_for must have the same length; pair them");
  for (std::size_t i = 0; i < ratio.size(); ++i) {
    const bool ascending = ratio[i] > (i == 0 ? 0.0 : ratio[i - 1]);
    const bool descending = duration_s[i] >= 0 && (i == 0 || duration_s[i] <= duration_s[i - 1]);
    if (!ascending) reject(psu, "overload ratios must be positive and ascending; sort them");
    if (!descending) reject(psu, "overload_for must not rise (a higher load is not survived longer); check the order");
  }
}

/// Solves the symmetric positive system by elimination in place; terms ≤ 4, so no pivoting beyond the diagonal.
Vector solve(Matrix m, Vector right, std::size_t terms) {
  for (std::size_t k = 0; k < terms; ++k) {
    for (std::size_t i = k + 1; i < terms; ++i) {
      const double factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j < terms; ++j) m[i][j] -= factor * m[k][j];
      right[i] -= factor * right[k];
    }
  }
  Vector x{};
  for (std::size_t k = terms; k-- > 0;) {
    double rest = right[k];
    for (std::size_t j = k + 1; j < terms; ++j) rest -= m[k][j] * x[j];
    x[k] = rest / m[k][k];
  }
  return x;
}

/// Least squares over `terms` powers of the load from `first` (0 or 1) on. η = x/(x + loss), so dη = −η²/x · dloss is
/// the weight.
PsuLoss fit(const PsuSpec& psu, std::size_t first, std::size_t terms) {
  Matrix normal{};
  Vector right{};
  for (std::size_t p = 0; p < psu.load_fraction.size(); ++p) {
    const double x = psu.load_fraction[p];
    const double efficiency = psu.efficiency[p];
    const double weight = efficiency * efficiency / x;
    Vector basis{first > 0 ? weight * x : weight};
    for (std::size_t k = 1; k < terms; ++k) basis[k] = basis[k - 1] * x;
    const double loss = weight * (x / efficiency - x);
    for (std::size_t i = 0; i < terms; ++i) {
      for (std::size_t j = 0; j < terms; ++j) normal[i][j] += basis[i] * basis[j];
      right[i] += basis[i] * loss;
    }
  }
  const Vector solved = solve(normal, right, terms);
  PsuLoss loss;
  for (std::size_t k = 0; k < terms; ++k) loss.coefficient[first + k] = solved[k];
  return loss;
}

/// No-load loss and leading coefficient not negative, and wall power rising with load everywhere.
bool physical(const PsuLoss& loss, std::size_t degree) {
  const auto& c = loss.coefficient;
  if (c[0] < -rounding || c[degree] < 0) return false;
  const double bend = cubed * c[3];
  const double steepest_fall = bend > 0 && c[2] < 0 ? -c[2] / bend : 0;
  return 1 + loss.slope(steepest_fall) > 0;
}

}  // namespace

double PsuLoss::at(double load) const {
  const auto& c = coefficient;
  return c[0] + load * (c[1] + load * (c[2] + load * c[3]));
}

double PsuLoss::slope(double load) const {
  const auto& c = coefficient;
  return c[1] + load * (2 * c[2] + load * cubed * c[3]);
}

PsuLoss fit_loss(const PsuSpec& psu) {
  check_curve(psu);
  for (std::size_t terms = std::min(psu.load_fraction.size(), terms_max); terms > 1; --terms) {
    PsuLoss loss = fit(psu, 0, terms);
    if (!physical(loss, terms - 1)) continue;
    loss.coefficient[0] = std::max(0.0, loss.coefficient[0]);
    return loss;
  }
  return fit(psu, 1, 1);  // loss in proportion to load: one efficiency for all loads
}

PsuLaw::PsuLaw(const PsuSpec& psu)
    : rating_w_(psu.rating_w * psu.count),
      loss_(fit_loss(psu)),
      overload_ratio_(psu.overload_ratio),
      overload_duration_s_(psu.overload_duration_s) {
  if (!(rating_w_ > 0))
    reject(psu, "rating and count must be positive (nothing could be fed); give rating = \"850 W\"");
  check_overload(psu);
}

double PsuLaw::wall_power_w(double dc_w) const { return dc_w + rating_w_ * loss_.at(load_ratio(dc_w)); }

double PsuLaw::wall_power_slope(double dc_w) const { return 1 + loss_.slope(load_ratio(dc_w)); }

double PsuLaw::overload_limit_s(double load_ratio) const {
  const auto above = std::upper_bound(overload_ratio_.begin(), overload_ratio_.end(), load_ratio);
  if (above == overload_ratio_.begin()) return std::numeric_limits<double>::infinity();
  return overload_duration_s_[static_cast<std::size_t>(above - overload_ratio_.begin()) - 1];
}

double wall_power_w(const PsuSpec& psu, double dc_w) { return PsuLaw(psu).wall_power_w(dc_w); }

double overload_limit_s(const PsuSpec& psu, double load_ratio) { return PsuLaw(psu).overload_limit_s(load_ratio); }

}  // namespace rackcast::models
