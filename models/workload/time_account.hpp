#pragma once

#include <array>

#include "models/outcome.hpp"

namespace rackcast::models {

/// Step times of one job nested from ideal to actual, s: each loss is the difference to the one before; the last is
/// given as that difference.
struct NestedSteps {
  double ideal_s = 0;    ///< default power limit, 25 °C intake
  double power_s = 0;    ///< this power limit, 25 °C intake
  double supply_s = 0;   ///< under the limits and brakes after the loss of supply units
  double thermal_s = 0;  ///< all boards at the mean of their clocks
  double starved_s = 0;  ///< what the data take longer than the step at the slowest clock
};

/// Where the time of a job went. Training is tentative until a checkpoint keeps it: an interruption turns the tentative
/// part into rework. At every moment ideal + Σ lost is the time that has passed, to rounding.
class TimeAccount {
 public:
  void charge(Loss loss, double seconds) { lost_s_[index(loss)] += seconds; }
  /// `steps` were made in `seconds`.
  void train(double steps, double seconds, const NestedSteps& nested);
  /// A checkpoint was written, or the job is finished.
  void keep();
  /// Back to the last checkpoint.
  void lose();

  double ideal_s() const { return ideal_s_ + tentative_ideal_s_; }
  double lost_s(Loss loss) const { return lost_s_[index(loss)] + tentative_s_[index(loss)]; }

 private:
  static std::size_t index(Loss loss) { return static_cast<std::size_t>(loss); }

  double ideal_s_ = 0;
  double tentative_ideal_s_ = 0;
  std::array<double, loss_count> lost_s_{};
  std::array<double, loss_count> tentative_s_{};
};

}  // namespace rackcast::models
