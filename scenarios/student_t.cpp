#include "scenarios/student_t.hpp"

#include <cmath>

namespace rackcast::scenarios {

namespace {

constexpr double half_pi = 1.5707963267948966;
constexpr double coverage = 0.95;
constexpr double normal_point = 1.959963984540054;  // two-sided 95 % point of the normal distribution
constexpr int series_limit = 200;                   // degrees of freedom from which the expansion is exact to 1e-11
constexpr double widest = 13;                       // the point at one degree of freedom is 12.706

// atan(x) for x ≥ 0 by three halvings of the angle, then its Taylor series (x ≤ 0.2 there): arithmetic and square roots
// only, because C libraries round atan differently.
double arc_tangent(double x) {
  constexpr int halvings = 3;
  constexpr int terms = 14;
  for (int i = 0; i < halvings; ++i) x = x / (1 + std::sqrt(1 + x * x));
  double sum = 0;
  for (int k = terms; k >= 0; --k) sum = 1.0 / (2 * k + 1) - x * x * sum;
  return x * sum * (1 << halvings);
}

// Abramowitz and Stegun 26.7.3 (odd) and 26.7.4 (even): P(|T| ≤ t).
double probability_within(double t, int degrees) {
  const double x = t / std::sqrt(static_cast<double>(degrees));
  const double cos2 = 1 / (1 + x * x);
  const double sine = x * std::sqrt(cos2);
  const bool odd = degrees % 2 == 1;
  double term = odd ? std::sqrt(cos2) : 1;
  double sum = degrees == 1 ? 0 : term;
  for (int k = odd ? 3 : 2; k < degrees - 1; k += 2) {
    term *= cos2 * (k - 1) / k;
    sum += term;
  }
  return odd ? (arc_tangent(x) + sine * sum) / half_pi : sine * sum;
}

double by_bisection(int degrees) {
  double low = normal_point;
  double high = widest;
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
    (probability_within(middle, degrees) < coverage ? low : high) = middle;
  }
  return high;
}

// Abramowitz and Stegun 26.7.5.
double by_expansion(int degrees) {
  const double v = degrees;
  const double x = normal_point;
  const double x2 = x * x;
  const double g1 = (x2 + 1) * x / 4;
  const double g2 = ((5 * x2 + 16) * x2 + 3) * x / 96;
  const double g3 = (((3 * x2 + 19) * x2 + 17) * x2 - 15) * x / 384;
  const double g4 = ((((79 * x2 + 776) * x2 + 1482) * x2 - 1920) * x2 - 945) * x / 92160;
  return x + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v;
}

}  // namespace

double student_t_95(int degrees) { return degrees < series_limit ? by_bisection(degrees) : by_expansion(degrees); }

}  // namespace rackcast::scenarios
