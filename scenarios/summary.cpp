#include "scenarios/summary.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/workload/job_gpus.hpp"
#include "scenarios/may_lose.hpp"

namespace rackcast::scenarios {

namespace {

using models::JobOutcome;
using models::Outcome;

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double joule_per_kwh = 3.6e6;

// One value a replication, in index order.
template <class Function>
std::vector<double> over(std::span<const Outcome> outcomes, const Function& value) {
  std::vector<double> values;
  values.reserve(outcomes.size());
  for (const Outcome& o : outcomes) values.push_back(static_cast<double>(value(o)));
  return values;
}

template <class Function>
Number number_over(std::span<const Outcome> outcomes, const Function& value) {
  return number_of(over(outcomes, value));
}

template <class Function>
double share(std::span<const Outcome> outcomes, const Function& holds) {
  const auto count = std::count_if(outcomes.begin(), outcomes.end(), holds);
  return static_cast<double>(count) / static_cast<double>(outcomes.size());
}

// The outcomes of one job, in index order.
class JobOutcomes {
 public:
  JobOutcomes(std::span<const Outcome> outcomes, std::size_t job) {
    for (const Outcome& o : outcomes) all_.push_back(&o.jobs.at(job));
    std::copy_if(all_.begin(), all_.end(), std::back_inserter(finished_), [](const auto* j) { return j->finished; });
  }

  double finished_fraction() const { return static_cast<double>(finished_.size()) / static_cast<double>(all_.size()); }

  template <class Function>
  std::vector<double> of_all(const Function& value) const {
    return values(all_, value);
  }

  // Of the finished ones; of all where none finished.
  template <class Function>
  std::vector<double> of_finished(const Function& value) const {
    return values(finished_.empty() ? all_ : finished_, value);
  }

  // Of those that did a step: a rate needs one.
  template <class Function>
  Distribution rate(const Function& value) const {
    std::vector<const JobOutcome*> stepped;
    std::copy_if(all_.begin(), all_.end(), std::back_inserter(stepped),
                 [](const auto* j) { return j->steps_done > 0 && j->training_s > 0; });
    return summarize(values(stepped, value));
  }

 private:
  template <class Function>
  static std::vector<double> values(const std::vector<const JobOutcome*>& jobs, const Function& value) {
    std::vector<double> out;
    for (const JobOutcome* j : jobs) out.push_back(value(*j));
    return out;
  }

