#include "models/workload/training_job.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackcast::models {

const char* name(JobState state) {
  constexpr std::array<const char*, 8> names{"submitting",    "queued",     "starting", "training",
                                             "checkpointing", "evaluating", "down",     "finished"};
  return names[static_cast<std::size_t>(state)];
}

namespace {

constexpr double half_a_step = 0.5;

JobTimes with_shortest_stop(JobTimes times) {
  times.restart_s = std::max(times.restart_s, TrainingJob::shortest_stop_s);
  times.restart_after_power_s = std::max(times.restart_after_power_s, TrainingJob::shortest_stop_s);
  return times;
}

}  // namespace

TrainingJob::TrainingJob(std::string path, const JobSpec& spec, ActivityTable& activities, const JobTimes& times,
                         const IdealClocks& ideal, double model_factor, const JobWiring& wiring)
    : sim::Component(std::move(path)),
      spec_(spec),
      activities_(activities),
      times_(with_shortest_stop(times)),
      model_factor_(model_factor),
      wiring_(wiring),
      ideal_(ideal),
      nested_{activities.step_s(ideal.ideal_hz), activities.step_s(ideal.power_hz), activities.step_s(ideal.power_hz),
              0, 0},
      data_(activities.cost().data),
      submitted_(sim::from_seconds(spec.start_s)),
      since_(submitted_) {
  empty_cache({});
}

void TrainingJob::start(sim::Context& context) {
  tell(context, ActivityTable::idle);
  if (submitted_ > context.now()) {
    context.schedule(submitted_, sim::Phase::work, line_tag);
  } else {
    join_line(context);
  }
}

void TrainingJob::wake(sim::Context& context, sim::Tag tag) {
  if (state_ == JobState::finished) return;
  switch (tag) {
    case clocks_tag:
      if (state_ == JobState::training) follow_clocks(context);
      break;
    case milestone_tag:
      milestone(context);
      break;
    case phase_over_tag:
      phase_over(context);
      break;
    case resume_tag:
      begin_training(context);
      break;
    case faults_tag:
      hear_faults(context);
      break;
    case limits_tag:
      hear_limits(context);
      break;
    case line_tag:
      join_line(context);
      break;
    case others_tag:
      hear_others(context);
      break;
    case stop_tag:
      hear_stops(context);
      break;
    default:
      hear_power(context);
  }
}

double TrainingJob::slowest_hz(const sim::Context& context) const {
  double slowest = INFINITY;
  for (const auto clock : wiring_.clocks) slowest = std::min(slowest, context.read(clock));
  return slowest;
}

double TrainingJob::mean_hz(const sim::Context& context) const {
  double sum = 0;
  for (const auto clock : wiring_.clocks) sum += context.read(clock);
  return sum / static_cast<double>(wiring_.clocks.size());
}

// Books the time since the last booking on what the job was doing.
void TrainingJob::pass_time(sim::Time now) {
  if (state_ == JobState::submitting && now < since_) return;
  const double passed_s = sim::to_seconds(now - since_);
  switch (state_) {
    case JobState::queued:
      account_.charge(Loss::queueing, passed_s);
      break;
    case JobState::starting:
      account_.charge(Loss::startup, passed_s);
      break;
    case JobState::training:
      account_.train(steps_.value(now) - counted_steps_, passed_s, nested_);
      trained_ = trained_ + (now - since_);
      break;
    case JobState::checkpointing:
      account_.charge(Loss::checkpoint, passed_s);
      break;
    case JobState::evaluating:
      account_.charge(Loss::evaluation, passed_s);
      break;
    case JobState::down:
      account_.charge(held_.value_or(Loss::restart), passed_s);
      break;
    case JobState::submitting:
    case JobState::finished:
      break;
  }
  counted_steps_ = steps_.value(now);
  since_ = now;
}

void TrainingJob::enter(sim::Context& context, JobState state) {
  pass_time(context.now());
  if (state != JobState::training) {
    steps_.set_rate(context.now(), 0);
    ask(context, {});
  }
  state_ = state;
  context.cancel(next_);
}

