// What stops a training job, and when it goes on.
#include <algorithm>
#include <cmath>

#include "models/workload/training_job.hpp"

namespace rackcast::models {

void TrainingJob::interrupt(sim::Context& context, const char* why, double record, Origin origin, Struck struck) {
  if (state_ == JobState::down) return;
  if (origin == Origin::plan) planned_records_.push_back(static_cast<std::uint64_t>(record));
  if (origin == Origin::mains) mains_records_.push_back(static_cast<std::uint64_t>(record));
  const sim::Time now = context.now();
  const double lost_steps = steps_.value(now) - kept_steps_;
  cause_ = context.record(sim::Severity::warning, why,
                          std::to_string(std::lround(lost_steps)) + " steps since the last checkpoint are lost",
                          static_cast<std::uint64_t>(record));
  go_down(context);
  if (reboots(struck)) empty_cache(now);
  machine_stays_on_ = false;
  note_hold(hold_now(context));
  if (!held_) restart_after(context, times_.restart_s, struck);
}

// Nobody reboots a machine on which others work for a fault of a board.
bool TrainingJob::reboots(Struck struck) const {
  if (!(times_.reboot_s > 0) || struck == Struck::nothing) return false;
  return struck == Struck::server || !wiring_.share.jobs->others_work(wiring_.share.tenant);
}

// `delay_s` has the time of a reboot in it.
void TrainingJob::restart_after(sim::Context& context, double delay_s, Struck struck) {
  const double saved_s = reboots(struck) ? 0 : times_.reboot_s;
  const double wait_s = std::max(delay_s - saved_s, shortest_stop_s);
  next_ = context.schedule(context.now() + sim::from_seconds(wait_s), sim::Phase::work, resume_tag);
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
    const double planned = context.read(wiring_.outage);
    const double mains = wiring_.mains ? context.read(*wiring_.mains) : 0;
    const Origin origin = planned > 0 ? Origin::plan : mains > 0 ? Origin::mains : Origin::chance;
    const double record = planned > 0 ? planned : mains > 0 ? mains : context.read(wiring_.trip);
    interrupt(context, "interrupted by loss of power", record, origin, Struck::server);
    empty_cache(context.now());
  }
  hold_or_restart(context);
}

}  // namespace rackcast::models