  std::vector<const JobOutcome*> all_;
  std::vector<const JobOutcome*> finished_;
};

double step_time_s(const JobOutcome& j) { return j.training_s / j.steps_done; }

double duration_or_never_s(const JobOutcome& j) { return j.finished ? j.duration_s : never; }

double effective_ratio(const JobOutcome& j) {
  if (!(j.steps_total > 0) || !(j.duration_s > 0)) return 0;
  return j.ideal_duration_s * (j.steps_done / j.steps_total) / j.duration_s;
}

void set_rates(JobSummary& s, const JobOutcomes& runs, const models::WorkloadSpec& workload) {
  const double per_sample = throughput_per_sample(workload);
  s.step_time_s = runs.rate(step_time_s);
  s.throughput = runs.rate([=](const JobOutcome& j) { return j.samples_per_step * per_sample / step_time_s(j); });
  s.throughput_unit = throughput_unit(workload);
  s.mfu = runs.rate([](const JobOutcome& j) { return j.model_flops_per_step / (step_time_s(j) * j.peak_flops); });
  s.clock_headroom = number_of(runs.of_all([](const JobOutcome& j) { return j.clock_headroom; }));
  s.effective_time_ratio = summarize(runs.of_all(effective_ratio));
}

void set_times(JobSummary& s, const JobOutcomes& runs) {
  s.finished_fraction = runs.finished_fraction();
  s.duration_s = summarize(runs.of_all(duration_or_never_s));
  s.ideal_duration_s = summarize(runs.of_finished([](const JobOutcome& j) { return j.ideal_duration_s; }));
  for (std::size_t cause = 0; cause < models::loss_count; ++cause) {
    s.lost_time_s[cause] = number_of(runs.of_finished([=](const JobOutcome& j) { return j.lost_s[cause]; }));
  }
}

void set_deadline(JobSummary& s, const JobOutcomes& runs, double deadline_s) {
  if (!(deadline_s > 0)) return;
  s.deadline_s = deadline_s;
  const auto in_time =
      runs.of_all([=](const JobOutcome& j) { return duration_or_never_s(j) <= deadline_s ? 1.0 : 0.0; });
  s.probability_by_deadline = mean(in_time);
}

JobSummary summarize_job(const models::JobSpec& job, const JobOutcomes& runs, const JobEvidence& evidence) {
  JobSummary s;
  s.name = job.name;
  s.evidence = evidence;
  set_times(s, runs);
  set_rates(s, runs, job.workload);
  set_deadline(s, runs, job.deadline_s);
  return s;
}

// A board at its power limit is in its ordinary state, on which the ideal duration rests too.
bool is_throttling(models::Throttle cause) {
  return cause != models::Throttle::none && cause != models::Throttle::power_cap;
}

double throttled_fraction(const Outcome& o) {
  double sum = 0;
  for (std::size_t cause = 0; cause < models::throttle_count; ++cause) {
    if (is_throttling(static_cast<models::Throttle>(cause))) sum += o.compute.fraction[cause];
  }
  return sum;
}

std::string most_named(std::span<const Outcome> outcomes) {
  std::vector<std::pair<std::string, int>> votes;
  for (const Outcome& o : outcomes) {
    auto found =
        std::find_if(votes.begin(), votes.end(), [&](const auto& v) { return v.first == o.compute.worst_component; });
    if (found == votes.end()) found = votes.insert(votes.end(), {o.compute.worst_component, 0});
    ++found->second;
  }
  return std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

ThrottlingSummary summarize_throttling(std::span<const Outcome> outcomes) {
  ThrottlingSummary s;
  s.fraction = summarize(over(outcomes, throttled_fraction));
  for (std::size_t cause = 0; cause < models::throttle_count; ++cause) {
    s.by_cause[cause] = number_over(outcomes, [=](const Outcome& o) { return o.compute.fraction[cause]; });
  }
  s.worst_component = most_named(outcomes);
  s.hottest_c = number_over(outcomes, [](const Outcome& o) { return o.compute.hottest_c; });
  s.worst_inlet_c = number_over(outcomes, [](const Outcome& o) { return o.compute.worst_inlet_c; });
  return s;
}

int trips(const Outcome& o) { return o.failures.psu_trip + o.failures.breaker_trip; }

int interruptions(const Outcome& o) {
  return o.failures.gpu + o.failures.server + trips(o) + o.failures.planned + o.failures.mains;
}

FailureSummary summarize_failures(const Scenario& scenario, std::span<const Outcome> outcomes) {
  FailureSummary s;
  s.interruptions = number_over(outcomes, interruptions);
  s.probability_of_any = share(outcomes, [](const Outcome& o) { return interruptions(o) > 0; });
  s.by_cause = {{"gpu", number_over(outcomes, [](const Outcome& o) { return o.failures.gpu; })},
                {"server", number_over(outcomes, [](const Outcome& o) { return o.failures.server; })},
                {"psu_trip", number_over(outcomes, [](const Outcome& o) { return o.failures.psu_trip; })},
                {"breaker_trip", number_over(outcomes, [](const Outcome& o) { return o.failures.breaker_trip; })},
                {"planned", number_over(outcomes, [](const Outcome& o) { return o.failures.planned; })}};
  if (may_lose_mains(scenario)) {
    s.by_cause.emplace_back("mains", number_over(outcomes, [](const Outcome& o) { return o.failures.mains; }));
  }
  if (may_lose_units(scenario)) {
    s.by_cause.emplace_back("psu_unit", number_over(outcomes, [](const Outcome& o) { return o.failures.psu_unit; }));
  }
  return s;
}

PowerSummary summarize_power(std::span<const Outcome> outcomes) {
  return {number_over(outcomes, [](const Outcome& o) { return o.power.peak_it_w; }),
          number_over(outcomes, [](const Outcome& o) { return o.power.mean_it_w; }), number_over(outcomes, trips)};
}

EnergySummary summarize_energy(std::span<const Outcome> outcomes) {
  return {number_over(outcomes, [](const Outcome& o) { return o.energy.it_j / joule_per_kwh; }),
          number_over(outcomes, [](const Outcome& o) { return o.energy.residual_fraction; })};
}

std::optional<CostSummary> summarize_cost(const SiteSpec& site, std::span<const Outcome> outcomes) {
  const double usd_per_j = site.electricity_usd_per_j;
  if (usd_per_j == 0) return std::nullopt;
  return CostSummary{number_over(outcomes, [=](const Outcome& o) { return o.energy.it_j * usd_per_j; })};
}

AlarmSummary summarize_alarm(const AlarmSpec& spec, std::span<const Outcome> outcomes, std::size_t alarm) {
  AlarmSummary s;
  s.when = spec.when;
  s.probability = share(outcomes, [=](const Outcome& o) { return o.alarms.at(alarm).count > 0; });
  s.count = number_over(outcomes, [=](const Outcome& o) { return o.alarms.at(alarm).count; });
  s.first_s = number_over(outcomes, [=](const Outcome& o) {
    const models::AlarmOutcome& a = o.alarms.at(alarm);
    return a.count > 0 ? a.first_s : never;
  });
  return s;
}

std::vector<std::string> software_of(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const auto& server : scenario.servers) {
    const std::string& name = server.software.name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

// Only where jobs share a server may one wait for another, only where supplies lose units, or somebody stops
// jobs, may that cost anything.
std::vector<models::Loss> losses_of(const Scenario& scenario, const models::JobSpec& job) {
  std::vector<models::Loss> losses;
  for (std::size_t i = 0; i < models::loss_count; ++i) {
    const auto loss = static_cast<models::Loss>(i);
    if (loss == models::Loss::queueing && !shares_server(scenario, job)) continue;
    if (loss == models::Loss::stopped && !may_be_stopped(scenario, server_of(scenario, job))) continue;
    if (loss == models::Loss::supply_loss && !may_lose_units(scenario, server_of(scenario, job))) continue;
    losses.push_back(loss);
  }
  return losses;
}

}  // namespace

Number number_of(std::span<const double> values) {
  const bool same = std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
  Number n{same ? Number::Kind::scalar : Number::Kind::distribution, summarize(values)};
  if (same && !values.empty()) n.values.mean = values.front();  // infinite values too
  return n;
}

const char* throughput_unit(const models::WorkloadSpec& workload) {
  switch (workload.kind) {
    case models::WorkloadKind::vision:
      return "images/s";
    case models::WorkloadKind::transformer:
      return "tokens/s";
    case models::WorkloadKind::custom:
      return "samples/s";
  }
  return "";
}

double throughput_per_sample(const models::WorkloadSpec& workload) {
  return workload.kind == models::WorkloadKind::transformer ? workload.sequence : 1;
}

const models::ServerSpec& server_of(const Scenario& scenario, const models::JobSpec& job) {
  for (const auto& server : scenario.servers) {
    if (server.name == job.on) return server;
  }
  throw std::logic_error("job " + job.name + " names no server of the scenario");
}

models::ServerSpec server_seen_by(const Scenario& scenario, const models::JobSpec& job) {
  return models::seen_by(server_of(scenario, job), job);
}

bool shares_server(const Scenario& scenario, const models::JobSpec& job) {
  const auto on_it = [&](const models::JobSpec& other) { return other.on == job.on; };
  return std::count_if(scenario.jobs.begin(), scenario.jobs.end(), on_it) > 1;
}

Summary summarize_run(const Scenario& scenario, std::span<const Outcome> outcomes,
                      std::span<const JobEvidence> evidence, std::vector<std::string> unverified) {
  if (outcomes.empty()) throw std::logic_error("a summary of no replications");
  Summary s;
  s.title = scenario.title;
  s.seed = scenario.run.seed;
  s.replications = static_cast<int>(outcomes.size());
  s.horizon_s = scenario.run.horizon_s;
  s.software = software_of(scenario);
  s.unverified = std::move(unverified);
  for (std::size_t j = 0; j < scenario.jobs.size(); ++j) {
    s.jobs.push_back(summarize_job(scenario.jobs[j], JobOutcomes(outcomes, j), evidence[j]));
    s.jobs.back().losses = losses_of(scenario, scenario.jobs[j]);
    if (!shares_server(scenario, scenario.jobs[j])) continue;
    s.jobs.back().energy_kwh =
        number_over(outcomes, [=](const Outcome& o) { return o.jobs[j].energy_j / joule_per_kwh; });
  }
  s.throttling = summarize_throttling(outcomes);
  s.failures = summarize_failures(scenario, outcomes);
  s.power = summarize_power(outcomes);
  s.energy = summarize_energy(outcomes);
  s.cost = summarize_cost(scenario.site, outcomes);
  for (std::size_t a = 0; a < scenario.alarms.size(); ++a) {
    s.alarms.push_back(summarize_alarm(scenario.alarms[a], outcomes, a));
  }
  return s;
}

}  // namespace rackcast::scenarios
