#pragma once

#include <deque>
#include <map>
#include <utility>

#include "models/workload/step_profile.hpp"

namespace rackcast::models {

enum class ActivityKind { off, idle, waiting, training };

class ActivityTable;

/// What the boards of a job do, and the clock of the slowest board and the pace of the data it was made for.
struct BoardActivity {
  ActivityKind kind = ActivityKind::idle;
  StepProfile step;
  double clock_hz = 0;
  double data_s = 0;                     ///< that its data take to come
  double cpu_load = 0;                   ///< of all cores, while training; 0: not known
  double gpu_share = 1;                  ///< of the server's GPUs: those of the job
  const ActivityTable* table = nullptr;  ///< whose it is
};

/// The distinct activities of one job, addressed by number so that a signal can name them. Entries never move. A step
/// profile is a pure function of the slowest clock and the time of the data here, and is made once for both.
class ActivityTable {
 public:
  static constexpr std::size_t off = 0, idle = 1, waiting = 2;

  /// `gpu_share`: of the server's GPUs, those of the job.
  ActivityTable(StepCost cost, double model_factor, double gpu_share = 1);
  ActivityTable(const ActivityTable&) = delete;
  ActivityTable& operator=(const ActivityTable&) = delete;

  /// Number of the step at this slowest clock when its data take `data_s` (0: they are there).
  std::size_t training(double clock_hz, double data_s);
  const BoardActivity& operator[](std::size_t number) const { return entries_[number]; }
  const StepCost& cost() const { return cost_; }
  /// The step if the slowest board ran at this clock.
  StepProfile step_at(double clock_hz, double data_s) const {
    return step_profile(cost_, clock_hz, model_factor_, data_s);
  }
  /// The same activity at another clock of the slowest board.
  BoardActivity at_clock(const BoardActivity& activity, double clock_hz) const;
  /// Step time at a clock with the data there, s.
  double step_s(double clock_hz) const { return step_at(clock_hz, 0).step_s; }
  std::size_t profiles() const { return numbers_.size(); }

 private:
  StepCost cost_;
  double model_factor_;
  double gpu_share_;
  std::deque<BoardActivity> entries_;
  std::map<std::pair<double, double>, std::size_t> numbers_;  ///< by clock and time of the data
};

}  // namespace rackcast::models
