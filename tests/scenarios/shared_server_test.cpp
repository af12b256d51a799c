// Several jobs on one server, as they are written, budgeted and told.
#include <fmt/format.h>

#include <string>

#include "scenarios/budget.hpp"
#include "scenarios/budget_sheet.hpp"
#include "scenarios/evidence.hpp"
#include "scenarios/fit.hpp"
#include "scenarios/forecast.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/run_one.hpp"
#include "scenarios/summary_json.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
using Catch::Approx;

namespace {

std::string job(const std::string& name, const std::string& keys, double epochs = 1) {
  return fmt::format(
      "[[job]]\nname = \"{}\"\non = \"box\"\n{}\nmodel = \"ResNet-50\"\n"
      "dataset = {{ name = \"ImageNet-1k\", epochs = {} }}\nbatch = {{ per_gpu = 128 }}\n",
      name, keys, epochs);
}

// The box of the budget tests with other jobs and so many GPUs.
std::string box(const std::string& jobs, int gpus = 2) {
  std::string text = box_text();
  text = text.substr(0, text.find("[[job]]")) + jobs;
  text.replace(text.find("count = 2"), 9, fmt::format("count = {}", gpus));
  return text;
}

ReadResult read(const std::string& text) { return read_scenario(text, "t.toml", shipped_catalog()); }

Scenario valid(const std::string& text) {
  const ReadResult result = read(text);
  for (const auto& d : result.diagnostics) UNSCOPED_INFO(to_string(d));
  REQUIRE(result.scenario);
  return *result.scenario;
}

std::string complaint(const std::string& jobs) {
  const ReadResult result = read(box(jobs));
  std::string out;
  for (const auto& d : result.diagnostics) out += to_string(d) + "\n";
  return out;
}

using Gpus = std::vector<double>;

models::Outcome run(const Scenario& scenario) { return run_one(scenario, 0, ReplicationKind::plain).outcome; }

Summary summary_of(const Scenario& scenario) {
  std::vector<JobEvidence> evidence;
  for (const auto& j : scenario.jobs) evidence.push_back(nearest_evidence(server_seen_by(scenario, j), j));
  const std::vector<models::Outcome> outcomes{run(scenario)};
  return summarize_run(scenario, outcomes, evidence, {});
}

}  // namespace

TEST_CASE("jobs take the GPUs they name, as many as they ask for, or what is left") {
  const Scenario named = valid(box(job("a", "gpus = [2, 0]") + job("b", "gpus = 1") + job("c", ""), 4));
  CHECK(named.jobs[0].gpus == Gpus{0, 2});
  CHECK(named.jobs[1].gpus == Gpus{1});
  CHECK(named.jobs[2].gpus == Gpus{3});
  const Scenario counted = valid(box(job("a", "gpus = 1") + job("b", "gpus = 1") + job("c", "gpus = 1")));
  CHECK(counted.jobs[0].gpus == Gpus{0});
  CHECK(counted.jobs[1].gpus == Gpus{1});
  CHECK(counted.jobs[2].gpus == Gpus{0});
  const Scenario none_left = valid(box(job("a", "gpus = [0]") + job("b", "gpus = [1]") + job("c", "gpus = \"all\"")));
  CHECK(none_left.jobs[2].gpus.empty());  // all of them
  CHECK(valid(box(job("a", "gpus = [0, 1]"))).jobs[0].gpus.empty());
  CHECK(valid(box(job("s", "count = 2\ngpus = 1"))).jobs[1].gpus == Gpus{1});
}

TEST_CASE("the batch of a job is that of its own GPUs") {
  const Scenario scenario = valid(box(job("a", "gpus = [0]") + job("b", "gpus = [1, 2, 3]"), 4));
  CHECK(scenario.jobs[0].batch.global == 128);
  CHECK(scenario.jobs[1].batch.global == 3 * 128);
}

