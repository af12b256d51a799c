#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/compute/gpu_spec.hpp"
#include "models/workload/step_profile.hpp"
#include "scenarios/validation/names.hpp"

namespace rackcast::scenarios {

class Catalog;

/// A published job as far as a power limit is concerned: kernels of one class, and time in which no kernel is there.
struct LimitedJob {
  double clock_share = 1;  ///< of the kernels' time that goes with 1/clock: the constant of a GPU and workload class
  double reference_w = 0;  ///< limit to which performance is relative
  double drawn_w = not_drawn;  ///< mean draw under that limit, where it was published

  static constexpr double not_drawn = 0;
};

struct LimitedRun {
  double clock_hz = 0;
  double relative = 0;  ///< performance over that under the reference limit
};

/// Performance of a job under power limits, through the board: at each limit the clock is the one at which regulated
/// power, leakage at the die temperature that follows from it included, meets the limit (models/compute/board_network).
///   T(f)/T(f_ref) = u·(c·f_ref/f + 1 − c) + 1 − u
/// with the clock share c and the busy share u = (P_drawn − P_starved)/(P_kernels − P_starved) of a job whose mean draw
/// stays below its limit because data or host are late, 1 where the draw is not known. Kernels load core and memory as
/// the mean of tensor-bound and memory-bound kernels by time.
class LimitedBoard {
 public:
  LimitedBoard(const models::GpuSpec& gpu, const LimitedJob& job);

  LimitedRun under(double limit_w) const;
  /// Mean power of the board under that limit.
  double power_w(double limit_w) const;
  double busy() const { return busy_; }

 private:
  const models::GpuSpec& gpu_;
  LimitedJob job_;
  double reference_hz_;
  double busy_;
  models::StepProfile step_;
};

/// Class of a published workload by the words in its description, from data/power_limit_classes.csv; empty: none.
std::string workload_class(std::string_view description);

/// Clock share of a class on a GPU type: its own, else that of the class on any.
double class_clock_share(std::string_view workload_class, std::string_view gpu);

/// The GPU of the catalogue that a table means: by its published name, by the name without what stands in brackets
/// behind it, or by the catalogue's own. Null: none.
const models::GpuSpec* published_gpu(const Catalog& catalog, const PublishedNames& names, std::string_view published);

}  // namespace rackcast::scenarios
