#include "models/compute/gpu_board.hpp"

#include <algorithm>
#include <cmath>

#include "models/compute/profile_power.hpp"
#include "sim/crossing.hpp"
#include "sim/distributions.hpp"

namespace rackcast::models {

namespace {

/// Bands of the published flows and of the peak, as shares of the default power limit: about a clock step.
constexpr double flow_quantum = 0.01;
constexpr double peak_quantum = 0.01;
/// What a board may owe: paid at once, it warms the air of a closet of 30 m³ by 0.03 K.
constexpr double residue_j = 1000;
constexpr double furthest_s = 1e9;  // thirty years: beyond any run
/// How far searches look while the intake moves: nobody knows for longer where it goes, and a long ramp reaches
/// anything.
constexpr double look_ahead_s = 6 * 3600;

// What the event log says of a cause. Running at the power limit is how most boards run: it is in the trace, not here.
Throttle logged(Throttle cause) { return cause == Throttle::power_cap ? Throttle::none : cause; }
const char* describe(Throttle cause) { return cause == Throttle::none ? "no longer throttled" : name(cause); }

// By how much more power follows a warmer die.
double leakage_slope_w_per_k(const BoardPlant& plant) {
  return &plant.form() == &plant.type().free ? plant.type().leakage_slope_w_per_k : 0;
}

}  // namespace

GpuBoard::GpuBoard(std::string path, std::shared_ptr<const BoardType> type, const GpuIndividual& individual,
                   double power_limit_w, double clock_limit_hz, const BoardWiring& wiring, double start_c)
    : sim::Component(std::move(path)),
      plant_(type, individual, start_c),
      governor_(type->spec, power_limit_w, clock_limit_hz),
      wiring_(wiring),
      electricity_(wiring.electricity, flow_quantum * type->spec.power.default_w, residue_j),
      heat_(wiring.heat, flow_quantum * type->spec.power.default_w, residue_j),
      activity_(&(*wiring.jobs->front().activities)[ActivityTable::idle]) {}

GpuBoard::GpuBoard(std::string path, const FanControl& fans, const GpuIndividual& individual, double power_limit_w,
                   double clock_limit_hz, const BoardWiring& wiring, double start_c)
    : GpuBoard(std::move(path), FanControl(fans).type(), individual, power_limit_w, clock_limit_hz, wiring, start_c) {
  fans_ = fans;
}

void GpuBoard::start(sim::Context& context) {
  luck_.emplace(context.stream("interruptions"));
  if (plant_.type().hazard.per_year > 0) next_candidate(context);
  if (plant_.type().free.modes->runs_away()) {
    context.record(sim::Severity::warning, "thermal runaway",
                   "leakage grows faster with temperature than its sink takes heat away: only a limit stops it");
  }
  context.schedule(context.now(), sim::Phase::control, settle_tag);
}

void GpuBoard::wake(sim::Context& context, sim::Tag tag) {
  if (tag == candidate_tag) {
    candidate(context);
  } else {
    settle(context);
  }
}

double GpuBoard::utilisation() const {
  if (activity_->kind != ActivityKind::training) return 0;
  return activity_->step.step_s > 0 ? activity_->step.kernel_s / activity_->step.step_s : 0;
}

PowerRule GpuBoard::rule() const {
  const bool follows = activity_->kind == ActivityKind::waiting || activity_->kind == ActivityKind::training;
  return follows && decision_.cause != Throttle::power_cap && decision_.clock_hz > 0 ? PowerRule::free
                                                                                     : PowerRule::fixed;
}

void GpuBoard::take_note(sim::Time now) {
  if (activity_->kind == ActivityKind::training) {
    record_.spent_s[static_cast<std::size_t>(decision_.cause)] += sim::to_seconds(now - noted_);
  }
  noted_ = now;
  record_.hottest_c = std::max(record_.hottest_c, plant_.die_c(now) + plant_.ripple_k());
  record_.hottest_memory_c = std::max(record_.hottest_memory_c, plant_.memory_c(now));
  record_.worst_intake_c = std::max(record_.worst_intake_c, plant_.intake_c(now));
}

void GpuBoard::finish(sim::Time end) { take_note(end); }

FanControl::Board GpuBoard::seen_by_fans() const {
  return {plant_, decision_.clock_hz > 0 ? *activity_ : off(), decision_.clock_hz, decision_.cause};
}

void GpuBoard::drive_fans(sim::Context& context) {
  if (!fans_) return;
  fans_->decide(seen_by_fans(), {context.read(wiring_.fans), context.read(wiring_.dust)}, context.now());
  if (plant_.set_type(context.now(), fans_->type()) == BoardPlant::Type::another) governor_.forget_cap();
}

void GpuBoard::settle(sim::Context& context) {
  const sim::Time now = context.now();
  take_note(now);
  plant_.set_intake(context.ramp(wiring_.intake));
  governor_.set_power_limit(context.read(wiring_.limit));
  if (wiring_.brake) governor_.set_brake(context.read(*wiring_.brake) > 0 ? Brake::on : Brake::off);
  const bool powered = context.read(wiring_.powered) > 0 && context.read(wiring_.gone) == 0;
  const BoardActivity* before = activity_;
  activity_ = powered ? &doing_of_one(*wiring_.jobs, context) : &off();
  const bool starts_again = activity_->kind == ActivityKind::training && before->kind != ActivityKind::training;
  if (!powered || starts_again) governor_.reset();
  drive_fans(context);
  decision_ = powered ? governor_.decide(plant_, *activity_, now) : ClockDecision{};
  const BoardActivity& does = decision_.clock_hz > 0 ? *activity_ : off();
  plant_.run(now, does, decision_.clock_hz, rule());
  const bool working = activity_->kind == ActivityKind::training || decision_.cause == Throttle::shut_down;
  // A board too hot to start again falls off again: each time the job must hear of it.
  const bool falls_off = decision_.cause == Throttle::shut_down && (told_ != Throttle::shut_down || starts_again);
  if (falls_off || (working && logged(decision_.cause) != told_)) {
    told_ = logged(decision_.cause);
    const bool bad = decision_.cause == Throttle::shut_down || decision_.cause == Throttle::hw_slowdown;
    const auto id = context.record(bad ? sim::Severity::warning : sim::Severity::info, describe(told_));
    if (falls_off) interrupt_job(context, id);
  }
  publish(context);
  plan(context);
  context.publish(wiring_.settled, static_cast<double>(++settled_));
}

// The line that an output follows once what changed now has settled, the intake's warming felt but not what the board
// stores on the way: fed back into a room that holds less heat than its boards, that would be felt before it happens.
// Nor more than the board draws at the temperature at which it switches itself off.
sim::Ramp GpuBoard::settled_line(const sim::Output& output, const BoardType::Steady& steady, sim::Time now) const {
  const sim::Island& island = plant_.island();
  if (island.modes().runs_away()) return {island.read(output, now), 0, now};  // nothing settles
  double value = output.offset;
  for (std::size_t input = 0; input < board_inputs; ++input) value += steady[input] * island.input(input, now);
  const double to_shutdown_k = std::max(0.0, plant_.type().spec.limits.shutdown_c - plant_.die_c(now));
  const double most_w = plant_.electric_w(now) + leakage_slope_w_per_k(plant_) * to_shutdown_k;
  if (value > most_w) return {most_w, 0, now};
  return {value, steady[intake_input] * plant_.intake().slope, now};
}

void GpuBoard::publish(sim::Context& context) {
  const sim::Time now = context.now();
  context.publish(wiring_.clock, decision_.clock_hz);
  double peak_w = plant_.electric_w(now);
  if (activity_->kind == ActivityKind::training && decision_.clock_hz > 0) {
    peak_w = std::max(peak_w, peak_power_w(plant_.power(), {activity_->step, activity_->clock_hz}, decision_.clock_hz,
                                           plant_.die_c(now)));
  }
  if (std::fabs(peak_w - context.read(wiring_.peak)) > peak_quantum * plant_.type().spec.power.default_w) {
    context.publish(wiring_.peak, peak_w);
  }
  const sim::Ramp electricity = settled_line(plant_.form().electricity, plant_.form().steady_electricity, now);
  const double electricity_j = plant_.electricity_j(now);
  electricity_.update(context, electricity, electricity_j);
  const sim::Ramp heat = settled_line(plant_.form().heat_out, plant_.form().steady_heat_out, now);
  const double heat_j = plant_.heat_j(now);
  heat_.update(context, heat, heat_j);
  const double owes_s = std::min(heat_.owes_too_much_after_s(now, heat, heat_j),
                                 electricity_.owes_too_much_after_s(now, electricity, electricity_j));
  look_again_s_ = std::max(owes_s, plant_.type().settling_s);
}

void GpuBoard::plan(sim::Context& context) {
  const sim::Time now = context.now();
  const BoardType::Form& form = plant_.form();
  const sim::Time until = plant_.intake().slope == 0 ? sim::Time::never() : now + sim::from_seconds(look_ahead_s);
  sim::Time soonest = std::min(until, governor_.next(plant_, *activity_, now, until));
  const auto look = [&](const sim::Output& output, const sim::Ramp& edge, sim::Direction direction) {
    soonest = std::min(soonest, sim::next_crossing(plant_.island(), output, edge, direction, now, soonest));
  };
  const bool follows = activity_->kind == ActivityKind::waiting || activity_->kind == ActivityKind::training;
  if (follows) {
    const double half_k = BoardPlant::leakage_quantum_k / 2;
    look(form.die, {plant_.leakage_at_c() + half_k, 0, now}, sim::Direction::rising);
    look(form.die, {plant_.leakage_at_c() - half_k, 0, now}, sim::Direction::falling);
  }
  if (fans_) soonest = std::min(soonest, fans_->next(seen_by_fans(), now, soonest));
  if (look_again_s_ < furthest_s) soonest = std::min(soonest, now + sim::from_seconds(look_again_s_));
  context.cancel(next_);
  if (soonest != sim::Time::never()) next_ = context.schedule(soonest, sim::Phase::control, settle_tag);
}

void GpuBoard::next_candidate(sim::Context& context) {
  const double wait_s = sim::exponential(luck_->uniform(), 1 / plant_.type().hazard.rate_max_per_s());
  const sim::Time at = context.now() + sim::from_seconds(std::min(wait_s, furthest_s));
  context.schedule(at, sim::Phase::fault, candidate_tag);
}

void GpuBoard::candidate(sim::Context& context) {
  next_candidate(context);
  const double draw = luck_->uniform();
  const bool training = activity_->kind == ActivityKind::training && decision_.clock_hz > 0;
  if (!training || draw >= plant_.type().hazard.acceptance(plant_.die_c(context.now()))) return;
  interrupt_job(context, context.record(sim::Severity::error, "GPU fault", "the job is interrupted"));
}

void GpuBoard::interrupt_job(sim::Context& context, std::uint64_t record) {
  ++record_.faults;
  context.publish(wiring_.faults, static_cast<double>(record));
}

}  // namespace rackcast::models
