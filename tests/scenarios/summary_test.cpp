#include "scenarios/summary.hpp"

#include <cmath>
#include <string>

#include "scenarios/summary_json.hpp"
#include "tests/catch.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

Scenario scenario_of(double deadline_s = 0) {
  Scenario s;
  s.title = "Two \"GPUs\"";
  s.run.seed = 7;
  s.run.horizon_s = 1e6;
  models::ServerSpec server;
  server.name = "box";
  server.software.name = "stack 1.0";
  s.servers = {server};
  models::JobSpec job;
  job.name = "train";
  job.on = "box";
  job.workload.kind = models::WorkloadKind::transformer;
  job.workload.sequence = 1024;
  job.deadline_s = deadline_s;
  s.jobs = {job};
  s.alarms.emplace_back();
  s.alarms[0].when = "server.box.gpu.die > 88 degC";
  return s;
}

// Times with no exact binary form, so that sums round.
models::Outcome outcome_of(int i) {
  models::Outcome o;
  models::JobOutcome j;
  j.name = "train";
  j.finished = true;
  j.steps_done = j.steps_total = 1000;
  j.samples_per_step = 8;
  j.ideal_duration_s = 1000.1 + 0.3 * i;
  j.lost_s[static_cast<std::size_t>(models::Loss::thermal)] = 17.7 + 1.1 * i;
  j.lost_s[static_cast<std::size_t>(models::Loss::startup)] = 90;
  j.lost_s[static_cast<std::size_t>(models::Loss::outage)] = i % 3 == 0 ? 1234.56 : 0;
  j.duration_s = j.ideal_duration_s;
  for (const double lost : j.lost_s) j.duration_s += lost;
  j.training_s = j.duration_s - 90;
  j.model_flops_per_step = 4e12;
  j.peak_flops = 1e13;
  o.jobs = {j};
  o.alarms = {{"server.box.gpu.die > 88 degC", i % 2, 500.0 + i}};
  o.compute.worst_component = i < 3 ? "server.box.gpu[0]" : "server.box.gpu[1]";
  o.compute.fraction = {0.7, 0.1, 0.2, 0, 0, 0};
  o.compute.hottest_c = 80 + i;
  o.failures = {i % 3 == 0 ? 1 : 0, 0, 0};
  o.energy.it_j = 3.6e6 * (10 + i);
  return o;
}

std::vector<models::Outcome> outcomes_of(int n) {
  std::vector<models::Outcome> all;
  for (int i = 0; i < n; ++i) all.push_back(outcome_of(i));
  return all;
}

Summary summary_of(const Scenario& scenario, const std::vector<models::Outcome>& outcomes) {
  const std::vector<JobEvidence> evidence = {{{"V00007"}, 0.25, false, 0.07}};
  return summarize_run(scenario, outcomes, evidence, {"server.box.gpu.power.idle"});
}

double sum_of_means(const JobSummary& job) {
  double sum = job.ideal_duration_s.mean;
  for (const Number& lost : job.lost_time_s) sum += lost.mean();
  return sum;
}

std::string json_of(const Summary& summary) { return summary_json(summary).text(); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* contract_keys[] = {"title",
                                         "seed",
                                         "replications",
                                         "horizon_s",
                                         "software",
                                         "unverified",
                                         "jobs",
                                         "name",
                                         "finished_fraction",
                                         "duration_s",
                                         "ideal_duration_s",
                                         "step_time_s",
                                         "throughput",
                                         "throughput_unit",
                                         "mfu",
                                         "clock_headroom",
                                         "effective_time_ratio",
                                         "lost_time_s",
                                         "deadline_s",
                                         "probability_by_deadline",
                                         "evidence",
                                         "nearest_rows",
                                         "distance",
                                         "extrapolated",
                                         "model_error",
                                         "throttling",
                                         "fraction",
                                         "by_cause",
                                         "worst_component",
                                         "hottest_c",
                                         "worst_inlet_c",
                                         "failures",
                                         "interruptions",
                                         "probability_of_any",
                                         "power",
                                         "peak_it_w",
                                         "mean_it_w",
                                         "energy",
                                         "it_kwh",
                                         "residual_fraction",
                                         "alarms"};

}  // namespace

TEST_CASE("mean duration is mean ideal plus mean lost time, to rounding") {
  for (const int n : {1, 2, 10, 97}) {
    const Summary s = summary_of(scenario_of(), outcomes_of(n));
    CHECK(s.jobs[0].duration_s.mean == Approx(sum_of_means(s.jobs[0])).epsilon(1e-14));
  }
}

