#pragma once

#include <deque>
#include <map>

#include "models/workload/step_profile.hpp"

namespace rackcast::models {

enum class ActivityKind { off, idle, waiting, training };

class ActivityTable;

/// What the boards of a job do, and the clock of the slowest board it was made for.
struct BoardActivity {
  ActivityKind kind = ActivityKind::idle;
  StepProfile step;
  double clock_hz = 0;
  const ActivityTable* table = nullptr;  ///< whose it is
};

/// The distinct activities of one job, addressed by number so that a signal can name them. Entries never move. A step
/// profile is a pure function of the slowest clock here, and is made once per clock.
class ActivityTable {
 public:
  static constexpr std::size_t off = 0, idle = 1, waiting = 2;

  ActivityTable(StepCost cost, double model_factor);
  ActivityTable(const ActivityTable&) = delete;
  ActivityTable& operator=(const ActivityTable&) = delete;

  /// Number of the step at this slowest clock.
  std::size_t training(double clock_hz);
  const BoardActivity& operator[](std::size_t number) const { return entries_[number]; }
  const StepCost& cost() const { return cost_; }
  /// The step if the slowest board ran at this clock.
  StepProfile step_at(double clock_hz) const { return step_profile(cost_, clock_hz, model_factor_); }
  /// Step time at a clock, s.
  double step_s(double clock_hz) const { return step_at(clock_hz).step_s; }
  std::size_t profiles() const { return numbers_.size(); }

 private:
  StepCost cost_;
  double model_factor_;
  std::deque<BoardActivity> entries_;
  std::map<double, std::size_t> numbers_;  ///< by clock
};

}  // namespace rackcast::models
