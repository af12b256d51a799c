// Servers whose processors train: the shipped pair of examples, and what a scenario may get wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenarios/budget.hpp"
#include "scenarios/budget_sheet.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/evidence.hpp"
#include "scenarios/forecast.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/replications.hpp"
#include "scenarios/run_one.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"
#include "tests/scenarios/example_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
using Catch::Approx;

namespace {

constexpr double hour_s = 3600;

std::string problem(const std::vector<Override>& sets, const std::string& name = "cpu-only") {
  const std::string file = example_file(name);
  const auto read = read_scenario_file(file, shipped_catalog(), sets);
  REQUIRE(read.diagnostics.size() == 1);
  return to_string(read.diagnostics.front());
}

std::string forecast_of(const Scenario& scenario, const ReplicationResult& run) {
  const std::vector<models::Outcome> outcomes{run.outcome};
  const std::vector<JobEvidence> evidence{nearest_evidence(scenario.servers.front(), scenario.jobs.front())};
  return forecast_text(scenario, summarize_run(scenario, outcomes, evidence, {}));
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the same job takes days on the CPUs and hours on the GPU of a box") {
  const Scenario cpus = example("cpu-only");
  const auto slow = run_one(cpus, 0, ReplicationKind::sampled);
  const auto fast = run_one(example("one-gpu"), 0, ReplicationKind::sampled);
  const models::JobOutcome& job = slow.outcome.jobs.front();
  REQUIRE(job.finished);
  REQUIRE(fast.outcome.jobs.front().finished);
  CHECK(job.duration_s > 24 * hour_s);
  CHECK(fast.outcome.jobs.front().duration_s < 12 * hour_s);
  CHECK(job.duration_s > 8 * fast.outcome.jobs.front().duration_s);
  double sum_s = job.ideal_duration_s;
  for (const double lost_s : job.lost_s) sum_s += lost_s;
  CHECK(sum_s == Approx(job.duration_s).epsilon(1e-9));
  CHECK(slow.outcome.energy.residual_fraction < 1e-6);
  const std::string forecast = forecast_of(cpus, slow);
  CHECK(contains(forecast, "goes to the CPU: its memory bandwidth"));
  CHECK_FALSE(contains(forecast, "GPU"));
}

TEST_CASE("the mean power of a server whose CPUs train is that of its sheet, and below its design power") {
  const Scenario scenario = example("cpu-only");
  const auto run = run_one(scenario, 0, ReplicationKind::sampled);
  const std::string sheet = check_text(scenario, shipped_catalog());
  CHECK(contains(sheet, "2 × Xeon Gold 6148"));
  CHECK_FALSE(contains(sheet, "GPU memory"));
  const JobBudget budget = job_budget(scenario, scenario.jobs.front());
  CHECK(run.outcome.power.mean_it_w == Approx(budget.power.wall_w).epsilon(0.02));
  CHECK(budget.power.gpus_w <= 2 * 150);
  CHECK(budget.power.gpus_w > 2 * 100);
}

TEST_CASE("a job may ask for the CPUs of a server with GPUs, which then rest") {
  const Scenario asked =
      example("one-gpu", {{"job.imagenet.device", "\"cpu\""}, {"job.imagenet.precision", "\"fp32\""}});
  const models::ServerSpec& server = asked.servers.front();
  CHECK(server.trained_on == models::Device::cpu);
  CHECK(server.gpus.gpu.name == "Xeon Gold 6148");
  CHECK(server.resting.gpu.name == "RTX 3090");
  CHECK(server.software.name == "oneDNN on CPUs");
  const auto with = run_one(asked, 0, ReplicationKind::sampled);
  const auto without = run_one(example("cpu-only"), 0, ReplicationKind::sampled);
  CHECK(with.outcome.jobs.front().duration_s == Approx(without.outcome.jobs.front().duration_s).epsilon(0.01));
  CHECK(with.outcome.energy.it_j > without.outcome.energy.it_j);
  // What is written is what was said.
  const auto again = read_scenario(write_scenario(asked), "again.toml", shipped_catalog());
  REQUIRE(again.diagnostics.empty());
  CHECK(write_scenario(*again.scenario) == write_scenario(asked));
}

TEST_CASE("a server without GPUs is written without them") {
  const Scenario scenario = example("cpu-only");
  const std::string text = write_scenario(scenario);
  CHECK_FALSE(contains(text, "[[server.gpu]]"));
  const auto again = read_scenario(text, "again.toml", shipped_catalog());
  REQUIRE(again.diagnostics.empty());
  CHECK(write_scenario(*again.scenario) == text);
}

TEST_CASE("every CPU of the catalogue trains within its limits") {
  for (const std::string& name : shipped_catalog().names("cpus")) {
    INFO(name);
    const Scenario scenario =
        example("cpu-only", {{"server.box.cpu", "\"" + name + "\""}, {"server.box.psu.rating", "\"3000 W\""}});
    const JobBudget budget = job_budget(scenario, scenario.jobs.front());
    CHECK(budget.clock_hz == Approx(scenario.servers.front().cpu.vector_clock_hz));
    CHECK(budget.power.board_w <= scenario.servers.front().cpu.tdp_w * 1.0001);
    CHECK(budget.cost.samples / budget.step.step_s < 1000);
  }
}

TEST_CASE("what is wrong with training on CPUs is told where it stands") {
  CHECK(contains(problem({{"job.imagenet.device", "\"gpu\""}}), "server \"box\" has no GPU"));
  CHECK(contains(problem({{"job.imagenet.device", "\"tpu\""}}), "device"));
  CHECK(contains(problem({{"job.imagenet.precision", "\"fp16 mixed\""}}), "use one of \"fp32\""));
  CHECK(contains(problem({{"server.box.software", "\"PyTorch AMP NCHW\""}}), "trains on GPUs"));
  CHECK(contains(problem({{"server.box.software", "\"oneDNN on CPUs\""}}, "one-gpu"), "trains on CPUs"));
  CHECK(contains(problem({{"server.box.cpu.vector_clock", "\"unknown\""}}), "says no vector_clock"));
  CHECK(contains(problem({{"server.box.cpu.flops_per_cycle", "-1"}}), "flops_per_cycle"));
  CHECK(contains(problem({{"server.box.cpu.memory_bandwidth", "\"128 GB\""}}), "memory_bandwidth"));
  CHECK(contains(problem({{"job.imagenet.batch.global", "255"}}), "cannot be shared by 2 CPUs"));
  const std::string watch = "\n[[alarm]]\nwhen = \"server.box.{}.die > 90 degC\"\n";
  const std::string text = write_scenario(example("cpu-only"));
  CHECK(read_scenario(text + fmt::format(fmt::runtime(watch), "cpu"), "a.toml", shipped_catalog()).diagnostics.empty());
  const auto wrong = read_scenario(text + fmt::format(fmt::runtime(watch), "gpu"), "a.toml", shipped_catalog());
  REQUIRE(wrong.diagnostics.size() == 1);
  CHECK(contains(to_string(wrong.diagnostics.front()), "its CPUs train"));
}
