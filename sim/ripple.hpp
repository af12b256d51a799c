#pragma once

#include <span>
#include <vector>

#include "sim/modes.hpp"

namespace rackcast::sim {

/// A stretch of a periodic pattern: how far each input is from its mean over the period.
struct RipplePhase {
  double duration_s = 0;
  std::vector<double> deviation;  ///< one value per input of the network
};

/// Highest excursion of `output` above its mean response when the pattern repeats for ever: the periodic response of
/// each mode in closed form, z₀ = Σ_p e^(−λ(T−t_p))·φ₁(−λd_p)·d_p·w_p / (1 − e^(−λT)), evaluated at the ends of the
/// phases, where a first-order response has its extremes. The deviations must average to zero over the period. Not
/// below 0.
double ripple_peak(const Modes& modes, const Output& output, std::span<const RipplePhase> pattern);

}  // namespace rackcast::sim
