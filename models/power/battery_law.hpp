#pragma once

#include <vector>

#include "models/power/ups_spec.hpp"

namespace rackcast::models {

/// How long a battery lasts by what its inverter gives. Peukert's law, T = C/Pᵏ, is a straight line in the logarithms
/// of load and runtime: here through each pair of neighbouring points of a published table, and beyond its ends with
/// the slope there. From one point alone, k = 1.3: the tables of the Smart-UPS 1000 and 1400 have 1.0 to 1.6. Without a
/// table the battery gives 0.3 of its energy at the rating (four units of the catalogue: 0.2 to 0.36). Never longer
/// than the stored energy lasts. Charge is a share of the runtime that is left at any load, so what the battery loses
/// at a load P is its energy over T(P).
class BatteryLaw {
 public:
  explicit BatteryLaw(const UpsSpec& ups);

  /// From full to empty; infinite at no load.
  double runtime_s(double load_w) const;
  /// What the battery loses, W: no less than the load.
  double drain_w(double load_w) const;
  /// drain / load.
  double loss_factor(double load_w) const { return load_w > 0 ? drain_w(load_w) / load_w : 1; }
  /// d drain / d load.
  double drain_slope(double load_w) const;

 private:
  struct Line {
    double log_runtime;  ///< at log_load
    double log_load;
    double exponent;  ///< k
  };
  Line line(double load_w) const;
  double table_s(double load_w) const;

  double energy_j_;
  std::vector<double> load_w_, log_load_, log_runtime_;
};

}  // namespace rackcast::models