TEST_CASE("what cannot be meant by gpus and start is told where it stands") {
  const auto line = [](const std::string& keys) { return complaint(job("a", keys)); };
  CHECK(line("gpus = [0, 2]") == "t.toml:29:8: there is no GPU 2 (server \"box\" has 2 GPUs, counted from 0)\n");
  CHECK(line("gpus = 3") == "t.toml:29:8: 3 GPUs are more than there are (server \"box\" has 2 GPUs)\n");
  CHECK(line("gpus = [1, 1]") == "t.toml:29:8: GPU 1 is named twice\n");
  CHECK(line("gpus = 0") == "t.toml:29:8: \"gpus\" cannot be 0 (it says how many) write it like gpus = [0, 1]\n");
  CHECK(line("gpus = []") == "t.toml:29:8: \"gpus\" is an empty list; name at least one, or \"all\"\n");
  CHECK(line("gpus = [-1]").find("cannot be -1") != std::string::npos);
  CHECK(line("gpus = [0.5]").find("whole number") != std::string::npos);
  CHECK(line("gpus = 1e300").find("cannot be") != std::string::npos);
  CHECK(line("gpus = \"first\"").find("needs a list") != std::string::npos);
  CHECK(line("gpus = [\"0\"]").find("needs a number") != std::string::npos);
  CHECK(line("gpus = [\"all\"]").find("needs a list of numbers") != std::string::npos);
  CHECK(line("start = 5").find("has no unit") != std::string::npos);
  CHECK(line("start = \"31 d\"") ==
        "t.toml:29:9: the job is submitted after the end of the run (nothing of it would be "
        "seen) take a longer run.horizon\n");
  CHECK(line("start = \"-1 h\"").find("cannot be -1 h") != std::string::npos);
}

TEST_CASE("the resolved text says which GPUs were chosen, and reads back to the same") {
  const Scenario scenario = valid(box(job("a", "gpus = 1") + job("b", "") + job("c", "start = \"3 h\""), 4));
  const std::string resolved = write_scenario(scenario);
  CHECK(resolved.find("gpus = [0]") != std::string::npos);
  CHECK(resolved.find("gpus = [1, 2, 3]") != std::string::npos);
  CHECK(write_scenario(valid(resolved)) == resolved);
  CHECK(write_scenario(valid(box(job("a", "")))).find("gpus = \"all\"") != std::string::npos);
}

TEST_CASE("the order in which jobs on different GPUs are written changes no result") {
  const std::string a = job("a", "gpus = [0]", 2);
  const std::string b = job("b", "gpus = [1]\nstart = \"10 min\"");
  const models::Outcome straight = run(valid(box(a + b)));
  const models::Outcome turned = run(valid(box(b + a)));
  REQUIRE(straight.jobs[0].name == "a");
  REQUIRE(turned.jobs[0].name == "b");
  for (const std::size_t i : {0U, 1U}) {
    CHECK(straight.jobs[i].duration_s == turned.jobs[1 - i].duration_s);
    CHECK(straight.jobs[i].energy_j == turned.jobs[1 - i].energy_j);
    CHECK(straight.jobs[i].lost_s == turned.jobs[1 - i].lost_s);
  }
  CHECK(straight.energy.it_j == turned.energy.it_j);
}

TEST_CASE("outcomes stand by job even if the servers are written in another order") {
  std::string text = box(job("a", ""));
  const std::size_t at = text.find("[[server]]");
  std::string other = text.substr(at, text.find("[[job]]") - at);
  other.replace(other.find("name = \"box\""), 12, "name = \"other\"");
  std::string second = job("b", "", 2);
  second.replace(second.find("on = \"box\""), 10, "on = \"other\"");
  text.insert(at, other);
  const models::Outcome outcome = run(valid(text + second));
  CHECK(outcome.jobs[0].name == "a");
  CHECK(outcome.jobs[1].name == "b");
}

