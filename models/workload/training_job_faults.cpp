// What stops a training job, and when it goes on.
#include <algorithm>
#include <cmath>

#include "models/workload/training_job.hpp"

namespace rackcast::models {

void TrainingJob::interrupt(sim::Context& context, const char* why, double record, Origin origin, Struck struck) {
  if (state_ == JobState::down) return;
  if (origin == Origin::plan) planned_records_.push_back(static_cast<std::uint64_t>(record));
  const sim::Time now = context.now();
  const double lost_steps = steps_.value(now) - kept_steps_;
  cause_ = context.record(sim::Severity::warning, why,
                          std::to_string(std::lround(lost_steps)) + " steps since the last checkpoint are lost",
                          static_cast<std::uint64_t>(record));
  enter(context, JobState::down);
  account_.lose();
  warm_at_steps_ -= lost_steps;  // what was read stays read
  steps_.set_value(now, kept_steps_);
  wiring_.share.jobs->set_down(wiring_.share.tenant);
  if (reboots(struck)) empty_cache(now);
  counted_steps_ = kept_steps_;
  evaluations_ = kept_evaluations_;
  trained_ = {};
  tell(context, ActivityTable::idle);
  held_ = is_held(context);
  if (!held_) restart_after(context, times_.restart_s, struck);
}

// Nobody reboots a machine on which others work for a fault of a board.
bool TrainingJob::reboots(Struck struck) const {
  if (!(times_.reboot_s > 0)) return false;
  return struck == Struck::server || !wiring_.share.jobs->others_work(wiring_.share.tenant);
}

// `delay_s` has the time of a reboot in it.
void TrainingJob::restart_after(sim::Context& context, double delay_s, Struck struck) {
  const double saved_s = reboots(struck) ? 0 : times_.reboot_s;
  const double wait_s = std::max(delay_s - saved_s, shortest_stop_s);
  next_ = context.schedule(context.now() + sim::from_seconds(wait_s), sim::Phase::work, resume_tag);
}

bool TrainingJob::is_held(const sim::Context& context) const {
  const auto is_gone = [&](Signal<RecordId> board) { return context.read(board) > 0; };
  return !(context.read(wiring_.powered) > 0) || std::any_of(wiring_.gone.begin(), wiring_.gone.end(), is_gone);
}

void TrainingJob::hold_or_restart(sim::Context& context) {
  const bool held = is_held(context);
  if (held == held_) return;
  pass_time(context.now());
  context.cancel(next_);
  held_ = held;
  if (!held) restart_after(context, times_.restart_after_power_s, Struck::board);
}

double TrainingJob::latest_of_boards(const sim::Context& context) const {
  double latest = 0;
  for (const auto fault : wiring_.faults) latest = std::max(latest, context.read(fault));
  for (const auto board : wiring_.gone) latest = std::max(latest, context.read(board));
  return latest;
}

void TrainingJob::hear_faults(sim::Context& context) {
  double chance = context.read(wiring_.server_fault);
  for (const auto fault : wiring_.faults) chance = std::max(chance, context.read(fault));
  double plan = context.read(wiring_.crash);
  for (const auto board : wiring_.gone) plan = std::max(plan, context.read(board));
  const double latest = std::max(chance, plan);
  if (latest > heard_fault_) {
    heard_fault_ = latest;
    if (!has_gpus()) return;
    const Struck struck = latest > latest_of_boards(context) ? Struck::server : Struck::board;
    interrupt(context, "interrupted by a fault", latest, plan >= chance ? Origin::plan : Origin::chance, struck);
  }
  if (has_gpus()) hold_or_restart(context);
}

void TrainingJob::hear_power(sim::Context& context) {
  if (!has_gpus()) return;
  if (!(context.read(wiring_.powered) > 0)) {
    const double outage = context.read(wiring_.outage);
    const bool planned = outage > 0;
    interrupt(context, "interrupted by loss of power", planned ? outage : context.read(wiring_.trip),
              planned ? Origin::plan : Origin::chance, Struck::server);
    empty_cache(context.now());
  }
  hold_or_restart(context);
}

}  // namespace rackcast::models
