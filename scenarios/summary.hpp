#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/outcome.hpp"
#include "scenarios/evidence.hpp"
#include "scenarios/scenario.hpp"
#include "scenarios/statistics.hpp"

namespace rackcast::scenarios {

/// A number over the replications: a scalar where it is the same in all of them, a distribution where it differs.
struct Number {
  enum class Kind { scalar, distribution };

  Kind kind = Kind::scalar;
  Distribution values;

  double mean() const { return values.mean; }
};

Number number_of(std::span<const double> values);

/// One job's forecast. Duration, ideal duration and lost time are those of the replications in which it finished (the
/// quantiles of the duration count the others as infinite); if it never did, ideal and lost are those of all, charged
/// up to the horizon. So mean duration = mean ideal + Σ mean lost, to rounding.
struct JobSummary {
  std::string name;
  double finished_fraction = 0;
  Distribution duration_s;
  Distribution ideal_duration_s;
  Distribution step_time_s;  ///< time inside steps that counted, per step
  Distribution throughput;   ///< at that step time
  std::string throughput_unit;
  Distribution mfu;  ///< model FLOPs / (step time × dense peak of all GPUs at this precision)
  Number clock_headroom;
  Distribution effective_time_ratio;  ///< ideal time of the work done / time passed
  std::array<Number, models::loss_count> lost_time_s;
  std::vector<models::Loss> losses;  ///< that the scenario has: of the others all are 0
  std::optional<Number> energy_kwh;  ///< its part of what its server takes; of jobs that share one
  double deadline_s = std::numeric_limits<double>::quiet_NaN();               ///< NaN: none
  double probability_by_deadline = std::numeric_limits<double>::quiet_NaN();  ///< NaN: no deadline
  JobEvidence evidence;
};

struct ThrottlingSummary {
  Distribution fraction;  ///< of GPU-time while training: heat and protection; at the power limit is not throttled
  std::array<Number, models::throttle_count> by_cause;
  std::string worst_component;  ///< the one most replications name, the first of equals
  Number hottest_c;
  Number worst_inlet_c;
};

struct FailureSummary {
  Number interruptions;
  double probability_of_any = 0;
  std::vector<std::pair<std::string, Number>> by_cause;
};

struct PowerSummary {
  Number peak_it_w;  ///< at the outlets, highest phases of a step included
  Number mean_it_w;
  Number trips;
};

struct EnergySummary {
  Number it_kwh;
  Number residual_fraction;
};

/// What a run costs. Without a facility's model its energy is that at the outlets.
struct CostSummary {
  Number energy_usd;
};

struct AlarmSummary {
  std::string when;
  double probability = 0;  ///< share of the replications in which it rang
  Number count;
  Number first_s;  ///< infinite where it did not ring
};

/// The forecast: what summary.json holds.
struct Summary {
  std::string title;
  std::uint64_t seed = 0;
  int replications = 0;
  double horizon_s = 0;
  std::vector<std::string> software;
  std::vector<std::string> unverified;
  std::vector<JobSummary> jobs;
  ThrottlingSummary throttling;
  FailureSummary failures;
  PowerSummary power;
  EnergySummary energy;
  std::optional<CostSummary> cost;  ///< where electricity has a price
  std::vector<AlarmSummary> alarms;
};

/// Concludes from the outcomes of all replications, in index order; `evidence` stands by job. At least one outcome, and
/// each with every job and alarm of the scenario in order.
Summary summarize_run(const Scenario& scenario, std::span<const models::Outcome> outcomes,
                      std::span<const JobEvidence> evidence, std::vector<std::string> unverified);

/// "images/s" or "tokens/s", what one sample counts for included by `throughput_per_sample`.
const char* throughput_unit(const models::WorkloadSpec& workload);
double throughput_per_sample(const models::WorkloadSpec& workload);

/// The server a job runs on. Throws std::logic_error for a scenario that was not validated.
const models::ServerSpec& server_of(const Scenario& scenario, const models::JobSpec& job);
/// The same with the GPUs that the job takes.
models::ServerSpec server_seen_by(const Scenario& scenario, const models::JobSpec& job);
/// Whether other jobs are on its server.
bool shares_server(const Scenario& scenario, const models::JobSpec& job);

}  // namespace rackcast::scenarios
