#include "models/compute/board_plant.hpp"

#include <array>
#include <vector>

#include "models/workload/phase_activity.hpp"
#include "sim/ripple.hpp"

namespace rackcast::models {

BoardPlant::BoardPlant(std::shared_ptr<const BoardType> type, const GpuIndividual& individual, double start_c)
    : BoardPlant(std::move(type), individual, {start_c, start_c, start_c, start_c}, start_c) {}

BoardPlant::BoardPlant(std::shared_ptr<const BoardType> type, const GpuIndividual& individual,
                       const std::array<double, board_nodes>& start_c, double intake_c)
    : type_(std::move(type)),
      individual_(individual),
      power_(type_->spec, individual),
      extra_resistance_k_per_w_((individual.resistance - 1) * type_->spec.thermal.sink_air_k_per_w),
      island_(type_->fixed.modes, start_c),
      intake_{intake_c, 0, {}},
      leakage_at_c_(start_c[static_cast<std::size_t>(BoardNode::die)]),
      stored_at_start_j_(island_.stored_j({})) {}

BoardPower BoardPlant::board_power(const BoardActivity& activity, double clock_hz, double die_c) const {
  switch (activity.kind) {
    case ActivityKind::off:
      return {};
    case ActivityKind::idle:
      return {0, type_->spec.power.idle_w, 0, 0};
    case ActivityKind::waiting:
      return {power_.base_w(), power_.core_w(clock_hz, activity::waiting.core),
              power_.memory_w(activity::waiting.memory), power_.leakage_w(clock_hz, die_c)};
    case ActivityKind::training:
      return mean_power(power_, {activity.step, activity.clock_hz}, clock_hz, die_c);
  }
  return {};
}

std::array<double, board_inputs> BoardPlant::inputs(const BoardPower& power, double die_c, sim::Time now) const {
  const auto heat = node_heat(power);
  const double in_matrix_w = rule_ == PowerRule::free ? type_->leakage_slope_w_per_k * die_c : 0;
  return {heat[static_cast<std::size_t>(BoardNode::die)] - in_matrix_w,
          heat[static_cast<std::size_t>(BoardNode::memory)],
          heat[static_cast<std::size_t>(BoardNode::sink)] + heat[static_cast<std::size_t>(BoardNode::package)],
          intake_.at(now) + power.total_w() * extra_resistance_k_per_w_};
}

std::array<double, board_inputs> BoardPlant::expected_inputs(const BoardActivity& activity, double clock_hz,
                                                             double die_c, sim::Time now) const {
  const bool sets_pace =
      activity.kind == ActivityKind::training && clock_hz_ <= activity.clock_hz * (1 + pace_tolerance);
  if (!sets_pace) return inputs(board_power(activity, clock_hz, die_c), die_c, now);
  return inputs(board_power(activity.table->at_clock(activity, clock_hz), clock_hz, die_c), die_c, now);
}

// What an output means changes with the modes: energies are kept as numbers up to now.
void BoardPlant::go_on_with(sim::Time now, const std::shared_ptr<const BoardType>& type, PowerRule rule) {
  electricity_before_j_ = electricity_j(now);
  const double heat_before_j = heat_j(now);
  const bool same_type = type == type_;
  type_ = type;
  rule_ = rule;
  island_.set_modes(now, form().modes);
  electricity_before_j_ -= island_.area(form().electricity, now);
  if (!same_type) heat_before_j_ = heat_before_j - island_.area(form().heat_out, now);
}

BoardPlant::Type BoardPlant::set_type(sim::Time now, const std::shared_ptr<const BoardType>& type) {
  if (type == type_) return Type::same;
  go_on_with(now, type, rule_);
  power_ = GpuPower(type_->spec, individual_);
  extra_resistance_k_per_w_ = (individual_.resistance - 1) * type_->spec.thermal.sink_air_k_per_w;
  rippled_ = nullptr;
  return Type::another;
}

double BoardPlant::settled_die_c(const BoardActivity& activity, double clock_hz, double sink_air_k_per_w,
                                 double leaking_c, sim::Time now) const {
  BoardNetwork network = type_->network;
  network.sink_air_w_per_k = 1 / (sink_air_k_per_w * individual_.resistance);
  const auto settled_c = steady_temperatures(network, board_power(activity, clock_hz, leaking_c), intake_.at(now));
  return settled_c[static_cast<std::size_t>(BoardNode::die)];
}

void BoardPlant::run(sim::Time now, const BoardActivity& activity, double clock_hz, PowerRule rule) {
  const double die_now_c = die_c(now);
  if (rule != rule_) go_on_with(now, type_, rule);
  const auto values = inputs(board_power(activity, clock_hz, die_now_c), die_now_c, now);
  clock_hz_ = clock_hz;
  for (const std::size_t heat : {die_heat_input, memory_heat_input, sink_heat_input}) {
    island_.set_input(now, heat, values[heat]);
  }
  island_.set_input(now, intake_input, values[intake_input], intake_.slope);
  leakage_at_c_ = die_now_c;
  if (rippled_ != &activity || rippled_hz_ != clock_hz) ripple_k_ = step_ripple_k(activity, clock_hz, die_now_c);
  rippled_ = &activity;
  rippled_hz_ = clock_hz;
}

double BoardPlant::step_ripple_k(const BoardActivity& activity, double clock_hz, double die_c) const {
  if (activity.kind != ActivityKind::training || activity.step.phases.size() < 2) return 0;
  std::vector<sim::RipplePhase> pattern;
  double mean_w = 0;
  double period_s = 0;
  for (const StepPhase& phase : activity.step.phases) {
    const double core_w = power_.core_w(clock_hz, phase.core_activity) + power_.leakage_w(clock_hz, die_c);
    mean_w += core_w * phase.duration_s;
    period_s += phase.duration_s;
    pattern.push_back({phase.duration_s, {core_w, 0, 0, 0}});
  }
  mean_w /= period_s;
  for (auto& phase : pattern) phase.deviation[die_heat_input] -= mean_w;
  return sim::ripple_peak(*type_->fixed.modes, type_->fixed.die, pattern);
}

double BoardPlant::electricity_j(sim::Time t) const {
  return electricity_before_j_ + island_.area(form().electricity, t);
}

}  // namespace rackcast::models
