#include "sim/math.hpp"

#include <cmath>
#include <limits>

namespace rackcast::sim {

namespace {

constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;
constexpr double two_pi = 0x1.921fb54442d18p+2;

// atanh series: log((1+f)/(1−f)) = 2(f + f³/3 + …); |f| ≤ 0.172, terms to f²³.
double twice_atanh(double f) {
  const double s = f * f;
  double sum = 0;
  for (int odd = 23; odd >= 3; odd -= 2) sum = s * (sum + 1.0 / odd);
  return 2 * f + 2 * f * sum;
}

// Taylor series of the cosine for |x| ≤ π/4.
double small_cos(double x) {
  const double s = x * x;
  double sum = 1;
  for (int n = 18; n >= 2; n -= 2) sum = 1 - s * sum / (n * (n - 1));
  return sum;
}

double small_sin(double x) {
  const double s = x * x;
  double sum = 1;
  for (int n = 19; n >= 3; n -= 2) sum = 1 - s * sum / (n * (n - 1));
  return x * sum;
}

}  // namespace

double log(double x) {
  if (!(x > 0)) return x == 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < sqrt_half) {
    m *= 2;
    --exponent;
  }
  const double k = exponent;
  return k * detail::ln2_high + (twice_atanh((m - 1) / (m + 1)) + k * detail::ln2_low);
}

double pow(double x, double y) {
  if (y == 0) return 1;
  if (x == 0) return y > 0 ? 0 : std::numeric_limits<double>::infinity();
  return exp(y * log(x));
}

double cos_turns(double turns) {
  const double fraction = turns - std::floor(turns);  // in [0, 1)
  const double folded = fraction > 0.5 ? 1 - fraction : fraction;
  if (folded <= 0.125) return small_cos(two_pi * folded);
  if (folded >= 0.375) return -small_cos(two_pi * (0.5 - folded));
  return small_sin(two_pi * (0.25 - folded));
}

}  // namespace rackcast::sim
