#include "models/compute/governor.hpp"

#include <algorithm>
#include <cmath>

#include "models/compute/profile_power.hpp"
#include "sim/crossing.hpp"

namespace rackcast::models {

namespace {

// A prediction this close to the limit counts as at it: a crossing found to the nanosecond is read with rounding.
constexpr double at_limit_k = 1e-6;
// A temperature that far below its limit is watched itself again, not its prediction.
constexpr double release_k = 0.3;

// Reading of `output` by `ahead` later, heats held at `inputs`, intake going on along its slope.
sim::Output shifted(const BoardType::Form& form, const sim::Output& output,
                    const std::array<double, board_inputs>& inputs, double intake_slope, double ahead_s) {
  const sim::Modes& modes = *form.modes;
  sim::Output later{std::vector<double>(modes.lanes(), 0), std::vector<double>(board_inputs, 0), output.offset};
  for (std::size_t k = 0; k < modes.nodes(); ++k) {
    const auto f = sim::phi(-modes.rate_per_s()[k] * ahead_s);
    later.mode_weight[k] = output.mode_weight[k] * f.e;
    const double first = output.mode_weight[k] * f.g * ahead_s;
    for (const std::size_t heat : {die_heat_input, memory_heat_input, sink_heat_input}) {
      later.offset += first * modes.gain(heat)[k] * inputs[heat];
    }
    later.input_weight[intake_input] += first * modes.gain(intake_input)[k];
    later.offset += output.mode_weight[k] * f.h * ahead_s * ahead_s * modes.gain(intake_input)[k] * intake_slope;
  }
  return later;
}

}  // namespace

const sim::Output& TemperatureRegulator::temperature(const BoardPlant& plant) const {
  return node_ == BoardNode::die ? plant.form().die : plant.form().memory;
}

void TemperatureRegulator::look(const BoardPlant& plant, double ripple_k, sim::Time now) {
  const double temperature_c = plant.island().read(temperature(plant), now) + ripple_k;
  if (temperature_c >= limit_c_ - at_limit_k) holding_ = true;
  if (temperature_c < limit_c_ - release_k) holding_ = false;
}

sim::Output TemperatureRegulator::prediction(const BoardPlant& plant, const BoardActivity& activity, double clock_hz,
                                             double ripple_k, double later_s, sim::Time now) const {
  const auto inputs = plant.expected_inputs(activity, clock_hz, plant.die_c(now), now);
  sim::Output later = shifted(plant.form(), temperature(plant), inputs, plant.intake_slope(), later_s);
  later.offset += ripple_k;
  return later;
}

sim::Time TemperatureRegulator::reaches(const BoardPlant& plant, double ripple_k, sim::Time now) const {
  return sim::next_crossing(plant.island(), temperature(plant), {limit_c_ - ripple_k, 0, now}, sim::Direction::rising,
                            now, sim::Time::never());
}

Governor::Governor(const GpuSpec& gpu, double power_limit_w, double clock_limit_hz)
    : min_hz_(gpu.min_clock_hz),
      max_hz_(clock_limit_hz > 0 ? std::min(clock_limit_hz, gpu.max_clock_hz) : gpu.max_clock_hz),
      step_hz_(gpu.clock_step_hz),
      power_limit_w_(power_limit_w > 0 ? power_limit_w : gpu.power.default_w),
      slowdown_c_(gpu.limits.slowdown_c),
      shutdown_c_(gpu.limits.shutdown_c),
      slowdown_clock_(gpu.limits.slowdown_clock),
      regulators_{TemperatureRegulator(BoardNode::die, gpu.limits.target_c, Throttle::thermal_die),
                  TemperatureRegulator(BoardNode::memory, gpu.limits.memory_c, Throttle::thermal_memory)},
      upper_hz_(max_hz_),
      ceiling_hz_(max_hz_) {}

double Governor::ripple_of(const TemperatureRegulator& regulator, const BoardPlant& plant) const {
  return regulator.cause() == Throttle::thermal_die ? plant.ripple_k() : 0;
}

double Governor::prediction_c(const TemperatureRegulator& regulator, const BoardPlant& plant,
                              const BoardActivity& activity, double clock_hz, double later_s, sim::Time now) const {
  const auto output = regulator.prediction(plant, activity, clock_hz, ripple_of(regulator, plant), later_s, now);
  return plant.island().read(output, now);
}

// The highest step at or below `from_hz` predicted to stay within the limit; power rises with clock, so bisection finds
// it.
void Governor::lower(const TemperatureRegulator& regulator, const BoardPlant& plant, const BoardActivity& activity,
                     double from_hz, sim::Time now) {
  const double limit_c = regulator.limit_c() + at_limit_k;
  const auto predicted_c = [&](double clock_hz) {
    return prediction_c(regulator, plant, activity, clock_hz, TemperatureRegulator::ahead_s, now);
  };
  if (predicted_c(from_hz) <= limit_c) return;
  int good =
      static_cast<int>(std::ceil((from_hz - min_hz_) / step_hz_));  // steps down; taken even if too hot: no lower
  int bad = 0;
  while (good - bad > 1) {
    const int middle = (good + bad) / 2;
    const double clock_hz = plant.power().floor_to_step(from_hz - middle * step_hz_);
    (predicted_c(clock_hz) <= limit_c ? good : bad) = middle;
  }
  ceiling_hz_ = std::max(min_hz_, plant.power().floor_to_step(from_hz - good * step_hz_));
  ceiling_cause_ = regulator.cause();
}

bool Governor::may_rise(const BoardPlant& plant, const BoardActivity& activity, double clock_hz, sim::Time now) const {
  return std::all_of(regulators_.begin(), regulators_.end(), [&](const TemperatureRegulator& regulator) {
    const double below_c = regulator.limit_c() - TemperatureRegulator::step_up_margin_k + at_limit_k;
    const auto predicted_c = [&](double later_s) {
      return prediction_c(regulator, plant, activity, clock_hz, later_s, now);
    };
    return predicted_c(TemperatureRegulator::ahead_s) <= below_c && predicted_c(plant.type().settling_s) <= below_c;
  });
}

void Governor::raise(const BoardPlant& plant, const BoardActivity& activity, sim::Time now) {
  while (ceiling_hz_ < upper_hz_) {
    const double next_hz = std::min(ceiling_hz_ + step_hz_, max_hz_);
    if (!may_rise(plant, activity, std::min(next_hz, upper_hz_), now)) return;
    ceiling_hz_ = next_hz;
  }
  ceiling_hz_ = max_hz_;
  ceiling_cause_ = Throttle::none;
}

// Leakage moves the cap's clock slowly: it is looked for again when the die has moved by half the leakage quantum.
void Governor::cap(const BoardPlant& plant, const BoardActivity& activity, double die_c) {
  if (capped_for_ == &activity && std::fabs(die_c - capped_at_c_) < BoardPlant::leakage_quantum_k / 2 - at_limit_k)
    return;
  capped_for_ = &activity;
  capped_at_c_ = die_c;
  const double capped_hz = capped_clock_hz(plant.power(), {activity.step, activity.clock_hz}, power_limit_w_, die_c);
  const double resolved_hz = std::max(min_hz_, std::floor(capped_hz / cap_resolution_hz) * cap_resolution_hz);
  upper_hz_ = std::min(max_hz_, capped_hz >= max_hz_ ? max_hz_ : resolved_hz);
}

ClockDecision Governor::decide(const BoardPlant& plant, const BoardActivity& activity, sim::Time now) {
  const double die_c = plant.die_c(now);
  const double peak_c = die_c + plant.ripple_k();
  shut_down_ = shut_down_ || peak_c >= shutdown_c_ - at_limit_k;
  if (shut_down_) return {0, Throttle::shut_down};
  if (activity.kind != ActivityKind::training) {
    ceiling_hz_ = upper_hz_ = max_hz_;
    capped_for_ = nullptr;
    ceiling_cause_ = Throttle::none;
    slowed_ = false;
    for (auto& regulator : regulators_) regulator.release();
    return {max_hz_, Throttle::none};
  }
  cap(plant, activity, die_c);
  if (peak_c >= slowdown_c_ - at_limit_k) slowed_ = true;
  if (peak_c <= slowdown_c_ - slowdown_release_k) slowed_ = false;
  raise(plant, activity, now);
  for (auto& regulator : regulators_) {
    regulator.look(plant, ripple_of(regulator, plant), now);
    if (regulator.holding()) lower(regulator, plant, activity, std::min(upper_hz_, ceiling_hz_), now);
  }
  const double held_hz = std::min(upper_hz_, ceiling_hz_);
  if (slowed_) return {std::max(min_hz_, held_hz * slowdown_clock_), Throttle::hw_slowdown};
  if (ceiling_hz_ < upper_hz_) return {held_hz, ceiling_cause_};
  return {held_hz, upper_hz_ < max_hz_ ? Throttle::power_cap : Throttle::none};
}

// When the next step up will hold: the latest of the conditions that do not yet, each while the others stay as they
// are.
sim::Time Governor::rises(const BoardPlant& plant, const BoardActivity& activity, sim::Time now) const {
  if (ceiling_hz_ >= upper_hz_) return sim::Time::never();
  const double next_hz = std::min(ceiling_hz_ + step_hz_, upper_hz_);
  sim::Time latest = now;
  for (const auto& regulator : regulators_) {
    const double below_c = regulator.limit_c() - TemperatureRegulator::step_up_margin_k;
    for (const double later_s : {TemperatureRegulator::ahead_s, plant.type().settling_s}) {
      const auto output = regulator.prediction(plant, activity, next_hz, ripple_of(regulator, plant), later_s, now);
      if (plant.island().read(output, now) <= below_c + at_limit_k) continue;
      latest = std::max(latest, sim::next_crossing(plant.island(), output, {below_c, 0, now}, sim::Direction::falling,
                                                   now, sim::Time::never()));
    }
  }
  return latest == now ? sim::Time::never() : latest;
}

sim::Time Governor::slows(const BoardPlant& plant, sim::Time now) const {
  const auto die = [&](double at_c, sim::Direction direction) {
    return sim::next_crossing(plant.island(), plant.form().die, {at_c - plant.ripple_k(), 0, now}, direction, now,
                              sim::Time::never());
  };
  if (slowed_) {
    return std::min(die(slowdown_c_ - slowdown_release_k, sim::Direction::falling),
                    die(shutdown_c_, sim::Direction::rising));
  }
  // Below its target the die cannot reach the slowdown without passing the target first.
  return regulators_.front().holding() ? die(slowdown_c_, sim::Direction::rising) : sim::Time::never();
}

sim::Time Governor::next(const BoardPlant& plant, const BoardActivity& activity, sim::Time now) const {
  if (shut_down_ || activity.kind != ActivityKind::training) return sim::Time::never();
  const double held_hz = std::min(upper_hz_, ceiling_hz_);
  sim::Time soonest = std::min(rises(plant, activity, now), slows(plant, now));
  for (const auto& regulator : regulators_) {
    const double ripple_k = ripple_of(regulator, plant);
    if (!regulator.holding()) {
      soonest = std::min(soonest, regulator.reaches(plant, ripple_k, now));
    } else if (held_hz > min_hz_) {
      const auto output = regulator.prediction(plant, activity, held_hz, ripple_k, TemperatureRegulator::ahead_s, now);
      soonest =
          std::min(soonest, sim::next_crossing(plant.island(), output, {regulator.limit_c() + 2 * at_limit_k, 0, now},
                                               sim::Direction::rising, now, soonest));
    }
  }
  return soonest;
}

}  // namespace rackcast::models
