#include "models/compute/governor.hpp"

#include <algorithm>
#include <cmath>

#include "models/compute/clock_search.hpp"
#include "models/compute/profile_power.hpp"
#include "sim/crossing.hpp"

namespace rackcast::models {

namespace {

// A prediction this close to the limit counts as at it: a crossing found to the nanosecond is read with rounding.
constexpr double at_limit_k = 1e-6;
// A temperature that far below its limit is watched itself again, not its prediction.
constexpr double release_k = 0.3;
// A step down takes this share at least of the way to the clock on which the board will settle: a heat-up from full
// clock to a small part of it takes some tens of steps, not as many as there are clocks between (chosen for at most
// 50).
constexpr int steps_to_settle = 6;

// The fewest steps down, of 1 to `most`, that hold; `most` if none does. Power rises with clock: bisection finds it.
template <class Holds>
int fewest_steps(int most, const Holds& holds) {
  int good = most;
  int bad = 0;
  while (good - bad > 1) {
    const int middle = (good + bad) / 2;
    (holds(middle) ? good : bad) = middle;
  }
  return good;
}

}  // namespace

const sim::Output& TemperatureRegulator::temperature(const BoardPlant& plant) const {
  return node_ == BoardNode::die ? plant.form().die : plant.form().memory;
}

void TemperatureRegulator::look(const BoardPlant& plant, sim::Time now) {
  const double temperature_c = plant.island().read(temperature(plant), now) + ripple_k(plant);
  if (temperature_c >= limit_c_ - at_limit_k) holding_ = true;
  if (temperature_c < limit_c_ - release_k) holding_ = false;
}

const BoardType::Foresight& TemperatureRegulator::foresight(const BoardType::Form& form, Lead lead) const {
  if (node_ == BoardNode::die) return lead == Lead::soon ? form.die_soon : form.die_settled;
  return lead == Lead::soon ? form.memory_soon : form.memory_settled;
}

Prediction TemperatureRegulator::predict(const BoardPlant& plant, const BoardActivity& activity, double clock_hz,
                                         Lead lead, sim::Time now) const {
  const BoardType::Foresight& ahead = foresight(plant.form(), lead);
  const auto inputs = plant.expected_inputs(activity, clock_hz, plant.die_c(now), now);
  double offset_c = ripple_k(plant) + ahead.slope_response * plant.intake().slope;
  for (const std::size_t heat : {die_heat_input, memory_heat_input, sink_heat_input}) {
    offset_c += ahead.response[heat] * inputs[heat];
  }
  return {ahead.reading, offset_c};
}

double TemperatureRegulator::ripple_k(const BoardPlant& plant) const {
  return node_ == BoardNode::die ? plant.ripple_k() : 0;
}

sim::Time TemperatureRegulator::reaches(const BoardPlant& plant, sim::Time now, sim::Time until) const {
  return sim::next_crossing(plant.island(), temperature(plant), {limit_c_ - ripple_k(plant), 0, now},
                            sim::Direction::rising, now, until);
}

double brake_clock_hz(const GpuSpec& gpu) {
  return std::max(gpu.min_clock_hz, gpu.limits.slowdown_clock * gpu.max_clock_hz);
}

Governor::Governor(const GpuSpec& gpu, double power_limit_w, double clock_limit_hz)
    : min_hz_(gpu.min_clock_hz),
      max_hz_(clock_limit_hz > 0 ? std::min(clock_limit_hz, gpu.max_clock_hz) : gpu.max_clock_hz),
      step_hz_(gpu.clock_step_hz),
      brake_hz_(brake_clock_hz(gpu)),
      power_limit_w_(power_limit_w > 0 ? power_limit_w : gpu.power.default_w),
      slowdown_c_(gpu.limits.slowdown_c),
      shutdown_c_(gpu.limits.shutdown_c),
      slowdown_clock_(gpu.limits.slowdown_clock),
      regulators_{TemperatureRegulator(BoardNode::die, gpu.limits.target_c, Throttle::thermal_die),
                  TemperatureRegulator(BoardNode::memory, gpu.limits.memory_c, Throttle::thermal_memory)},
      upper_hz_(max_hz_),
      ceiling_hz_(max_hz_) {}

// The highest step at or below `from_hz` predicted to stay within the limit. While it is far above where it will
// settle, a share of that way at least, as the sink would take one step after another back.
void Governor::lower(const TemperatureRegulator& regulator, const BoardPlant& plant, const BoardActivity& activity,
                     double from_hz, sim::Time now) {
  const double limit_c = regulator.limit_c() + at_limit_k;
  const auto within = [&](Lead lead) {
    return [&, lead](int steps) {
      const double clock_hz = steps == 0 ? from_hz : plant.power().floor_to_step(from_hz - steps * step_hz_);
      return regulator.predict(plant, activity, clock_hz, lead, now).at(plant, now) <= limit_c;
    };
  };
  if (within(Lead::soon)(0)) return;
  const int most = static_cast<int>(std::ceil((from_hz - min_hz_) / step_hz_));
  const int needed = fewest_steps(most, within(Lead::soon));
  const int settled = fewest_steps(most, within(Lead::settled));
  const int down = std::max(needed, settled / steps_to_settle);
  ceiling_hz_ = std::max(min_hz_, plant.power().floor_to_step(from_hz - down * step_hz_));
  ceiling_cause_ = regulator.cause();
}

bool Governor::may_rise(const BoardPlant& plant, const BoardActivity& activity, double clock_hz, sim::Time now) const {
  return std::all_of(regulators_.begin(), regulators_.end(), [&](const TemperatureRegulator& regulator) {
    const double below_c = regulator.limit_c() - TemperatureRegulator::step_up_margin_k + at_limit_k;
    const auto holds = [&](Lead lead) {
      return regulator.predict(plant, activity, clock_hz, lead, now).at(plant, now) <= below_c;
    };
    return holds(Lead::soon) && holds(Lead::settled);
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

// The highest clock within the cap if this board sets the pace; more where it waits for a slower one. So the pace that
// the boards settle on is reached at once, whatever pace the step at hand was made for.
double Governor::capped_hz(const BoardPlant& plant, const BoardActivity& activity, double die_c) const {
  const GpuPower& power = plant.power();
  const double own_hz = highest_within(min_hz_, max_hz_, power_limit_w_, [&](double clock_hz) {
    return regulated_power_w(power, {activity.table->step_at(clock_hz, activity.data_s), clock_hz}, clock_hz, die_c);
  });
  if (own_hz <= activity.clock_hz * (1 + BoardPlant::pace_tolerance) + cap_resolution_hz) return own_hz;
  return std::max(own_hz, capped_clock_hz(power, {activity.step, activity.clock_hz}, power_limit_w_, die_c));
}

// Leakage moves the cap's clock slowly: it is looked for again when the die has moved by half the leakage quantum.
void Governor::cap(const BoardPlant& plant, const BoardActivity& activity, double die_c) {
  if (capped_for_ == &activity && std::fabs(die_c - capped_at_c_) < BoardPlant::leakage_quantum_k / 2 - at_limit_k)
    return;
  capped_for_ = &activity;
  capped_at_c_ = die_c;
  const double highest_hz = capped_hz(plant, activity, die_c);
  const double resolved_hz = std::max(min_hz_, std::floor(highest_hz / cap_resolution_hz) * cap_resolution_hz);
  upper_hz_ = highest_hz >= max_hz_ ? max_hz_ : resolved_hz;
}

void Governor::set_power_limit(double limit_w) {
  if (limit_w == power_limit_w_) return;
  power_limit_w_ = limit_w;
  capped_for_ = nullptr;
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
  if (peak_c <= slowdown_c_ - slowdown_release_k + at_limit_k) slowed_ = false;
  raise(plant, activity, now);
  for (auto& regulator : regulators_) {
    regulator.look(plant, now);
    if (regulator.holding()) lower(regulator, plant, activity, std::min(upper_hz_, ceiling_hz_), now);
  }
  const double held_hz = std::min(upper_hz_, ceiling_hz_);
  if (slowed_ || brake_ == Brake::on) {
    const double slow_hz = slowed_ ? held_hz * slowdown_clock_ : held_hz;
    return {std::max(min_hz_, brake_ == Brake::on ? std::min(slow_hz, brake_hz_) : slow_hz), Throttle::hw_slowdown};
  }
  if (ceiling_hz_ < upper_hz_) return {held_hz, ceiling_cause_};
  return {held_hz, upper_hz_ < max_hz_ ? Throttle::power_cap : Throttle::none};
}

// When the next step up will hold: the latest of the conditions that do not yet, each while the others stay as they
// are.
sim::Time Governor::rises(const BoardPlant& plant, const BoardActivity& activity, sim::Time now,
                          sim::Time until) const {
  if (ceiling_hz_ >= upper_hz_) return sim::Time::never();
  const double next_hz = std::min(ceiling_hz_ + step_hz_, upper_hz_);
  sim::Time latest = now;
  for (const auto& regulator : regulators_) {
    const double below_c = regulator.limit_c() - TemperatureRegulator::step_up_margin_k;
    for (const Lead lead : {Lead::settled, Lead::soon}) {
      const Prediction later = regulator.predict(plant, activity, next_hz, lead, now);
      if (later.at(plant, now) <= below_c + at_limit_k) continue;
      latest = std::max(latest, sim::next_crossing(plant.island(), later.reading, {below_c - later.offset_c, 0, now},
                                                   sim::Direction::falling, now, until));
      if (latest == sim::Time::never()) return latest;
    }
  }
  return latest == now ? sim::Time::never() : latest;
}

sim::Time Governor::slows(const BoardPlant& plant, sim::Time now, sim::Time until) const {
  const auto die = [&](double at_c, sim::Direction direction) {
    return sim::next_crossing(plant.island(), plant.form().die, {at_c - plant.ripple_k(), 0, now}, direction, now,
                              until);
  };
  if (slowed_) {
    return std::min(die(slowdown_c_ - slowdown_release_k, sim::Direction::falling),
                    die(shutdown_c_, sim::Direction::rising));
  }
  // Below its target the die cannot reach the slowdown without passing the target first.
  return regulators_.front().holding() ? die(slowdown_c_, sim::Direction::rising) : sim::Time::never();
}

sim::Time Governor::next(const BoardPlant& plant, const BoardActivity& activity, sim::Time now, sim::Time until) const {
  if (shut_down_ || activity.kind != ActivityKind::training) return sim::Time::never();
  const double held_hz = std::min(upper_hz_, ceiling_hz_);
  sim::Time soonest = slows(plant, now, until);
  soonest = std::min(soonest, rises(plant, activity, now, std::min(soonest, until)));
  for (const auto& regulator : regulators_) {
    if (!regulator.holding()) {
      soonest = std::min(soonest, regulator.reaches(plant, now, std::min(soonest, until)));
    } else if (held_hz > min_hz_) {
      const Prediction later = regulator.predict(plant, activity, held_hz, Lead::soon, now);
      const double above_c = regulator.limit_c() + 2 * at_limit_k - later.offset_c;
      soonest = std::min(soonest, sim::next_crossing(plant.island(), later.reading, {above_c, 0, now},
                                                     sim::Direction::rising, now, std::min(soonest, until)));
    }
  }
  return soonest;
}

}  // namespace rackcast::models
