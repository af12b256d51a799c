#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rackcast::sim {

/// Four doubles handled element by element: every lane gives the bits that the scalar code gives, because only IEEE
/// additions, multiplications, divisions and integer operations are used.
using Lane4 = double __attribute__((vector_size(32)));
using LaneInt4 = std::int64_t __attribute__((vector_size(32)));
inline constexpr std::size_t lane_width = 4;

inline Lane4 load4(const double* from) {
  Lane4 lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
inline void store4(double* to, const Lane4& lanes) { std::memcpy(to, &lanes, sizeof lanes); }

namespace detail {

inline constexpr double log2_e = 0x1.71547652b82fep+0;
inline constexpr double ln2_high = 0x1.62e42fefa3800p-1;  ///< 42 bits: k·ln2_high is exact
inline constexpr double ln2_low = 0x1.ef35793c76730p-45;
inline constexpr double round_magic = 0x1.8p52;  ///< adding it rounds to an integer kept in the low bits
inline constexpr double exp_limit = 600;         ///< beyond it exp is taken as 0 or as exp(600)
inline constexpr int mantissa_bits = 52;

/// Σ rʲ/(j+3)!, j = 0…11; truncation below 3e-18 for |r| ≤ ln2/2.
template <class Real>
inline Real third_order_tail(const Real& r) {
  const Real r2 = r * r;
  const Real r4 = r2 * r2;
  const Real c01 = 1.0 / 6 + r * (1.0 / 24);
  const Real c23 = 1.0 / 120 + r * (1.0 / 720);
  const Real c45 = 1.0 / 5040 + r * (1.0 / 40320);
  const Real c67 = 1.0 / 362880 + r * (1.0 / 3628800);
  const Real c89 = 1.0 / 39916800 + r * (1.0 / 479001600);
  const Real cab = 1.0 / 6227020800 + r * (1.0 / 87178291200);
  return (c01 + r2 * c23) + r4 * ((c45 + r2 * c67) + r4 * (c89 + r2 * cab));
}

}  // namespace detail

/// The φ-functions of exponential integrators at x:
/// e = eˣ, g = (e − 1)/x, h = (g − 1)/x, q = (h − 1/2)/x, with their limits at 0.
/// Relative error below 2e-16 (e), 8e-16 (g), 5e-15 (h), 5e-14 (q). Valid for any finite x ≤ 600.
template <class Real>
struct Phi {
  Real e, g, h, q;
};

/// Cody–Waite reduction x = k·ln2 + r, one series for all four functions; where k = 0 the series are used as they
/// stand, elsewhere the definitions are.
template <class Real, class Int>
inline Phi<Real> phi_functions(const Real& x) {
  using namespace detail;
  const Real high = x > exp_limit ? Real{} + exp_limit : x;
  const Real clamped = high < -exp_limit ? Real{} - exp_limit : high;
  const Real rounded = clamped * log2_e + round_magic;
  const Real k = rounded - round_magic;
  const Real r = (clamped - k * ln2_high) - k * ln2_low;
  const Real q0 = third_order_tail(r);
  const Real h0 = 0.5 + r * q0;
  const Real g0 = 1.0 + r * h0;
  const Real e0 = 1.0 + r * g0;
  const Int bits = std::bit_cast<Int>(e0) + (std::bit_cast<Int>(rounded) << mantissa_bits);
  const Real scaled = std::bit_cast<Real>(bits);
  const Real e = x < -exp_limit ? Real{} : scaled;
  const Real inverse = 1.0 / (k == 0.0 ? Real{} + 1.0 : x);
  const Real g1 = (e - 1.0) * inverse;
  const Real h1 = (g1 - 1.0) * inverse;
  const Real q1 = (h1 - 0.5) * inverse;
  return {e, k == 0.0 ? g0 : g1, k == 0.0 ? h0 : h1, k == 0.0 ? q0 : q1};
}

inline Phi<double> phi(double x) { return phi_functions<double, std::int64_t>(x); }
inline Phi<Lane4> phi(const Lane4& x) { return phi_functions<Lane4, LaneInt4>(x); }

/// eˣ for x ≤ 600; 0 below −600, exp(600) above 600. Relative error below 2e-16.
inline double exp(double x) { return phi(x).e; }
/// eˣ − 1 without cancellation.
inline double expm1(double x) { return x * phi(x).g; }
/// Natural logarithm of a positive normal number; relative error below 1e-15. −infinity at 0, NaN below.
double log(double x);
/// x to the power y for x ≥ 0 (exp(y·log x)); relative error about |y·log x|·1e-16.
double pow(double x, double y);
/// cos(2π·turns). Absolute error below 1e-15.
double cos_turns(double turns);

}  // namespace rackcast::sim
