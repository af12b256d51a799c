#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "models/signals.hpp"
#include "models/workload/job_signals.hpp"
#include "models/workload/server_jobs.hpp"
#include "models/workload/time_account.hpp"
#include "sim/progress.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// How a job reaches the others of its server.
struct JobShare {
  ServerJobs* jobs = nullptr;
  std::size_t tenant = 0;
  double issue_s = 0;                      ///< of the time of all cores, a step: issuing kernels
  double write_s = 0;                      ///< of the storage's time, a checkpoint
  Signal<Count> changed;                   ///< heard and given: the version of `jobs`
  std::function<double(sim::Time)> gpu_j;  ///< electricity that its GPUs took so far, for whomever
};

/// Where the platform of a server may slow its boards, whatever was set.
struct HeldSignals {
  std::vector<Signal<Watts>> limits;  ///< that hold, the lowest of all
  Signal<OnOff> brake;                ///< the slowdown signal to the boards
};

/// Something that asks jobs to write a checkpoint and to stop until it no longer does.
struct StopSignal {
  Signal<RecordId> asked;  ///< the record of what asks; 0: nothing
  Loss charged;            ///< what the time until then is lost to
};

struct JobWiring {
  std::vector<Signal<Hertz>> clocks;     // heard
  std::vector<Signal<RecordId>> faults;  // heard: of boards
  Signal<RecordId> server_fault;         // heard
  std::vector<Signal<RecordId>> gone;    // heard: of boards; 0 while they work
  Signal<RecordId> crash;                // heard: of the server, planned
  Signal<OnOff> powered;                 // heard
  Signal<RecordId> trip;                 // read when power is lost
  Signal<RecordId> outage;               // read when power is lost: of the outlet; 0 while it is live
  std::vector<Signal<Watts>> limits;     // heard: power limits of boards, as they are set
  Signal<Activity> activity;             // given
  Signal<Seconds> peak_duration;         // given: how long the busiest phase of a step lasts
  Signal<OnOff> finished;                // given
  JobShare share;
  std::optional<HeldSignals> held;        // heard: what the platform holds the boards to
  std::optional<Signal<RecordId>> mains;  // read when power is lost: an outage of the site's mains
  std::vector<StopSignal> stops;          // heard
};

/// Times that a job's conduct rests on, s.
struct JobTimes {
  double startup_s = 0;
  double checkpoint_every_s = 0;  ///< 0: none
  double stall_s = 0;    ///< stalls shorter than this leave the boards' power as it is (a sink's time constant)
  double restart_s = 0;  ///< from an interruption with power to training: delay, reboot, launch, restore
  double restart_after_power_s = 0;  ///< from power or repair to training: reboot, launch, restore
  double reboot_s = 0;               ///< part of both; a machine that boots starts with an empty page cache
};

/// What the losses of a job are measured against.
struct IdealClocks {
  double ideal_hz = 0;                                   ///< sustained under the default power limit at 25 °C intake
  double power_hz = 0;                                   ///< sustained under this power limit at 25 °C intake
  double boost_hz = 0;                                   ///< the highest clock of the board
  double brake_hz = 0;                                   ///< of a board under the slowdown signal
  std::function<double(double limit_w)> under_limit_hz;  ///< power_hz for another power limit
};

/// `submitting`: not yet in line; `queued`: its GPUs are taken.
enum class JobState { submitting, queued, starting, training, checkpointing, evaluating, down, finished };
const char* name(JobState state);

/// A data-parallel training job: progress in steps at the rate that its slowest board allows, interrupted by
/// checkpoints, evaluation passes and faults. It is down as long as the server has no power or a board is gone; that
/// time is an outage, what follows is a restart. The profile that boards hear is published again when the slowest clock
/// has moved by `clock_quantum`; the rate itself follows every change. A step takes no less than its data take to come:
/// from the storage until every sample was read once since the machine booted, later what the page cache does not hold.
/// On a server with several jobs it waits in line for its GPUs, and storage, cores and page cache are divided
/// (`ServerJobs`): the pace of its steps, checkpoints and evaluation passes follows whenever its share changes. A fault
/// of one of its boards stops it alone; while others work nobody reboots the machine for that. Asked to stop it writes
/// a checkpoint, if it writes any, and is down until nothing asks any more.
class TrainingJob : public sim::Component {
 public:
  static constexpr double clock_quantum = 0.005;
  /// Nothing is launched again sooner: processes have to end and ranks to find each other.
  static constexpr double shortest_stop_s = 10;

  TrainingJob(std::string path, const JobSpec& spec, ActivityTable& activities, const JobTimes& times,
              const IdealClocks& ideal, double model_factor, const JobWiring& wiring);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

  JobState state() const { return state_; }
  PageCache page_cache() const { return cache_; }
  /// Of the planned events that interrupted it: lines of the event log.
  const std::vector<std::uint64_t>& planned_records() const { return planned_records_; }
  /// The same of outages of the site's mains.
  const std::vector<std::uint64_t>& mains_records() const { return mains_records_; }
  double progress(sim::Time t) const { return steps_.value(t) / activities_.cost().steps; }
  const std::string& server() const { return spec_.on; }
  /// Electricity that its GPUs took while it had them.
  double gpu_j(sim::Time end) const;
  /// Closes the account at the end of the run.
  JobOutcome conclude(sim::Time end);

