#include "models/power/ups.hpp"

#include <algorithm>
#include <cmath>

namespace rackcast::models {

namespace {

/// Of what a charger takes, what a lead-acid battery gives back: 0.8 to 0.9 are published; the middle.
constexpr double charge_efficiency = 0.85;
constexpr double heat_quantum = 0.002;  ///< band of the heat given to the room, as a share of the rating
constexpr double heat_residue_j = 500;  ///< a lump that warms a closet's air by a hundredth of a kelvin
constexpr double empty_j = 1e-3;        ///< less is rounding of the nanosecond at which it is empty
constexpr double drift_share = 0.005;   ///< a load that drifts is looked at again after a change of this share
constexpr double soonest_look_s = 10;
constexpr double rounding_s = 1e-6;
constexpr double furthest_s = 1e9;  ///< thirty years: beyond any run

}  // namespace

Ups::Ups(std::string path, const UpsSpec& ups, const UpsWiring& wiring)
    : sim::Component(std::move(path)),
      ups_(ups),
      law_(ups),
      wiring_(wiring),
      wall_(wiring.wall, 0, 0),
      heat_(wiring.heat, heat_quantum * ups.rating_w, heat_residue_j),
      stored_j_(ups.battery_j) {
  loads_.add(wiring.load);
}

void Ups::start(sim::Context& context) { wake(context, load_tag); }

void Ups::wake(sim::Context& context, sim::Tag tag) {
  pass_time(context);
  decide(context, tag);
  set_flows(context);
  plan(context);
}

double Ups::limit_w() const { return ups_.apparent_va > 0 ? std::min(ups_.rating_w, ups_.apparent_va) : ups_.rating_w; }

// What is owed on top of the load was load before: it comes from wherever that came, with the same losses.
void Ups::pass_time(sim::Context& context) {
  const sim::Time now = context.now();
  stored_j_ = stored_at_j(now);
  wall_given_j_ += wall_w_.area(now);
  heat_given_j_ += heat_w_.area(now);
  const auto load = loads_.take(context);
  const bool on_mains = mode_ == Mode::mains;
  const double taken_j = load.lump_j * (on_mains ? 1 / ups_.efficiency : law_.loss_factor(load_w_.value));
  (on_mains ? wall_given_j_ : stored_j_) += on_mains ? taken_j : -taken_j;
  heat_given_j_ += taken_j - load.lump_j;
  load_w_ = {load.power_w, load.slope_w_per_s, now};
  drain_w_ = wall_w_ = heat_w_ = {0, 0, now};
}

void Ups::decide(sim::Context& context, sim::Tag tag) {
  const auto outage = static_cast<std::uint64_t>(context.read(wiring_.mains));
  if (outage == 0) return find_mains(context);
  if (mode_ == Mode::mains) {
    outage_ = outage;
    lose_mains(context);
  }
  if (mode_ == Mode::transfer && tag == transfer_tag) {
    mode_ = Mode::battery;
    context.publish(wiring_.output, 0);
  }
  if (mode_ == Mode::battery) watch_battery(context, tag);
}

void Ups::lose_mains(sim::Context& context) {
  context.record(sim::Severity::warning, "on battery", std::to_string(std::lround(load_w(context.now()))) + " W",
                 outage_);
  mode_ = ups_.transfer_s > 0 ? Mode::transfer : Mode::battery;
  if (mode_ != Mode::transfer) return;
  context.publish(wiring_.output, static_cast<double>(outage_));
  transfer_ = context.schedule(context.now() + sim::from_seconds(ups_.transfer_s), sim::Phase::fault, transfer_tag);
}

void Ups::find_mains(sim::Context& context) {
  if (mode_ == Mode::mains) return;
  constexpr double percent = 100;
  const auto left = std::to_string(std::lround(percent * stored_j_ / ups_.battery_j));
  context.record(sim::Severity::info, "on mains again", "battery at " + left + " %", outage_);
  mode_ = Mode::mains;
  low_ = 0;
  shutting_down_ = false;
  context.cancel(transfer_);
  context.cancel(shut_down_);
  context.publish(wiring_.low, 0);
  context.publish(wiring_.output, 0);
}

void Ups::watch_battery(sim::Context& context, sim::Tag tag) {
  if (load_w(context.now()) > limit_w()) {
    ++overloads_;
    return switch_off(context, sim::Severity::error, "overloaded on battery");
  }
  if (stored_j_ <= empty_j) return switch_off(context, sim::Severity::error, "battery is empty");
  if (tag == shut_down_tag) return switch_off(context, sim::Severity::info, "machine has shut down");
  if (ups_.on_low == OnLow::shut_down) watch_low(context);
}

void Ups::switch_off(sim::Context& context, sim::Severity severity, const char* why) {
  context.record(severity, why, {}, outage_);
  mode_ = Mode::off;
  context.cancel(shut_down_);
  context.publish(wiring_.output, static_cast<double>(outage_));
}

// Jobs are asked once; what they wait for before they are idle is theirs, the battery goes on.
void Ups::watch_low(sim::Context& context) {
  const double left_s = stored_j_ / law_.drain_w(load_w(context.now()));
  if (low_ == 0 && left_s <= ups_.low_s + rounding_s) {
    low_ = context.record(sim::Severity::warning, "battery is low", "jobs are asked to stop", outage_);
    context.publish(wiring_.low, static_cast<double>(low_));
  }
  if (low_ == 0 || shutting_down_) return;
  const auto idle = [&](const JobSignals& job) { return job.doing(context).kind == ActivityKind::idle; };
  if (!std::all_of(wiring_.jobs->begin(), wiring_.jobs->end(), idle)) return;
  shutting_down_ = true;
  shut_down_ = context.schedule(context.now() + sim::from_seconds(ups_.shut_down_s), sim::Phase::fault, shut_down_tag);
}

void Ups::set_flows(sim::Context& context) {
  const sim::Time now = context.now();
  if (mode_ == Mode::mains) {
    const double charge_w = stored_j_ < ups_.battery_j - empty_j ? ups_.battery_j / ups_.recharge_s : 0;
    drain_w_ = {-charge_w, 0, now};
    wall_w_ = {load_w_.value / ups_.efficiency + charge_w / charge_efficiency, load_w_.slope / ups_.efficiency, now};
  } else {
    drain_w_ = {law_.drain_w(load_w_.value), law_.drain_slope(load_w_.value) * load_w_.slope, now};
  }
  peak_wall_w_ = std::max(peak_wall_w_, wall_w_.value);
  heat_w_ = {wall_w_.value + drain_w_.value - load_w_.value, wall_w_.slope + drain_w_.slope - load_w_.slope, now};
  wall_.update(context, wall_w_, wall_given_j_);
  heat_.update(context, heat_w_, heat_given_j_);
}

double Ups::next_s() const {
  const sim::Time now = load_w_.since;
  double after_s = std::max(soonest_look_s, heat_.owes_too_much_after_s(now, heat_w_, heat_given_j_));
  const double drain_w = drain_w_.value;
  if (drain_w < 0) after_s = std::min(after_s, (stored_j_ - ups_.battery_j) / drain_w);
  if (mode_ == Mode::battery && drain_w > 0) {
    after_s = std::min(after_s, stored_j_ / drain_w);
    const double to_low_s = stored_j_ / drain_w - ups_.low_s;
    if (ups_.on_low == OnLow::shut_down && low_ == 0) after_s = std::min(after_s, std::max(0.0, to_low_s));
    if (load_w_.slope != 0) {
      after_s = std::min(after_s, std::max(soonest_look_s, drift_share * load_w_.value / std::fabs(load_w_.slope)));
    }
  }
  return after_s;
}

void Ups::plan(sim::Context& context) {
  context.cancel(next_);
  const double after_s = next_s();
  if (after_s < furthest_s) {
    next_ = context.schedule(context.now() + sim::from_seconds(after_s), sim::Phase::fault, load_tag);
  }
}

}  // namespace rackcast::models
