// What stops a training job, and when it goes on.
#include <algorithm>
#include <cmath>

#include "models/workload/training_job.hpp"

namespace rackcast::models {

void TrainingJob::interrupt(sim::Context& context, const char* why, double record, Origin origin) {
  if (state_ == JobState::down) return;
  if (origin == Origin::plan) ++planned_interruptions_;
  const sim::Time now = context.now();
  const double lost_steps = steps_.value(now) - kept_steps_;
  cause_ = context.record(sim::Severity::warning, why,
                          std::to_string(std::lround(lost_steps)) + " steps since the last checkpoint are lost",
                          static_cast<std::uint64_t>(record));
  enter(context, JobState::down);
  account_.lose();
  warm_at_steps_ -= lost_steps;  // what was read stays read
  steps_.set_value(now, kept_steps_);
  if (times_.reboot_s > 0) empty_cache(now);
  counted_steps_ = kept_steps_;
  evaluations_ = kept_evaluations_;
  trained_ = {};
  tell(context, ActivityTable::idle);
  held_ = is_held(context);
  if (!held_) {
    next_ = context.schedule(now + sim::from_seconds(times_.restart_s), sim::Phase::work, resume_tag);
  }
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
  if (held) return;
  next_ =
      context.schedule(context.now() + sim::from_seconds(times_.restart_after_power_s), sim::Phase::work, resume_tag);
}

void TrainingJob::hear_faults(sim::Context& context) {
  double chance = 0;
  for (const auto fault : wiring_.faults) chance = std::max(chance, context.read(fault));
  double plan = context.read(wiring_.crash);
  for (const auto board : wiring_.gone) plan = std::max(plan, context.read(board));
  const double latest = std::max(chance, plan);
  if (latest > heard_fault_) {
    interrupt(context, "interrupted by a fault", latest, plan >= chance ? Origin::plan : Origin::chance);
    heard_fault_ = latest;
  }
  hold_or_restart(context);
}

void TrainingJob::hear_power(sim::Context& context) {
  if (!(context.read(wiring_.powered) > 0)) {
    const double outage = context.read(wiring_.outage);
    const bool planned = outage > 0;
    interrupt(context, "interrupted by loss of power", planned ? outage : context.read(wiring_.trip),
              planned ? Origin::plan : Origin::chance);
    empty_cache(context.now());
  }
  hold_or_restart(context);
}

}  // namespace rackcast::models