TEST_CASE("the summary tells each job's wait and energy where jobs share a server, and only there") {
  const Scenario shared = valid(box(job("a", "gpus = [0]") + job("b", "gpus = [0]") + job("c", "gpus = [1]")));
  const Summary summary = summary_of(shared);
  REQUIRE(summary.jobs.size() == 3);
  double kwh = 0;
  for (const JobSummary& j : summary.jobs) kwh += j.energy_kwh.value().mean();
  CHECK(kwh == Approx(summary.energy.it_kwh.mean()).epsilon(1e-9));
  const std::string json = summary_json(summary).text();
  CHECK(json.find("\"queueing\"") != std::string::npos);
  CHECK(json.find("\"energy_kwh\"") != std::string::npos);
  const std::string told = forecast_text(shared, summary);
  CHECK(told.find("queueing") != std::string::npos);
  CHECK(told.find("server.box with other jobs; GPUs 1;") != std::string::npos);
  const std::string alone = summary_json(summary_of(valid(box(job("a", ""))))).text();
  CHECK(alone.find("queueing") == std::string::npos);
  CHECK(alone.find("energy_kwh") == std::string::npos);
}

TEST_CASE("the budget of two half jobs is that of the whole for memory, power and heat") {
  const Scenario both = valid(box(job("a", "gpus = [0]") + job("b", "gpus = [1]")));
  const Scenario whole = valid(box(job("a", "")));
  const JobBudget half = job_budget(both, both.jobs[0]);
  const JobBudget full = job_budget(whole, whole.jobs[0]);
  CHECK(half.power.cpus_w == Approx(full.power.cpus_w).epsilon(0.02));
  CHECK(half.power.wall_w == Approx(full.power.wall_w).epsilon(0.02));  // they do not exchange gradients
  CHECK(half.heat.case_rise_k == Approx(full.heat.case_rise_k).epsilon(0.02));
  const double checkpoint_bytes = half.checkpoint_bytes;
  CHECK(half.host.need_bytes == Approx(full.host.need_bytes + checkpoint_bytes));
  const Scenario one = valid(box(job("a", "gpus = [0]")));
  const JobBudget idle_beside = job_budget(one, one.jobs[0]);
  CHECK(idle_beside.power.wall_w < 0.7 * half.power.wall_w);
  CHECK(idle_beside.host.need_bytes < half.host.need_bytes);
  CHECK(obstacles(both, shipped_catalog()).empty());
  CHECK(check_text(both, shipped_catalog()).find("job.a on server.box beside 1 other") != std::string::npos);
}

TEST_CASE("the budget leaves a job what the others want of the cores, at least an equal part") {
  const auto cores_per_s = [](const Scenario& scenario) {
    return job_budget(scenario, scenario.jobs[0]).data_path.stages[3].samples_per_s;
  };
  const double alone = cores_per_s(valid(box(job("a", "gpus = [0]"))));
  const double shared = cores_per_s(valid(box(job("a", "gpus = [0]") + job("b", "gpus = [1]"))));
  const double line = cores_per_s(valid(box(job("a", "gpus = [0]") + job("b", "gpus = [0]"))));
  CHECK(shared < alone);
  CHECK(shared >= alone / 2 * (1 - 1e-9));
  CHECK(line == alone);  // they run at different times
}

TEST_CASE("two students: the photos slow each other down, and the line for the second card is in the account") {
  const std::string file = std::string(RACKCAST_SOURCE_DIR) + "/scenarios/examples/two-students.toml";
  const auto result = read_scenario_file(file, shipped_catalog(), {});
  REQUIRE(result.scenario);
  const models::Outcome outcome = run(*result.scenario);
  const auto lost = [&](std::size_t i, models::Loss loss) {
    return outcome.jobs[i].lost_s[static_cast<std::size_t>(loss)];
  };
  for (const auto& j : outcome.jobs) REQUIRE(j.finished);
  CHECK(lost(2, models::Loss::queueing) == Approx(outcome.jobs[1].duration_s - 3600).epsilon(1e-9));
  CHECK(lost(0, models::Loss::data_input) > 0.1 * outcome.jobs[2].training_s);
  CHECK(lost(1, models::Loss::data_input) < 0.01 * outcome.jobs[1].duration_s);  // words need no decoding
}
