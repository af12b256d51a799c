// What a scenario may say of work: custom costs, steps, evaluation passes, micro-batches.
#include <fmt/format.h>

#include "scenarios/budget.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/embedded.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/run_one.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
using Catch::Approx;

namespace {

Catalog& catalog() {
  static Catalog shipped = Catalog::load(embedded_catalog()).catalog;
  return shipped;
}

ReadResult with_job(const std::string& job) {
  return read_scenario(
      fmt::format("title = \"work\"\n[run]\nhorizon = \"30 d\"\nreplications = 1\n"
                  "[[room]]\nname = \"lab\"\nvolume = \"60 m^3\"\nventilation = \"600 m^3/h\"\n"
                  "[[server]]\nname = \"box\"\nroom = \"lab\"\nuse = \"4x A100 PCIe server\"\ngpu = [{{ count = 1 }}]\n"
                  "[[job]]\nname = \"train\"\n{}\n",
                  job),
      "work.toml", catalog());
}

Scenario read(const std::string& job) {
  const ReadResult result = with_job(job);
  for (const auto& problem : result.diagnostics) UNSCOPED_INFO(to_string(problem));
  REQUIRE(result.diagnostics.empty());
  return *result.scenario;
}

std::string problem(const std::string& job) {
  const ReadResult result = with_job(job);
  REQUIRE(result.diagnostics.size() == 1);
  return to_string(result.diagnostics.front());
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

const std::string custom =
    "model = { name = \"mine\", kind = \"custom\", parameters = 35e6, forward_flops = \"12 GFLOP\", "
    "forward_traffic = \"120 MB\" }\n";
const std::string batch = "batch = { per_gpu = 64 }\n";

}  // namespace

TEST_CASE("custom work by FLOPs and bytes trains for a number of steps") {
  const Scenario scenario =
      read(custom + "dataset = { name = \"mine\", steps = 20000 }\nevaluation = { steps = 5000, samples = 10000 }\n" +
           batch);
  const auto run = run_one(scenario, 0, ReplicationKind::sampled);
  const models::JobOutcome& job = run.outcome.jobs.front();
  REQUIRE(job.finished);
  CHECK(job.steps_total == 20000);
  CHECK(job.lost_s[static_cast<std::size_t>(models::Loss::evaluation)] > 0);
  const auto again = read_scenario(write_scenario(scenario), "again.toml", catalog());
  REQUIRE(again.diagnostics.empty());
  CHECK(write_scenario(*again.scenario) == write_scenario(scenario));
}

TEST_CASE("evaluation each epoch is evaluation after every epoch") {
  const std::string job = "model = \"ResNet-50\"\ndataset = { name = \"ImageNet-1k\", epochs = 6 }\n" + batch;
  const auto loss = [&](const std::string& key) {
    return run_one(read(job + key), 0, ReplicationKind::sampled)
        .outcome.jobs.front()
        .lost_s[static_cast<std::size_t>(models::Loss::evaluation)];
  };
  const double each_s = loss("evaluate = \"each epoch\"\n");
  CHECK(loss("evaluation = { epochs = 1 }\n") == each_s);
  CHECK(loss("evaluation = { epochs = 2 }\n") == Approx(each_s / 2).epsilon(0.01));
  CHECK(loss("evaluation = { epochs = 7 }\n") == 0);
}

TEST_CASE("new networks of the catalogue train") {
  for (const char* name : {"EfficientNet-B0", "EfficientNet-B4", "Mask R-CNN R50-FPN", "DDPM U-Net CIFAR-10",
                           "ViT-L/16", "GPT-2 medium", "GPT-2 large", "VGG-19", "GoogLeNet"}) {
    INFO(name);
    const Scenario scenario = read(fmt::format(
        "model = \"{}\"\ndataset = {{ name = \"mine\", steps = 1000 }}\nbatch = {{ per_gpu = 64, micro = \"auto\" }}\n",
        name));
    const JobBudget budget = job_budget(scenario, scenario.jobs.front());
    CHECK(budget.step.step_s > 0);
    CHECK(budget.memory.total <= budget.memory.available);
  }
}

TEST_CASE("what is wrong with work is told where it stands") {
  const std::string steps = "dataset = { name = \"mine\", steps = 100 }\n";
  const std::string resnet = "model = \"ResNet-50\"\n";
  CHECK(contains(
      problem("model = { name = \"mine\", kind = \"custom\", parameters = 1e6, forward_flops = \"1 GFLOP\" }\n" +
              steps + batch),
      "\"forward_traffic\" is missing"));
  CHECK(contains(problem(custom + "dataset = { name = \"mine\", tokens = 1e9 }\n" + batch), "it is custom work"));
  CHECK(contains(problem(resnet + "dataset = { name = \"ImageNet-1k\", steps = 100, epochs = 2 }\n" + batch),
                 "more than one of epochs, tokens and steps"));
  CHECK(contains(problem(resnet + "dataset = { name = \"ImageNet-1k\" }\n" + batch), "nor steps"));
  CHECK(contains(problem(resnet + "dataset = { name = \"mine\", steps = 1.5 }\n" + batch), "steps"));
  CHECK(contains(problem(resnet + steps + batch + "evaluation = { steps = 0 }\n"), "evaluation.steps"));
  CHECK(contains(problem(resnet + steps + batch + "evaluation = { steps = 10 }\n"), "nothing to evaluate"));
  CHECK(contains(problem(resnet + steps + batch + "evaluation = { samples = 10 }\n"), "no key says when"));
  CHECK(contains(problem(resnet + steps + batch + "evaluation = { epochs = 1, steps = 10, samples = 5 }\n"),
                 "by epochs and by steps"));
  CHECK(
      contains(problem(resnet + steps + batch + "evaluation = { epochs = 1, samples = 5 }\n"), "nothing to evaluate"));
  CHECK(contains(problem(resnet + "dataset = { name = \"mine\", steps = 1e12 }\n" + batch +
                         "evaluation = { steps = 1, samples = 5 }\n"),
                 "are too many"));
  CHECK(contains(problem(resnet + steps + "batch = { per_gpu = 64, micro = \"most\" }\n"), "batch.micro"));
  CHECK(contains(problem("model = { use = \"ResNet-50\", winograd_share = 1.5 }\n" + steps + batch), "winograd_share"));
  CHECK(contains(problem("model = { use = \"ResNet-50\", depthwise_share = -0.1 }\n" + steps + batch),
                 "depthwise_share"));
}
