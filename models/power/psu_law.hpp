#pragma once

#include <array>
#include <vector>

#include "models/power/psu_spec.hpp"

namespace rackcast::models {

/// Loss of a supply as a share of its rating, a polynomial in the load x = DC output / rating:
///   loss(x) = c₀ + c₁·x + c₂·x² (+ c₃·x³): no-load, switching, conduction and saturation losses.
struct PsuLoss {
  std::array<double, 4> coefficient{};

  double at(double load) const;
  double slope(double load) const;
};

/// Least-squares fit of the loss through the efficiency points, weighted so that the error of the *efficiency* is what
/// is minimised. Efficiency itself is never interpolated: it says nothing below the first point, while a loss tends to
/// its no-load value. Degree 2 for three points (exact), 3 for four and more (the Titanium table, which has a point at
/// 10 %, is not a parabola: no quadratic comes nearer than 0.6 points), and less where the higher fit would be
/// unphysical (no-load loss or leading coefficient below zero, or wall power falling with load).
/// Throws std::invalid_argument for points that are no efficiency curve.
PsuLoss fit_loss(const PsuSpec& psu);

/// Laws of a bank of `count` equal supplies that share the load equally.
class PsuLaw {
 public:
  explicit PsuLaw(const PsuSpec& psu);

  /// Drawn from the outlet for `dc_w` delivered by the whole bank.
  double wall_power_w(double dc_w) const;
  /// d wall_power / d dc_power; at least 1 wherever the loss does not fall with load.
  double wall_power_slope(double dc_w) const;
  double efficiency(double dc_w) const { return dc_w / wall_power_w(dc_w); }
  /// Load of each supply as a share of its rating.
  double load_ratio(double dc_w) const { return dc_w / rating_w_; }
  /// How long a load of `load_ratio` × rating is survived before the supply latches off: the duration of the highest
  /// overload ratio reached, infinite below the first. Never rises with load.
  double overload_limit_s(double load_ratio) const;

 private:
  double rating_w_;  ///< of the bank
  PsuLoss loss_;
  std::vector<double> overload_ratio_;
  std::vector<double> overload_duration_s_;
};

/// The same for a single question; PsuLaw where many are asked.
double wall_power_w(const PsuSpec& psu, double dc_w);
double overload_limit_s(const PsuSpec& psu, double load_ratio);

}  // namespace rackcast::models
