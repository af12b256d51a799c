#include "models/failure/hazard_law.hpp"

#include <algorithm>

#include "sim/math.hpp"

namespace rackcast::models {

namespace {

constexpr double boltzmann_ev_per_k = 8.617333262e-5;      // CODATA 2018
constexpr double zero_celsius_k = 273.15;                  // SI definition of the Celsius scale
constexpr double seconds_per_year = 365.25 * 24 * 3600.0;  // Julian year

/// Rate at `to_c` relative to the rate at `from_c`.
double acceleration(double activation_ev, double from_c, double to_c) {
  const double inverse_k = 1 / (from_c + zero_celsius_k) - 1 / (to_c + zero_celsius_k);
  return sim::exp(activation_ev / boltzmann_ev_per_k * inverse_k);
}

}  // namespace

double HazardLaw::rate_per_s(double die_c) const {
  return per_year / seconds_per_year * acceleration(activation_ev, reference_c, std::min(die_c, max_c));
}

double HazardLaw::rate_max_per_s() const { return rate_per_s(max_c); }

double HazardLaw::acceptance(double die_c) const {
  return std::min(1.0, acceleration(activation_ev, max_c, std::min(die_c, max_c)));
}

}  // namespace rackcast::models
