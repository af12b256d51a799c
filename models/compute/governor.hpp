#pragma once

#include "models/compute/board_plant.hpp"
#include "models/outcome.hpp"

namespace rackcast::models {

/// What a governor settled on.
struct ClockDecision {
  double clock_hz = 0;
  Throttle cause = Throttle::none;
};

/// How far ahead a temperature is predicted: BoardType::ahead_s, or until what changed has settled.
enum class Lead { soon, settled };

/// A temperature to come as a reading of the island now, plus what the heats add until then.
struct Prediction {
  const sim::Output& reading;
  double offset_c;

  double at(const BoardPlant& plant, sim::Time now) const { return plant.island().read(reading, now) + offset_c; }
};

/// A temperature that is held by the clock. Below the limit it watches the temperature itself; having reached it, it
/// watches what the temperature will be BoardType::ahead_s later, and steps down when that is above the limit. It steps
/// up when the prediction for the next step is below the limit by `step_up_margin_k` both then and when the step has
/// settled. A step that would have to be taken back is not taken, so a board at rest stays on one step, at most one
/// below what a dithering regulator holds on average.
class TemperatureRegulator {
 public:
  static constexpr double step_up_margin_k = 0.1;

  TemperatureRegulator(BoardNode node, double limit_c, Throttle cause)
      : node_(node), limit_c_(limit_c), cause_(cause) {}

  Throttle cause() const { return cause_; }
  double limit_c() const { return limit_c_; }
  bool holding() const { return holding_; }
  void release() { holding_ = false; }

  /// Takes note of the temperature now, ripple included.
  void look(const BoardPlant& plant, sim::Time now);
  /// Temperature to come if the board ran at `clock_hz` from now on, ripple included.
  Prediction predict(const BoardPlant& plant, const BoardActivity& activity, double clock_hz, Lead lead,
                     sim::Time now) const;
  /// The limit is reached from below, until `until`.
  sim::Time reaches(const BoardPlant& plant, sim::Time now, sim::Time until) const;

 private:
  const BoardType::Foresight& foresight(const BoardType::Form& form, Lead lead) const;
  double ripple_k(const BoardPlant& plant) const;
  const sim::Output& temperature(const BoardPlant& plant) const;

  BoardNode node_;
  double limit_c_;
  Throttle cause_;
  bool holding_ = false;
};

/// Clock of a board under the power brake, the highest it may take then.
double brake_clock_hz(const GpuSpec& gpu);

enum class Brake { off, on };

/// The clock of one board (modes free, power-capped, thermally limited by die or memory, hardware slowdown, shut down).
/// - Power cap: the highest clock whose regulated power stays within the limit at the present die temperature, the mean
///   of what a real board dithers between two steps to hold; resolved to `cap_resolution_hz`.
/// - Temperature: on reaching a limit, the highest clock step predicted to be at or below it one second later.
/// - Hardware slowdown: the clock times the part's slowdown factor, until the die is `slowdown_release_k` below.
/// - Power brake: an outside signal that holds the clock at the slowdown factor of the highest clock, at most; NVML
///   reports it as a hardware slowdown ("reducing the core clocks by a factor of 2 or more": NVML reference, clocks
///   event reasons).
/// - Shutdown: no clock until `reset`.
class Governor {
 public:
  static constexpr double cap_resolution_hz = 1e6;
  static constexpr double slowdown_release_k = 5;

  Governor(const GpuSpec& gpu, double power_limit_w, double clock_limit_hz);

  /// Decides for `activity` at now. Idempotent within an instant.
  ClockDecision decide(const BoardPlant& plant, const BoardActivity& activity, sim::Time now);
  /// When to decide again if nothing else changes; never if there is no such time until `until`.
  sim::Time next(const BoardPlant& plant, const BoardActivity& activity, sim::Time now, sim::Time until) const;
  /// From now on this power limit holds.
  void set_power_limit(double limit_w);
  /// What the board draws at a given clock is another from now on.
  void forget_cap() { capped_for_ = nullptr; }
  /// From now on the slowdown signal stands or not.
  void set_brake(Brake brake) { brake_ = brake; }
  /// After a reboot.
  void reset() { shut_down_ = false; }

 private:
  sim::Time rises(const BoardPlant& plant, const BoardActivity& activity, sim::Time now, sim::Time until) const;
  sim::Time slows(const BoardPlant& plant, sim::Time now, sim::Time until) const;
  void lower(const TemperatureRegulator& regulator, const BoardPlant& plant, const BoardActivity& activity,
             double from_hz, sim::Time now);
  void raise(const BoardPlant& plant, const BoardActivity& activity, sim::Time now);
  bool may_rise(const BoardPlant& plant, const BoardActivity& activity, double clock_hz, sim::Time now) const;
  double capped_hz(const BoardPlant& plant, const BoardActivity& activity, double die_c) const;
  void cap(const BoardPlant& plant, const BoardActivity& activity, double die_c);

  double min_hz_, max_hz_, step_hz_;
  double brake_hz_;
  Brake brake_ = Brake::off;
  double power_limit_w_;
  double slowdown_c_, shutdown_c_, slowdown_clock_;
  std::array<TemperatureRegulator, 2> regulators_;
  double upper_hz_;                            ///< by lock and power cap
  const BoardActivity* capped_for_ = nullptr;  ///< what the cap was last looked for, and at which temperature
  double capped_at_c_ = 0;
  double ceiling_hz_;  ///< by temperature
  Throttle ceiling_cause_ = Throttle::none;
  bool slowed_ = false;
  bool shut_down_ = false;
};

}  // namespace rackcast::models