// Boards do something else than train: whatever they were told before no longer holds.
void TrainingJob::tell(sim::Context& context, std::size_t activity) {
  context.publish(wiring_.activity, static_cast<double>(activity));
  told_hz_ = 0;
}

void TrainingJob::begin_training(sim::Context& context) {
  const char* event = state_ == JobState::starting ? "training starts"
                      : state_ == JobState::down   ? "training resumes"
                                                   : "";
  if (*event != 0) context.record(sim::Severity::info, event, {}, cause_);
  enter(context, JobState::training);
  wiring_.share.jobs->set_up(wiring_.share.tenant);
  rate_hz_ = 0;
  follow_clocks(context);
}

void TrainingJob::follow_clocks(sim::Context& context) {
  const bool off = !(slowest_hz(context) > 0);
  if (off && told_hz_ > 0) return;  // a board went off: its fault follows
  // A board that was off comes back with the activity; until it says its clock, the ideal one stands for it.
  const double slowest = off ? ideal_.ideal_hz : slowest_hz(context);
  pass_time(context.now());
  nested_.thermal_s = activities_.step_s(off ? ideal_.ideal_hz : mean_hz(context));
  ask_for_steps(context, slowest);
  const double data_s = data_here_s();
  if (slowest != rate_hz_ || data_s != rate_data_s_) {
    rate_hz_ = slowest;
    rate_data_s_ = data_s;
    const double step_s = activities_.step_s(slowest);
    const double paced_s = std::max(step_s, data_s);
    nested_.starved_s = paced_s - step_s;
    steps_.set_rate(context.now(), 1 / paced_s);
    plan_milestone(context);
  }
  const bool same_data = std::fabs(data_s - told_data_s_) <= clock_quantum * told_data_s_;
  if (std::fabs(slowest - told_hz_) <= clock_quantum * told_hz_ && same_data) return;
  told_hz_ = slowest;
  told_data_s_ = data_s;
  const std::size_t number = activities_.training(slowest, data_s);
  context.publish(wiring_.peak_duration, activities_[number].step.phases.front().duration_s);
  context.publish(wiring_.activity, static_cast<double>(number));
}

double TrainingJob::next_evaluation_step() const {
  const double passes = activities_.cost().evaluations;
  if (evaluations_ >= passes) return INFINITY;
  const StepCost& cost = activities_.cost();
  const double due = cost.evaluation_every * (evaluations_ + 1);
  // A pass at the end belongs to the last step, whatever rounding makes of the product.
  return due + half_a_step > cost.steps ? cost.steps : due;
}

void TrainingJob::plan_milestone(sim::Context& context) {
  const sim::Time now = context.now();
  checkpoint_due_ = times_.checkpoint_every_s > 0 ? now + sim::from_seconds(times_.checkpoint_every_s) - trained_
                                                  : sim::Time::never();
  const double target = std::min({activities_.cost().steps, next_evaluation_step(), warm_at_steps_});
  const sim::Time at = std::max(now, std::min(checkpoint_due_, steps_.reaches(target)));
  context.cancel(next_);
  if (at != sim::Time::never()) next_ = context.schedule(at, sim::Phase::work, milestone_tag);
}

void TrainingJob::milestone(sim::Context& context) {
  const sim::Time now = context.now();
  next_ = {};
  const double steps = steps_.value(now);
  if (steps >= warm_at_steps_) {
    fill_cache(context);
  } else if (steps >= next_evaluation_step()) {
    enter(context, JobState::evaluating);
    begin_evaluation(context);
  } else if (steps >= activities_.cost().steps) {
    enter(context, JobState::finished);
    account_.keep();
    finished_at_ = now;
    context.record(sim::Severity::info, "training is finished");
    tell(context, ActivityTable::idle);
    leave_server(context);
    context.publish(wiring_.finished, 1);
  } else if (now >= checkpoint_due_) {
    begin_checkpoint(context);
  } else {
    plan_milestone(context);
  }
}

