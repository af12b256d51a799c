#pragma once

#include <span>
#include <vector>

namespace rackcast::scenarios {

/// What is known of one number over the replications. What does not exist is NaN (printed as null): the spread of a
/// single value, the mean of none.
struct Distribution {
  double mean = 0;
  double sd = 0;  ///< of a sample: divided by n − 1
  double p10 = 0;
  double p50 = 0;
  double p90 = 0;
  double ci95_low = 0;  ///< of the mean, two-sided 95 %, Student's t with n − 1 degrees of freedom
  double ci95_high = 0;

  bool operator==(const Distribution&) const = default;
};

/// Summarises `values` (not NaN; +infinity: did not happen within the horizon). Quantiles count an infinite value as
/// later than any other and may be infinite; mean, sd and the bounds are those of the finite values, NaN without any.
/// Sums run in index order, so the result depends on nothing but the values.
Distribution summarize(std::span<const double> values);

/// Quantile `p` of an ascending sample by linear interpolation between order statistics (type 7 of Hyndman and Fan,
/// "Sample quantiles in statistical packages", 1996). Between a finite value and infinity it is infinite. NaN of none.
double quantile(std::span<const double> ascending, double p);

/// Σ values / n over the finite values, in index order; NaN of none.
double mean(std::span<const double> values);

/// Half width of the 95 % interval of the mean of the finite values, relative to the mean; infinite below two values.
double relative_half_width(std::span<const double> values);

}  // namespace rackcast::scenarios
