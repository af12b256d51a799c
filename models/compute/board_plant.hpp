#pragma once

#include "models/compute/board_type.hpp"
#include "models/workload/activity_table.hpp"
#include "sim/island.hpp"
#include "sim/signal.hpp"

namespace rackcast::models {

/// Whether the power of a board follows its temperature.
enum class PowerRule { free, fixed };

/// The physics of one board, without any control: its island, its power at a given activity and clock, and the
/// energies. Differences between individuals enter by input only: dynamic power and leakage by their factors, a
/// different resistance to air as the intake offset P·δR. The part of leakage that the matrix does not hold is
/// evaluated at the die temperature of the last change and stays until the die has moved by `leakage_quantum_k`/2.
class BoardPlant {
 public:
  static constexpr double leakage_quantum_k = 4;
  /// A board within this share of the slowest clock counts as the one that sets the pace (the profile that boards hear
  /// is as coarse).
  static constexpr double pace_tolerance = 0.005;

  BoardPlant(std::shared_ptr<const BoardType> type, const GpuIndividual& individual, double start_c);
  /// Starts with its nodes at these temperatures, in the order of BoardNode, and the intake at `intake_c`.
  BoardPlant(std::shared_ptr<const BoardType> type, const GpuIndividual& individual,
             const std::array<double, board_nodes>& start_c, double intake_c);

  const BoardType& type() const { return *type_; }
  const BoardType::Form& form() const { return rule_ == PowerRule::free ? type_->free : type_->fixed; }
  const GpuPower& power() const { return power_; }
  const sim::Island& island() const { return island_; }

  /// Goes on with another type of the same GPU (another flow through its sink). Whether it is another.
  enum class Type { same, another };
  Type set_type(sim::Time now, const std::shared_ptr<const BoardType>& type);

  void set_intake(const sim::Ramp& intake) { intake_ = intake; }
  double intake_c(sim::Time t) const { return intake_.at(t); }
  const sim::Ramp& intake() const { return intake_; }

  /// From now on the board does `activity` at `clock_hz`.
  void run(sim::Time now, const BoardActivity& activity, double clock_hz, PowerRule rule);

  /// Inputs of the island if the board went on with `activity` at `clock_hz` and the die at `die_c`; the intake as it
  /// is. A board that sets the pace of the step keeps setting it: the step becomes the one of that clock.
  std::array<double, board_inputs> expected_inputs(const BoardActivity& activity, double clock_hz, double die_c,
                                                   sim::Time now) const;

  /// Where the die settles with `activity` at `clock_hz`, a sink of `sink_air_k_per_w` and the intake as it is now, its
  /// leakage being that at `leaking_c`. Above `leaking_c` if and only if the die settles above it, or nowhere.
  double settled_die_c(const BoardActivity& activity, double clock_hz, double sink_air_k_per_w, double leaking_c,
                       sim::Time now) const;

  double die_c(sim::Time t) const { return island_.read(form().die, t); }
  double memory_c(sim::Time t) const { return island_.read(form().memory, t); }
  double electric_w(sim::Time t) const { return island_.read(form().electricity, t); }
  double heat_w(sim::Time t) const { return island_.read(form().heat_out, t); }
  /// Die temperature at which leakage was last evaluated.
  double leakage_at_c() const { return leakage_at_c_; }
  /// Excursion of the die above its mean within a step.
  double ripple_k() const { return ripple_k_; }

  double electricity_j(sim::Time t) const;
  double heat_j(sim::Time t) const { return heat_before_j_ + island_.area(form().heat_out, t); }
  double gained_j(sim::Time t) const { return island_.stored_j(t) - stored_at_start_j_; }

 private:
  BoardPower board_power(const BoardActivity& activity, double clock_hz, double die_c) const;
  std::array<double, board_inputs> inputs(const BoardPower& power, double die_c, sim::Time now) const;
  void go_on_with(sim::Time now, const std::shared_ptr<const BoardType>& type, PowerRule rule);
  double step_ripple_k(const BoardActivity& activity, double clock_hz, double die_c) const;

  std::shared_ptr<const BoardType> type_;
  GpuIndividual individual_;
  GpuPower power_;
  double extra_resistance_k_per_w_;
  sim::Island island_;
  sim::Ramp intake_;
  PowerRule rule_ = PowerRule::fixed;
  double leakage_at_c_;
  double ripple_k_ = 0;
  double clock_hz_ = 0;
  const BoardActivity* rippled_ = nullptr;  ///< what ripple_k_ was computed for
  double rippled_hz_ = 0;
  double electricity_before_j_ = 0;  ///< under earlier rules and types
  double heat_before_j_ = 0;
  double stored_at_start_j_;
};

}  // namespace rackcast::models
