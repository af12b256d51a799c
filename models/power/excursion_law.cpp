#include "models/power/excursion_law.hpp"

#include <algorithm>
#include <cstddef>

#include "models/compute/gpu_power.hpp"
#include "sim/math.hpp"

namespace rackcast::models {

namespace {

constexpr double measured_duration_s = 0.001;

/// What is left of an excess of 1 ms when it lasts `duration_s`.
double lasting_share(double duration_s) {
  return std::max(0.0, (excursion_window_s - duration_s) / (excursion_window_s - measured_duration_s));
}

}  // namespace

double excursion_w(const GpuSpec& gpu, double clock_limit_hz) {
  const double highest_w = gpu.power.excursion * gpu.power.default_w;
  if (!(clock_limit_hz > 0) || clock_limit_hz >= gpu.max_clock_hz) return highest_w;
  const GpuPower power(gpu);
  return highest_w * power.core_w(std::max(clock_limit_hz, gpu.min_clock_hz), 1) / power.core_w(gpu.max_clock_hz, 1);
}

double excursion_trips_per_s(const PsuSpec& design, double rating_w, double load_w, double excess_w) {
  double rate_per_s = 0;
  for (std::size_t i = 0; i < design.overload_ratio.size(); ++i) {
    const double lasting_w = excess_w * lasting_share(design.overload_duration_s[i]);
    if (!(lasting_w > 0)) continue;
    const double height = std::max(0.0, design.overload_ratio[i] * rating_w - load_w) / lasting_w;
    rate_per_s = std::max(rate_per_s, sim::exp((1 - height) / excursion_tail) / excursion_return_s);
  }
  return std::min(rate_per_s, excursion_rate_max_per_s);
}

}  // namespace rackcast::models