TEST_CASE("it holds for those that finish when some do not, and quantiles count the others as infinite") {
  auto outcomes = outcomes_of(10);
  for (const std::size_t i : {1U, 4U, 6U}) {
    outcomes[i].jobs[0].finished = false;
    outcomes[i].jobs[0].duration_s = 1e6;
    outcomes[i].jobs[0].lost_s[0] = 9e5;
  }
  const JobSummary job = summary_of(scenario_of(), outcomes).jobs[0];
  CHECK(job.finished_fraction == Approx(0.7));
  CHECK(job.duration_s.mean == Approx(sum_of_means(job)).epsilon(1e-14));
  CHECK(std::isfinite(job.duration_s.p50));
  CHECK(std::isinf(job.duration_s.p90));
}

TEST_CASE("a job that never finishes has no duration, and its losses up to the horizon") {
  auto outcomes = outcomes_of(4);
  for (auto& o : outcomes) {
    o.jobs[0].finished = false;
    o.jobs[0].steps_done = 0;
    o.jobs[0].training_s = 0;
  }
  const Summary s = summary_of(scenario_of(2000), outcomes);
  CHECK(s.jobs[0].finished_fraction == 0);
  CHECK(s.jobs[0].probability_by_deadline == 0);
  CHECK(s.jobs[0].lost_time_s[static_cast<std::size_t>(models::Loss::startup)].mean() == 90);
  const std::string json = json_of(s);
  CHECK(has(json, "\"duration_s\": {\n    \"mean\": null"));
  CHECK_FALSE(has(json, "nan"));
  CHECK_FALSE(has(json, "inf"));
}

TEST_CASE("a number that is the same in all replications is a scalar, one that differs a distribution") {
  const Summary s = summary_of(scenario_of(), outcomes_of(6));
  const auto& lost = s.jobs[0].lost_time_s;
  CHECK(lost[static_cast<std::size_t>(models::Loss::startup)].kind == Number::Kind::scalar);
  CHECK(lost[static_cast<std::size_t>(models::Loss::thermal)].kind == Number::Kind::distribution);
  const std::string json = json_of(s);
  CHECK(has(json, "\"startup\": 90,"));
  CHECK(has(json, "\"thermal\": {\n     \"mean\": "));
  CHECK(has(json, "\"trips\": 0\n"));
}

TEST_CASE("rates follow from step time: throughput in tokens, MFU of the dense peak") {
  const models::JobOutcome j = outcome_of(0).jobs[0];
  const JobSummary job = summary_of(scenario_of(), outcomes_of(1)).jobs[0];
  const double step_s = j.training_s / 1000;
  CHECK(job.step_time_s.mean == Approx(step_s));
  CHECK(job.throughput.mean == Approx(8 * 1024 / step_s));
  CHECK(job.throughput_unit == "tokens/s");
  CHECK(job.mfu.mean == Approx(4e12 / (step_s * 1e13)));
  CHECK(job.effective_time_ratio.mean == Approx(j.ideal_duration_s / j.duration_s));
}

TEST_CASE("the deadline is met by the share of replications that finish in time") {
  // Durations 1107.8 + 1.4·i, and 1234.56 more for i = 0, 3, 6, 9.
  const JobSummary job = summary_of(scenario_of(1200), outcomes_of(10)).jobs[0];
  CHECK(job.probability_by_deadline == Approx(0.6));
  CHECK(has(json_of(summary_of(scenario_of(), outcomes_of(2))), "\"deadline_s\": null"));
}

TEST_CASE("throttling, failures, energy and alarms are summarised over the replications") {
  const Summary s = summary_of(scenario_of(), outcomes_of(5));
  CHECK(s.throttling.fraction.mean == Approx(0.2));  // at the power limit (0.1) is not throttled
  CHECK(s.throttling.worst_component == "server.box.gpu[0]");
  CHECK(s.throttling.hottest_c.mean() == Approx(82));
  CHECK(s.failures.probability_of_any == Approx(0.4));
  CHECK(s.energy.it_kwh.mean() == Approx(12));
  CHECK(s.alarms[0].probability == Approx(0.4));
  CHECK(std::isinf(s.alarms[0].first_s.values.p90));
}

TEST_CASE("summary.json has the keys of the contract, in its order") {
  const std::string json = json_of(summary_of(scenario_of(), outcomes_of(3)));
  std::size_t at = 0;
  for (const char* key : contract_keys) {
    const std::size_t found = json.find("\"" + std::string(key) + "\":", at);
    INFO(key);
    REQUIRE(found != std::string::npos);
    at = found;
  }
  CHECK(has(json, R"("title": "Two \"GPUs\"")"));
}

TEST_CASE("summary.json has no field of a model that does not exist, and nothing of the machine or the moment") {
  const std::string json = json_of(summary_of(scenario_of(), outcomes_of(3)));
  for (const char* key : {"cost", "availability", "pue", "queueing", "network", "wall_s", "threads"}) {
    CHECK_FALSE(has(json, "\"" + std::string(key) + "\""));
  }
}
