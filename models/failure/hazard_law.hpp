#pragma once

namespace rackcast::models {

/// Temperature at which catalogue interruption rates hold: the middle of the 54–72 °C that air-cooled H100 boards show
/// under training load (arXiv 2507.16781), the population behind the published rate (419 unexpected interruptions in
/// 54 days of 16,384 GPUs).
inline constexpr double failure_reference_c = 65;

/// Activation energy of the failure mechanisms of packaged electronics: published values run from 0.3 to 0.7 eV; the
/// middle doubles the rate every 14 K around 65 °C. An assumption for GPUs: nobody published a measured value.
inline constexpr double failure_activation_ev = 0.5;

/// Rate of job-stopping interruptions of one part, accelerated by temperature after Arrhenius:
///   rate(T) = rate_ref · exp(Ea/k · (1/T_ref − 1/T)), temperatures in kelvin.
/// For thinning, candidates are drawn at `rate_max_per_s` of the part's rated maximum temperature and accepted with
/// `acceptance(T)`; above that maximum the rate stays at the maximum. Validity: −50 to 150 °C.
struct HazardLaw {
  double per_year = 0;  ///< at reference_c
  double reference_c = failure_reference_c;
  double activation_ev = failure_activation_ev;
  double max_c = 0;  ///< rated maximum: of a GPU its shutdown temperature

  double rate_per_s(double die_c) const;
  double rate_max_per_s() const;
  double acceptance(double die_c) const;  ///< rate / rate_max, in [0, 1]
};

}  // namespace rackcast::models
