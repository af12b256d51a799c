// What holds a training job back, and how it stops when it is asked to.
#include <algorithm>

#include "models/workload/training_job.hpp"

namespace rackcast::models {

const StopSignal* TrainingJob::stop_asked(const sim::Context& context) const {
  const auto asks = [&](const StopSignal& stop) { return context.read(stop.asked) > 0; };
  const auto found = std::find_if(wiring_.stops.begin(), wiring_.stops.end(), asks);
  return found == wiring_.stops.end() ? nullptr : &*found;
}

// Lost power and boards are an outage, whoever asked before.
std::optional<Loss> TrainingJob::hold_now(const sim::Context& context) const {
  const auto is_gone = [&](Signal<RecordId> board) { return context.read(board) > 0; };
  if (!(context.read(wiring_.powered) > 0)) return Loss::outage;
  if (std::any_of(wiring_.gone.begin(), wiring_.gone.end(), is_gone)) return Loss::outage;
  const StopSignal* stop = stop_asked(context);
  return stop != nullptr ? std::optional(stop->charged) : std::nullopt;
}

void TrainingJob::note_hold(std::optional<Loss> hold) {
  held_ = hold;
  if (held_ == Loss::outage) machine_stays_on_ = false;
}

void TrainingJob::hold_or_restart(sim::Context& context) {
  const auto hold = hold_now(context);
  if (state_ != JobState::down || hold == held_) return;
  pass_time(context.now());
  context.cancel(next_);
  note_hold(hold);
  if (!held_) restart_after(context, times_.restart_after_power_s, machine_stays_on_ ? Struck::nothing : Struck::board);
}

void TrainingJob::hear_stops(sim::Context& context) {
  if (!has_gpus()) return;
  const StopSignal* stop = stop_asked(context);
  const bool trains = state_ == JobState::training || state_ == JobState::evaluating;
  if (stop != nullptr && (trains || state_ == JobState::starting)) {
    cause_ = context.record(sim::Severity::warning, "stops", "it was asked to",
                            static_cast<std::uint64_t>(context.read(stop->asked)));
    const bool keeps = trains && times_.checkpoint_every_s > 0;
    return keeps ? begin_checkpoint(context) : stand_down(context);
  }
  hold_or_restart(context);
}

void TrainingJob::stand_down(sim::Context& context) {
  go_down(context);
  machine_stays_on_ = true;
  note_hold(hold_now(context));
}

// Back to the last checkpoint.
void TrainingJob::go_down(sim::Context& context) {
  const double lost_steps = steps_.value(context.now()) - kept_steps_;
  enter(context, JobState::down);
  account_.lose();
  warm_at_steps_ -= lost_steps;  // what was read stays read
  steps_.set_value(context.now(), kept_steps_);
  counted_steps_ = kept_steps_;
  evaluations_ = kept_evaluations_;
  trained_ = {};
  wiring_.share.jobs->set_down(wiring_.share.tenant);
  tell(context, ActivityTable::idle);
}

}  // namespace rackcast::models
