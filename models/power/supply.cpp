#include "models/power/supply.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/compute/governor.hpp"
#include "models/power/excursion_law.hpp"
#include "models/thermal/fans.hpp"
#include "sim/distributions.hpp"

namespace rackcast::models {

namespace {

/// Band of the heat given to the room, as a share of the rating.
constexpr double heat_quantum = 0.002;
constexpr double heat_residue_j = 500;  ///< a lump that warms a closet's air by a hundredth of a kelvin
constexpr double soonest_look_s = 10;
constexpr double shortest_reset_s = 1;  ///< nothing that tripped is on again at once: its input stage has to discharge
constexpr double furthest_s = 1e9;      ///< thirty years: beyond any run
constexpr double percent = 100;

}  // namespace

Supply::Supply(std::string path, const ServerSpec& server, double reset_s, const SupplyWiring& wiring)
    : sim::Component(std::move(path)),
      server_(server),
      law_(server.psu),
      feeds_(feeds(server.psu, wiring.boards.size())),
      excursion_w_(excursion_w(server.gpus.gpu, server.gpus.clock_limit_hz)),
      braked_excursion_w_(excursion_w(server.gpus.gpu, brake_clock_hz(server.gpus.gpu))),
      reset_s_(std::max(reset_s, shortest_reset_s)),
      wiring_(wiring),
      wall_(wiring.wall, 0, 0),
      heat_(wiring.heat, heat_quantum * server.psu.rating_w * server.psu.count, heat_residue_j),
      trip_after_s_(INFINITY) {
  for (const Flow& flow : wiring.boards) boards_.add(flow);
  if (wiring.units) loss_.emplace(server, *wiring.units);
}

void Supply::start(sim::Context& context) {
  luck_.emplace(context.stream("excursions"));
  excursions_.arm(context.now(), sim::exponential(luck_->uniform(), 1));
  wake(context, load_tag);
}

void Supply::wake(sim::Context& context, sim::Tag tag) {
  if (tag == trip_tag || tag == excursion_tag) trip(context, tag);
  if (tag == reset_tag) tripped_ = false;
  if (loss_) follow_units(context);
  switch_if_due(context, tag);
  follow_load(context);
}

// Those left carry what all of them did.
void Supply::follow_units(sim::Context& context) {
  if (loss_->hear(context)) {
    PsuSpec left = server_.psu;
    left.count = std::max(1.0, loss_->working());
    law_ = PsuLaw(left);
    feeds_.front().rating_w = left.rating_w * left.count;
  }
  loss_->react(context, mean_w(context, feeds_.front()));
  lacks_units_ = loss_->off();
  if (!lacks_units_ || !on_) return;
  units_tripped_ = true;
  trip_record_ = context.record(sim::Severity::error, "supply trips", loss_->left_text(), loss_->record(context));
  ++trips_;
  context.publish(wiring_.trip, static_cast<double>(trip_record_));
}

void Supply::switch_if_due(sim::Context& context, sim::Tag tag) {
  const bool on = has_input(context, tag) && !tripped_ && !lacks_units_;
  if (on == on_) return;
  on_ = on;
  const bool again = tag == reset_tag || (on && std::exchange(units_tripped_, false));
  if (again) context.record(sim::Severity::info, "power restored", {}, trip_record_);
  context.publish(wiring_.powered, on ? 1 : 0);
}

// A dead outlet counts once what the input stage stores is used up: the time of full load, longer at less.
bool Supply::has_input(sim::Context& context, sim::Tag tag) {
  const bool dead = context.read(wiring_.outage) != 0;
  if (!dead || tag == hold_up_tag) {
    if (holds_up_) context.cancel(hold_up_);
    holds_up_ = false;
    return !dead;
  }
  if (holds_up_ || !on_) return holds_up_;
  const double dc_w = boards_w_.at(context.now()) + host_w(context);
  if (!(server_.psu.hold_up_s > 0) || !(dc_w > 0)) return false;
  holds_up_ = true;
  const double hold_up_s = server_.psu.hold_up_s / law_.load_ratio(dc_w);
  hold_up_ = context.schedule(context.now() + sim::from_seconds(hold_up_s), sim::Phase::fault, hold_up_tag);
  return true;
}

double Supply::host_w(const sim::Context& context) const {
  if (!on_) return 0;
  double load = 0;
  for (const JobSignals& job : *wiring_.jobs) load += cpu_load(server_, job.doing(context));
  return fans_w_ + host_power_at_w(server_, load);
}

double Supply::longest_peak_s(const sim::Context& context) const {
  double longest_s = 0;
  for (const JobSignals& job : *wiring_.jobs) {
    if (job.doing(context).kind != ActivityKind::idle) longest_s = std::max(longest_s, context.read(job.peak_duration));
  }
  return longest_s;
}

void Supply::follow_load(sim::Context& context) {
  const sim::Time now = context.now();
  // What was given since the last change: both ramps held until now.
  wall_given_j_ += wall_w_.area(now);
  heat_given_j_ += wall_w_.area(now) - boards_w_.area(now);
  const auto boards = boards_.take(context);
  wall_given_j_ += boards.lump_j;  // what the boards owed passes through
  boards_w_ = {boards.power_w, boards.slope_w_per_s, now};
  fans_w_ = on_ ? fan_power_w(server_, boards.power_w) : 0;
  const double dc_w = boards.power_w + host_w(context);
  const double dc_slope = (1 + fan_power_slope(server_, boards.power_w)) * boards.slope_w_per_s;
  wall_w_ = on_ ? sim::Ramp{law_.wall_power_w(dc_w), law_.wall_power_slope(dc_w) * dc_slope, now} : boards_w_;
  wall_.update(context, wall_w_, wall_given_j_);
  const sim::Ramp heat_w{wall_w_.value - boards_w_.value, wall_w_.slope - boards_w_.slope, now};
  heat_.update(context, heat_w, heat_given_j_);
  look_again(context, heat_.owes_too_much_after_s(now, heat_w, heat_given_j_));
  watch_overload(context, dc_w);
}

// What the room is owed may not grow unseen while no load changes.
void Supply::look_again(sim::Context& context, double after_s) {
  context.cancel(next_);
  if (after_s >= furthest_s) return;
  const double wait_s = std::max(after_s, soonest_look_s);
  next_ = context.schedule(context.now() + sim::from_seconds(wait_s), sim::Phase::physics, load_tag);
}

double Supply::outstanding_heat_j(sim::Time t) const {
  return heat_given_j_ + wall_w_.area(t) - boards_w_.area(t) - heat_.booked_j(t);
}

double Supply::mean_w(const sim::Context& context, const PsuFeed& feed) const {
  double sum_w = feed.host * host_w(context);
  for (std::size_t i = 0; i < feed.boards.size(); ++i) {
    sum_w += feed.boards[i] * context.ramp(wiring_.boards[i].power).at(context.now());
  }
  return sum_w;
}

double Supply::peak_w(const sim::Context& context, const PsuFeed& feed) const {
  double sum_w = feed.host * host_w(context);
  for (std::size_t i = 0; i < feed.boards.size(); ++i) sum_w += feed.boards[i] * context.read(wiring_.peaks[i]);
  return sum_w;
}

void Supply::watch_overload(sim::Context& context, double dc_w) {
  if (on_) peak_wall_w_ = std::max(peak_wall_w_, law_.wall_power_w(std::max(peak_w(context, feeds_.front()), dc_w)));
  double after_s = INFINITY;
  for (const PsuFeed& feed : feeds_) {
    const double feed_w = &feed == &feeds_.front() ? dc_w : mean_w(context, feed);
    // The mean lasts; a peak within the step lasts as long as its phase.
    after_s = std::min(after_s, law_.overload_limit_s(feed_w / feed.rating_w));
    const double survived_s = law_.overload_limit_s(peak_w(context, feed) / feed.rating_w);
    if (survived_s < longest_peak_s(context)) after_s = std::min(after_s, survived_s);
  }
  if (!on_) after_s = INFINITY;
  watch_excursions(context);
  if (after_s == trip_after_s_) return;
  trip_after_s_ = after_s;
  context.cancel(planned_trip_);
  if (!std::isinf(after_s)) {
    planned_trip_ = context.schedule(context.now() + sim::from_seconds(after_s), sim::Phase::fault, trip_tag);
  }
}

// Peaks of the step that last longer than an excursion lift it; shorter ones are excursions themselves. Those of the
// boards of one job add up; those of different jobs do not meet.
double Supply::excursion_rate_per_s(const sim::Context& context, const PsuFeed& feed) const {
  const bool lasts = longest_peak_s(context) > excursion_window_s;
  const double load_w = lasts ? peak_w(context, feed) : mean_w(context, feed);
  const double excess_w = loss_ && loss_->braked() ? std::min(excursion_w_, braked_excursion_w_) : excursion_w_;
  double per_s = 0;
  for (const JobSignals& job : *wiring_.jobs) {
    if (job.doing(context).kind != ActivityKind::training) continue;
    double boards = 0;
    for (const std::size_t gpu : job.gpus) boards += feed.boards[gpu];
    per_s += excursion_trips_per_s(server_.psu, feed.rating_w, load_w, boards * excess_w);
  }
  return per_s;
}

void Supply::watch_excursions(sim::Context& context) {
  double per_s = 0;
  if (on_ && excursion_w_ > 0) {
    for (const PsuFeed& feed : feeds_) per_s += excursion_rate_per_s(context, feed);
  }
  if (per_s == 0 && excursions_.per_s() == 0) return;
  excursions_.set_rate(context.now(), per_s);
  context.cancel(next_excursion_);
  const double wait_s = excursions_.wait_s();
  if (wait_s < furthest_s) {
    next_excursion_ = context.schedule(context.now() + sim::from_seconds(wait_s), sim::Phase::fault, excursion_tag);
  }
}

// The feed that is nearest to its limit, or the one that excursions threaten most.
std::string Supply::tripped_by(const sim::Context& context, sim::Tag tag) const {
  const PsuFeed* worst = &feeds_.front();
  const auto danger = [&](const PsuFeed& feed) {
    return tag == excursion_tag ? excursion_rate_per_s(context, feed) : peak_w(context, feed) / feed.rating_w;
  };
  for (const PsuFeed& feed : feeds_) {
    if (danger(feed) > danger(*worst)) worst = &feed;
  }
  const auto ratio = std::to_string(std::lround(percent * peak_w(context, *worst) / worst->rating_w));
  const std::string of = worst->name.empty() ? " % of the rating" : " % of the limit of rail " + worst->name;
  return tag == excursion_tag ? "excursion of a millisecond over a load of " + ratio + of : "overload of " + ratio + of;
}

void Supply::trip(sim::Context& context, sim::Tag tag) {
  trip_record_ = context.record(sim::Severity::error, "supply trips", tripped_by(context, tag));
  on_ = false;
  tripped_ = true;
  ++trips_;
  trip_after_s_ = INFINITY;
  context.cancel(planned_trip_);
  planned_trip_ = {};
  if (tag == excursion_tag) excursions_.arm(context.now(), sim::exponential(luck_->uniform(), 1));
  context.publish(wiring_.trip, static_cast<double>(trip_record_));
  context.publish(wiring_.powered, 0);
  context.schedule(context.now() + sim::from_seconds(reset_s_), sim::Phase::fault, reset_tag);
}

}  // namespace rackcast::models
