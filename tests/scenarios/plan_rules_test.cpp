// What a plan may be, and what a job that fits is told of its memory.
#include <string>
#include <vector>

#include "models/workload/data_path.hpp"
#include "models/workload/memory_need.hpp"
#include "scenarios/fit.hpp"
#include "scenarios/fit_probability.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/remedies.hpp"
#include "scenarios/validation/tables.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
using Catch::Approx;

namespace {

std::string text(const std::string& job) {
  return "title = \"t\"\n[run]\nhorizon = \"30 d\"\n[[server]]\nname = \"dgx\"\nuse = \"DGX A100\"\n[[job]]\nname = "
         "\"llama\"\non = \"dgx\"\nmodel = \"Llama-2-7B\"\ndataset = { name = \"text\", tokens = 1e8 }\n"
         "precision = \"bf16 mixed\"\nbatch = { global = 64, micro = 1 }\n" +
         job;
}

Scenario with(const std::string& job) {
  const auto read = read_scenario(text(job), "t.toml", shipped_catalog());
  for (const auto& problem : read.diagnostics) UNSCOPED_INFO(to_string(problem));
  REQUIRE(read.diagnostics.empty());
  return read.scenario.value();
}

std::string complaint(const std::string& job) {
  const auto read = read_scenario(text(job), "t.toml", shipped_catalog());
  std::string all;
  for (const auto& problem : read.diagnostics) all += to_string(problem) + "\n";
  return all;
}

}  // namespace

TEST_CASE("a plan is read, its data-parallel groups follow from the GPUs, and the batch is shared by them") {
  const models::JobSpec job = with("plan = { tensor = 2, pipeline = 2 }\n").jobs[0];
  CHECK(job.plan.data == 2);
  CHECK(job.batch.per_gpu == 32);
  CHECK(with("").jobs[0].plan.data == 8);
}

TEST_CASE("a plan that cannot be laid out is refused with the reason") {
  for (const auto& [plan, part] : std::vector<std::pair<std::string, std::string>>{
           {"plan = { tensor = 3 }\n", "8 GPUs cannot be divided into groups of 3"},
           {"plan = { tensor = 3 }\n", "32 heads cannot be shared by 3 GPUs"},
           {"plan = { tensor = 2, data = 3 }\n", "3 groups of 2 GPUs are not the 8 GPUs of the server"},
           {"plan = { pipeline = 8, interleave = 5 }\n", "32 layers cannot fill 40 parts of a pipeline"},
           {"plan = { interleave = 2 }\n", "there is no pipeline to interleave"},
           {"plan = { context = 3 }\n", "tokens cannot be shared by 3 GPUs"},
           {"plan = { tensor = 0 }\n", "plan.tensor"},
           {"plan = { tensor = 1.5 }\n", "plan.tensor"},
           {"plan = { tensro = 2 }\n", "did you mean"},
           {"plan = { sequence_parallel = \"maybe\" }\n", "sequence_parallel"},
           {"offload = \"weights\"\n", "offload"},
           {"recompute = \"half\"\n", "recompute"}}) {
    INFO(plan);
    CHECK(complaint(plan).find(part) != std::string::npos);
  }
}

TEST_CASE("vision networks take no plan") {
  const auto read =
      read_scenario(box_text(), "box.toml", shipped_catalog(), std::vector<Override>{{"job.train.plan.tensor", "2"}});
  REQUIRE(read.diagnostics.size() == 1);
  CHECK(to_string(read.diagnostics.front()).find("it is a vision network") != std::string::npos);
}

TEST_CASE("the probability to fit is a half where the estimate just fits, and rises with the room left") {
  models::MemoryNeed need;
  need.available = 80;
  need.total = 80;
  CHECK(fit_probability(need) == 0.5);
  double before = 1;
  for (double total = 60; total < 100; total += 1) {
    need.total = total;
    CHECK(fit_probability(need) <= before);
    before = fit_probability(need);
  }
  need.total = 80 / 1.07;  // one deviation
  CHECK(fit_probability(need) == Approx(0.833).margin(0.005));
  need.total = 0;
  CHECK(fit_probability(need) == 1);
  need.available = 0;
  need.total = 1;
  CHECK(fit_probability(need) == 0);
}

TEST_CASE("the spread behind that probability is the one of the validation table") {
  const TableResult result = validate_table(memory_table, shipped_catalog());
  REQUIRE(result.rows.size() >= 7);
  for (const std::string& note : result.notes) {
    const auto at = note.find("totals: ");
    if (note.find("spread") == std::string::npos) continue;
    const double spread = std::stod(note.substr(at + 8));
    CHECK(spread <= memory_error_sd);
    CHECK(spread > memory_error_sd - 0.01);
    return;
  }
  FAIL("no spread is told");
}

TEST_CASE("offloaded state needs main memory, and a job is told when there is too little") {
  const std::string offloading = "offload = \"optimizer\"\n";
  const Scenario plain = with("");
  const Scenario offloaded = with(offloading);
  CHECK(models::host_need_bytes(offloaded.servers[0], offloaded.jobs[0]) -
            models::host_need_bytes(plain.servers[0], plain.jobs[0]) ==
        Approx(models::offloaded_bytes(offloaded.jobs[0])));
  CHECK(obstacles(offloaded, shipped_catalog()).empty());
  const auto read = read_scenario(text(offloading), "t.toml", shipped_catalog(),
                                  std::vector<Override>{{"server.dgx.memory", "\"128 GB\""}});
  REQUIRE(read.scenario);
  const auto told = obstacles(*read.scenario, shipped_catalog());
  REQUIRE(told.size() == 1);
  CHECK(told[0].find("of main memory") != std::string::npos);
  const auto quoted = told[0].substr(told[0].find("memory = ") + 9);
  const auto enough = read_scenario(text(offloading), "t.toml", shipped_catalog(),
                                    std::vector<Override>{{"server.dgx.memory", quoted}});
  REQUIRE(enough.scenario);
  CHECK(obstacles(*enough.scenario, shipped_catalog()).empty());
}

TEST_CASE("a 13 billion network is told remedies of several kinds on eight GPUs, least loss of speed first") {
  Scenario s = with("");
  const auto read = read_scenario(text(""), "t.toml", shipped_catalog(),
                                  std::vector<Override>{{"job.llama.model", "\"Llama-2-13B\""}});
  REQUIRE(read.scenario);
  s = *read.scenario;
  const auto found = remedies(s.servers[0], s.jobs[0], shipped_catalog());
  REQUIRE(found.size() >= 3);
  double before = -1;
  for (const Remedy& remedy : found) {
    INFO(remedy_text(remedy));
    std::vector<Override> sets{{"job.llama.model", "\"Llama-2-13B\""}};
    sets.insert(sets.end(), remedy.set.begin(), remedy.set.end());
    const auto changed = read_scenario(text(""), "t.toml", shipped_catalog(), sets);
    for (const auto& problem : changed.diagnostics) UNSCOPED_INFO(to_string(problem));
    REQUIRE(changed.scenario);
    CHECK(obstacles(*changed.scenario, shipped_catalog()).empty());
    const bool another_gpu = remedy.set.back().path.find(".gpu.") != std::string::npos;
    if (another_gpu) continue;
    CHECK(remedy.slower_share >= before);
    before = remedy.slower_share;
  }
}