  enum : sim::Tag {
    clocks_tag,
    faults_tag,
    power_tag,
    milestone_tag,
    resume_tag,
    phase_over_tag,
    limits_tag,
    line_tag,
    others_tag,
    stop_tag
  };

 private:
  void enter(sim::Context& context, JobState state);
  void pass_time(sim::Time now);
  void tell(sim::Context& context, std::size_t activity);
  void begin_training(sim::Context& context);
  void follow_clocks(sim::Context& context);
  void plan_milestone(sim::Context& context);
  void milestone(sim::Context& context);
  void begin_checkpoint(sim::Context& context);
  void phase_over(sim::Context& context);
  enum class Origin { chance, plan, mains };
  enum class Struck { nothing, board, server };
  void hear_faults(sim::Context& context);
  void hear_power(sim::Context& context);
  void hear_limits(sim::Context& context);
  void interrupt(sim::Context& context, const char* why, double record, Origin origin, Struck struck);
  // training_job_stops.cpp
  const StopSignal* stop_asked(const sim::Context& context) const;
  std::optional<Loss> hold_now(const sim::Context& context) const;
  void note_hold(std::optional<Loss> hold);
  void hear_stops(sim::Context& context);
  void stand_down(sim::Context& context);
  void go_down(sim::Context& context);
  void hold_or_restart(sim::Context& context);
  void restart_after(sim::Context& context, double delay_s, Struck struck);
  bool reboots(Struck struck) const;
  bool has_gpus() const { return state_ != JobState::submitting && state_ != JobState::queued; }
  double step_under_s(const sim::Context& context, const std::vector<Signal<Watts>>& limits, double highest_hz) const;
  double latest_of_boards(const sim::Context& context) const;
  double slowest_hz(const sim::Context& context) const;
  double mean_hz(const sim::Context& context) const;
  double evaluation_s() const;
  double evaluation_batches() const;
  void begin_evaluation(sim::Context& context);
  double next_evaluation_step() const;
  // training_job_data.cpp
  double data_s(PageCache cache) const;
  double data_here_s() const;
  void empty_cache(sim::Time now);
  void fill_cache(sim::Context& context);
  // training_job_shared.cpp
  void join_line(sim::Context& context);
  void leave_server(sim::Context& context);
  void hear_others(sim::Context& context);
  void tell_others(sim::Context& context);
  void ask(sim::Context& context, const HostNeed& need);
  void ask_for_steps(sim::Context& context, double clock_hz);
  void begin_stretch(sim::Context& context, double alone_s, double storage_s, double cpu_s);
  void follow_stretch(sim::Context& context);
  void adopt_cache(sim::Time now);

  JobSpec spec_;
  ActivityTable& activities_;
  JobTimes times_;
  double model_factor_;
  JobWiring wiring_;
  IdealClocks ideal_;
  NestedSteps nested_;
  TimeAccount account_;
  JobState state_ = JobState::submitting;
  DataPath data_;  ///< with the page cache that it has now
  sim::Progress steps_;
  double kept_steps_ = 0;  ///< at the last checkpoint
  double kept_evaluations_ = 0;
  double evaluations_ = 0;
  sim::Time submitted_;
  sim::Time since_;           ///< the account is closed up to here
  double counted_steps_ = 0;  ///< and the steps up to here
  sim::Time checkpoint_due_;
  sim::Time trained_;              ///< since the last checkpoint
  double told_hz_ = 0;             ///< clock of the published profile
  double told_data_s_ = 0;         ///< and the time of its data
  double rate_hz_ = 0;             ///< slowest clock the rate was made for
  double rate_data_s_ = 0;         ///< and the time of its data
  double heard_fault_ = 0;         ///< record of the latest
  std::optional<Loss> held_;       ///< without power or a board, or asked to stop: what that is charged as
  bool machine_stays_on_ = false;  ///< nothing but a request held it since it stopped
  PageCache cache_ = PageCache::cold;
  double warm_at_steps_;  ///< by then every sample was read since the cache was empty; infinite: it makes no difference
  std::vector<std::uint64_t> planned_records_;
  std::vector<std::uint64_t> mains_records_;
  std::uint64_t cause_ = 0;
  sim::EventHandle next_;
  sim::Time finished_at_;
  double stretch_alone_s_ = 0;  ///< checkpoint or evaluation pass with the shared parts for itself
  double stretch_s_ = 0;        ///< at the pace since `stretch_since_`
  double stretch_left_ = 0;     ///< share of it left then
  sim::Time stretch_since_;
  double taken_j_ = 0;  ///< reading of `gpu_j` when it got its GPUs
  double gpu_j_ = 0;    ///< when it left
};

}  // namespace rackcast::models
