// What a training job shares with the other jobs of its server: the line for GPUs, storage, cores and page cache.
#include <algorithm>
#include <cmath>

#include "models/workload/data_path.hpp"
#include "models/workload/training_job.hpp"

namespace rackcast::models {

void TrainingJob::tell_others(sim::Context& context) {
  const ServerJobs& jobs = *wiring_.share.jobs;
  if (jobs.shared()) context.publish(wiring_.share.changed, static_cast<double>(jobs.version()));
}

void TrainingJob::ask(sim::Context& context, const HostNeed& need) {
  wiring_.share.jobs->ask(wiring_.share.tenant, need);
  tell_others(context);
}

// Starts if nobody before it wants its GPUs. A job whose turn comes while a board of it is gone, or while there is no
// power, is down until that is over.
void TrainingJob::join_line(sim::Context& context) {
  ServerJobs& jobs = *wiring_.share.jobs;
  if (!jobs.may_start(wiring_.share.tenant)) {
    if (state_ != JobState::queued) context.record(sim::Severity::info, "waits for GPUs", "an earlier job has them");
    state_ = JobState::queued;
    return;
  }
  if (state_ == JobState::queued) context.record(sim::Severity::info, "gets its GPUs");
  enter(context, JobState::starting);
  jobs.take_gpus(wiring_.share.tenant);
  taken_j_ = wiring_.share.gpu_j(context.now());
  adopt_cache(context.now());
  tell_others(context);
  machine_stays_on_ = true;
  note_hold(hold_now(context));
  if (held_) {
    enter(context, JobState::down);
    jobs.set_down(wiring_.share.tenant);
  } else {
    next_ = context.schedule(context.now() + sim::from_seconds(times_.startup_s), sim::Phase::work, resume_tag);
  }
}

void TrainingJob::leave_server(sim::Context& context) {
  gpu_j_ = wiring_.share.gpu_j(context.now()) - taken_j_;
  wiring_.share.jobs->leave(wiring_.share.tenant);
  tell_others(context);
}

double TrainingJob::gpu_j(sim::Time end) const {
  if (!has_gpus()) return 0;
  return state_ == JobState::finished ? gpu_j_ : wiring_.share.gpu_j(end) - taken_j_;
}

void TrainingJob::hear_others(sim::Context& context) {
  switch (state_) {
    case JobState::queued:
      join_line(context);
      break;
    case JobState::training:
      adopt_cache(context.now());
      follow_clocks(context);
      break;
    case JobState::checkpointing:
    case JobState::evaluating:
      adopt_cache(context.now());
      follow_stretch(context);
      break;
    case JobState::submitting:
    case JobState::starting:
    case JobState::down:
    case JobState::finished:
      break;
  }
}

// What steps at this clock ask of the shared parts. Copying to the GPUs has a link of each GPU's own.
void TrainingJob::ask_for_steps(sim::Context& context, double clock_hz) {
  if (!wiring_.share.jobs->shared()) return;
  const double own_s = std::max(activities_.step_s(clock_hz), data_.host_link_s);
  const double cpu_s = std::max(data_.cpu_s, std::min(own_s, wiring_.share.issue_s));
  ask(context, {1 / own_s, data_.seconds(DataStage::storage, cache_), cpu_s});
}

// From now until it is done the job does one thing that takes `alone_s` with the shared parts for itself.
void TrainingJob::begin_stretch(sim::Context& context, double alone_s, double storage_s, double cpu_s) {
  stretch_alone_s_ = alone_s;
  if (alone_s > 0) ask(context, {1 / alone_s, storage_s, cpu_s});
  stretch_left_ = 1;
  stretch_s_ = std::max(alone_s, wiring_.share.jobs->least_s(wiring_.share.tenant));
  stretch_since_ = context.now();
  next_ = context.schedule(context.now() + sim::from_seconds(stretch_s_), sim::Phase::work, phase_over_tag);
}

void TrainingJob::follow_stretch(sim::Context& context) {
  const double stretch_s = std::max(stretch_alone_s_, wiring_.share.jobs->least_s(wiring_.share.tenant));
  if (stretch_s == stretch_s_) return;
  const sim::Time now = context.now();
  stretch_left_ = std::max(0.0, stretch_left_ - sim::to_seconds(now - stretch_since_) / stretch_s_);
  stretch_s_ = stretch_s;
  stretch_since_ = now;
  context.cancel(next_);
  next_ = context.schedule(now + sim::from_seconds(stretch_left_ * stretch_s_), sim::Phase::work, phase_over_tag);
}

// A cache that shrinks has lost its pages at once; one that may grow has to read every sample again first.
void TrainingJob::adopt_cache(sim::Time now) {
  const ServerJobs& jobs = *wiring_.share.jobs;
  if (!jobs.shared() || !data_.known()) return;
  const double bytes = jobs.cache_bytes(wiring_.share.tenant);
  if (bytes == data_.cache_bytes) return;
  if (bytes < data_.cache_bytes || cache_ == PageCache::cold) {
    set_cache(data_, bytes);
  } else if (!(warm_at_steps_ < INFINITY)) {
    warm_at_steps_ = steps_.value(now) + data_.epoch_steps;
  }
  rate_hz_ = 0;  // the pace and the next milestone rest on the cache as it was
}

}  // namespace rackcast::models
