#include "scenarios/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scenarios/student_t.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::vector<double> finite_of(std::span<const double> values) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite), [](double v) { return std::isfinite(v); });
  return finite;
}

double sample_sd(std::span<const double> finite, double center) {
  if (finite.size() < 2) return unknown;
  double sum = 0;
  for (const double v : finite) sum += (v - center) * (v - center);
  return std::sqrt(sum / static_cast<double>(finite.size() - 1));
}

// Half width of the 95 % interval of the mean.
double half_width(std::size_t n, double sd) {
  if (n < 2) return unknown;
  return student_t_95(static_cast<int>(n - 1)) * sd / std::sqrt(static_cast<double>(n));
}

}  // namespace

double quantile(std::span<const double> ascending, double p) {
  if (ascending.empty()) return unknown;
  const double position = p * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(position));
  const double share = position - std::floor(position);
  if (share == 0) return ascending[below];
  const double low = ascending[below];
  const double high = ascending[below + 1];
  return low == high ? low : low + share * (high - low);
}

double mean(std::span<const double> values) {
  const std::vector<double> finite = finite_of(values);
  if (finite.empty()) return unknown;
  // The mean of equal values is that value, to the last bit.
  double sum = 0;
  for (const double v : finite) sum += v - finite.front();
  return finite.front() + sum / static_cast<double>(finite.size());
}

Distribution summarize(std::span<const double> values) {
  const std::vector<double> finite = finite_of(values);
  std::vector<double> ascending(values.begin(), values.end());
  std::sort(ascending.begin(), ascending.end());
  Distribution d;
  d.mean = mean(finite);
  d.sd = sample_sd(finite, d.mean);
  d.p10 = quantile(ascending, 0.1);
  d.p50 = quantile(ascending, 0.5);
  d.p90 = quantile(ascending, 0.9);
  const double half = half_width(finite.size(), d.sd);
  d.ci95_low = d.mean - half;
  d.ci95_high = d.mean + half;
  return d;
}

double relative_half_width(std::span<const double> values) {
  const std::vector<double> finite = finite_of(values);
  if (finite.size() < 2) return std::numeric_limits<double>::infinity();
  const double center = mean(finite);
  const double half = half_width(finite.size(), sample_sd(finite, center));
  return half == 0 ? 0 : half / std::abs(center);
}

}  // namespace rackcast::scenarios
