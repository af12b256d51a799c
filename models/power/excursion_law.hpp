#pragma once

#include "models/compute/gpu_spec.hpp"
#include "models/power/psu_spec.hpp"

namespace rackcast::models {

/// Excursions of a board's power that last milliseconds: too short for its power limiter, long enough to trip a supply.
///
/// Published recordings of about a minute tell the highest power by duration (RTX 5090, 575 W: 901 W below 1 ms, 824 W
/// for 1 to 5 ms, 738 W for 5 to 10 ms, 628 W for 10 to 20 ms). Taken as the height that is reached once a minute, and
/// with an exponential tail above and below it, the power of a board exceeds that of its phase by x times the measured
/// excess at the rate
///   λ(x) = 1/60 s · exp((1 − x)/tail).
/// The limiter takes back what lasts: an excess that lasts d is smaller than one of 1 ms by (w − d)/(w − 1 ms), w = 13
/// ms (line through the excess of that table at 1, 5 and 10 ms; it says 0.28 and 0.11 where 0.28 and 0.09 were read).
/// Boards of one job start the same kernels together: their excesses add up.
inline constexpr double excursion_return_s = 60;
/// Of the measured excess; an assumption: no tail was ever published. A supply that trips daily at one height trips
/// every ten days at one that is higher by 23 % of the measured excess.
inline constexpr double excursion_tail = 0.1;
inline constexpr double excursion_window_s = 0.013;
/// More than one in a second is at once: what trips a supply that often trips it when the load comes on.
inline constexpr double excursion_rate_max_per_s = 1;

/// Height of the excess of 1 ms that a board in training shows once a minute: the share `power.excursion` of the
/// default limit, times f·V² of the clock ceiling: between kernels the clock stands there whatever the power limit is,
/// so that a locked clock (`clock_limit_hz`; 0: none) lowers it and a power limit does not.
double excursion_w(const GpuSpec& gpu, double clock_limit_hz);

/// How often boards whose excesses of 1 ms once a minute add up to `excess_w` lift `load_w` above what a supply of this
/// design and of `rating_w` survives, for any of its durations; 0 where they never do. Rises with load and excess.
double excursion_trips_per_s(const PsuSpec& design, double rating_w, double load_w, double excess_w);

}  // namespace rackcast::models