void TrainingJob::begin_checkpoint(sim::Context& context) {
  enter(context, JobState::checkpointing);
  const double write_s = activities_.cost().checkpoint_s;
  begin_stretch(context, write_s, std::min(write_s, wiring_.share.write_s), 0);
  if (stretch_s_ >= times_.stall_s) tell(context, ActivityTable::waiting);
}

// A pass is timed at the clock of the peak rates and scales as a step does, unless its data take longer.
double TrainingJob::evaluation_s() const {
  const StepCost& cost = activities_.cost();
  const double slower = activities_.step_s(rate_hz_) / activities_.step_s(cost.peak_at_hz);
  const double device_s = model_factor_ * cost.evaluation_s / cost.evaluations * slower;
  return data_.known() ? std::max(device_s, evaluation_batches() * data_.step_s(cache_)) : device_s;
}

// Of a pass, in samples of a step.
double TrainingJob::evaluation_batches() const {
  return activities_.cost().evaluation_samples / activities_.cost().samples;
}

void TrainingJob::begin_evaluation(sim::Context& context) {
  const double batches = evaluation_batches();
  begin_stretch(context, evaluation_s(), batches * data_.seconds(DataStage::storage, cache_), batches * data_.cpu_s);
}

void TrainingJob::phase_over(sim::Context& context) {
  next_ = {};
  if (state_ == JobState::evaluating) {
    ++evaluations_;
    if (steps_.value(context.now()) >= activities_.cost().steps) {
      enter(context, JobState::training);
      milestone(context);
      return;
    }
  }
  if (state_ == JobState::checkpointing) {
    pass_time(context.now());
    account_.keep();
    trained_ = {};
    kept_steps_ = steps_.value(context.now());
    kept_evaluations_ = evaluations_;
    if (stop_asked(context) != nullptr) return stand_down(context);
  }
  begin_training(context);
}

double TrainingJob::step_under_s(const sim::Context& context, const std::vector<Signal<Watts>>& limits,
                                 double highest_hz) const {
  double sum_hz = 0;
  for (const auto limit : limits) sum_hz += std::min(highest_hz, ideal_.under_limit_hz(context.read(limit)));
  return activities_.step_s(sum_hz / static_cast<double>(limits.size()));
}

// What the power limit costs is measured against what it allows at the intake of the ideal, and what the platform holds
// the boards to against that.
void TrainingJob::hear_limits(sim::Context& context) {
  pass_time(context.now());
  nested_.power_s = step_under_s(context, wiring_.limits, INFINITY);
  nested_.supply_s = nested_.power_s;
  if (!wiring_.held) return;
  const bool braked = context.read(wiring_.held->brake) > 0;
  nested_.supply_s = step_under_s(context, wiring_.held->limits, braked ? ideal_.brake_hz : INFINITY);
}

JobOutcome TrainingJob::conclude(sim::Time end) {
  const bool finished = state_ == JobState::finished;
  if (!finished && end > since_) pass_time(end);
  const StepCost& cost = activities_.cost();
  JobOutcome outcome;
  outcome.name = spec_.name;
  outcome.finished = finished;
  outcome.steps_done = finished ? cost.steps : steps_.value(end);
  outcome.steps_total = cost.steps;
  outcome.duration_s = std::max(0.0, sim::to_seconds((finished ? finished_at_ : end) - submitted_));
  outcome.ideal_duration_s = finished ? account_.ideal_s() : cost.steps * nested_.ideal_s;
  outcome.training_s = account_.ideal_s();
  for (std::size_t i = 0; i < loss_count; ++i) {
    outcome.lost_s[i] = account_.lost_s(static_cast<Loss>(i));
    if (i >= static_cast<std::size_t>(Loss::power_limit)) outcome.training_s += outcome.lost_s[i];
  }
  outcome.samples_per_step = cost.samples;
  outcome.model_flops_per_step = cost.model_flops;
  outcome.peak_flops = cost.peak_flops;
  outcome.clock_headroom = ideal_.boost_hz / ideal_.ideal_hz - 1;
  return outcome;
}

}  // namespace rackcast::models
