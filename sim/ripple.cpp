#include "sim/ripple.hpp"

#include <algorithm>

#include "sim/math.hpp"

namespace rackcast::sim {

namespace {

double modal_deviation(const Modes& modes, const RipplePhase& phase, std::size_t mode) {
  double sum = 0;
  for (std::size_t j = 0; j < modes.inputs(); ++j) sum += modes.gain(j)[mode] * phase.deviation[j];
  return sum;
}

// Adds the mode's periodic response at the end of each phase, weighted, to `at_end`.
void add_mode(const Modes& modes, std::span<const RipplePhase> pattern, std::size_t mode, double weight,
              std::vector<double>& at_end) {
  const double rate = modes.rate_per_s()[mode];
  double z = 0;
  double period_s = 0;
  const auto advance = [&](const RipplePhase& phase) {
    const auto f = phi(-rate * phase.duration_s);
    z = f.e * z + f.g * phase.duration_s * modal_deviation(modes, phase, mode);
  };
  for (const auto& phase : pattern) {
    advance(phase);
    period_s += phase.duration_s;
  }
  const double kept = expm1(-rate * period_s);
  z = kept == 0 ? 0 : z / -kept;
  for (std::size_t p = 0; p < pattern.size(); ++p) {
    advance(pattern[p]);
    at_end[p] += weight * z;
  }
}

}  // namespace

double ripple_peak(const Modes& modes, const Output& output, std::span<const RipplePhase> pattern) {
  std::vector<double> at_end(pattern.size(), 0);
  for (std::size_t mode = 0; mode < modes.nodes(); ++mode) {
    if (modes.rate_per_s()[mode] < 0) continue;  // a mode that runs away has no periodic response
    add_mode(modes, pattern, mode, output.mode_weight[mode], at_end);
  }
  double peak = 0;
  for (const double value : at_end) peak = std::max(peak, value);
  return peak;
}

}  // namespace rackcast::sim
