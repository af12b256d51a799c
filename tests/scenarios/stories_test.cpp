// Pairs of shipped examples that show what a choice costs, and one that cannot run at all.
#include <string>
#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/fit.hpp"
#include "scenarios/remedies.hpp"
#include "scenarios/run_one.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"
#include "tests/scenarios/example_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

/// Of one replication; two runs of one index have the same model error for the same kind of job.
models::JobOutcome first_run(const Scenario& scenario) {
  const auto job = run_one(scenario, 0, ReplicationKind::plain).outcome.jobs.front();
  REQUIRE(job.finished);
  return job;
}

double duration_s(const std::string& name) { return first_run(example(name)).duration_s; }

/// Rate of all GPUs of the server over that of one alone, per GPU.
double scaling_efficiency(const std::string& name) {
  const auto samples_per_s = [](const Scenario& scenario) {
    const auto job = first_run(scenario);
    return job.samples_per_step * job.steps_done / job.training_s;
  };
  const Scenario all = example(name);
  const double alone = samples_per_s(example(name, {{"server.node.gpu.count", "1"}}));
  return samples_per_s(all) / (alone * all.servers.front().gpus.count);
}

}  // namespace

TEST_CASE("two 350 W cards and a big processor: 1000 W interrupt most runs, 1600 W none of 300") {
  const auto interrupted = [](const std::string& name) {
    const Scenario scenario = example(name);
    int runs = 0;
    for (int i = 0; i < 300; ++i) {
      runs += run_one(scenario, i, ReplicationKind::plain).outcome.failures.psu_trip > 0 ? 1 : 0;
    }
    return runs;
  };
  CHECK(interrupted("psu-1000w") > 150);
  CHECK(interrupted("psu-1600w") == 0);
}

TEST_CASE("four A100 make a week two days") {
  const double one_s = duration_s("one-a100-week");
  const double four_s = duration_s("four-a100");
  constexpr double day_s = 86400;
  CHECK(one_s > 4 * day_s);
  CHECK(one_s < 10 * day_s);
  CHECK(one_s / four_s >= 3.2);
  CHECK(one_s / four_s <= 3.9);
}

TEST_CASE("mixed precision makes a V100 two to three and a half times as fast") {
  const double gain = duration_s("fp32-v100") / duration_s("amp-v100");
  CHECK(gain >= 2);
  CHECK(gain <= 3.5);
}

TEST_CASE("a network of many weights scales over NVLink and not over host-staged PCIe") {
  // lambda-tensorflow-benchmark, VGG-16 fp16: four RTX 3090 over PCIe reach 0.43 (956 of 4 × 550 images/s).
  CHECK(scaling_efficiency("pcie-3090x4") < 0.75);
  CHECK(scaling_efficiency("nvlink-a100x4") > 0.9);
}

TEST_CASE("thirteen billion weights in full do not fit on 24 GB, and the causes are said") {
  const std::vector<std::string> told = obstacles(example("oom-13b-24gb"), shipped_catalog());
  REQUIRE(told.size() == 1);
  for (const char* part : {"weights", "gradients", "optimizer", "activations", "too much", "less than 0.1 %"}) {
    INFO(part);
    CHECK(told.front().find(part) != std::string::npos);
  }
}

TEST_CASE("every remedy for thirteen billion weights makes them fit, and what saves less does not") {
  const Scenario asked = example("oom-13b-24gb");
  const std::vector<Remedy> found = remedies(asked.servers[0], asked.jobs[0], shipped_catalog());
  REQUIRE(found.size() > 1);  // the next larger GPU, and a smaller one with settings
  const std::string told = obstacles(asked, shipped_catalog()).front();
  for (const Remedy& remedy : found) {
    INFO(remedy_text(remedy));
    CHECK(told.find("would fit with " + remedy_text(remedy)) != std::string::npos);
    for (const std::string& left : obstacles(example("oom-13b-24gb", remedy.set), shipped_catalog())) FAIL(left);
    if (remedy.set.size() < 2) continue;
    const std::vector<Override> less(remedy.set.begin() + 1, remedy.set.end());
    CHECK_FALSE(obstacles(example("oom-13b-24gb", less), shipped_catalog()).empty());
  }
}

TEST_CASE("dust and a closet at 38 degC take at least 1.3 times as long as a clean room at 25, and the alarm rings") {
  const auto clean = run_one(example("clean-25c"), 0, ReplicationKind::plain).outcome;
  const auto dusty = run_one(example("dusty-closet-38c"), 0, ReplicationKind::plain).outcome;
  CHECK(dusty.jobs.front().duration_s >= 1.3 * clean.jobs.front().duration_s);
  CHECK(clean.alarms.front().count == 0);
  CHECK(dusty.alarms.front().count > 0);
}

TEST_CASE("eight A100 on air throttle in the afternoons of a room at 32 degC, under water never") {
  const auto throttled = [](const std::string& name) {
    const auto outcome = run_one(example(name), 0, ReplicationKind::plain).outcome;
    double share = 0;
    for (const auto cause : {models::Throttle::thermal_die, models::Throttle::thermal_memory}) {
      share += outcome.compute.fraction[static_cast<std::size_t>(cause)];
    }
    return share;
  };
  CHECK(throttled("air-summer") > 0.05);
  CHECK(throttled("air-summer") < 0.5);
  CHECK(throttled("water-summer") == 0);
}

TEST_CASE("case fans that fail throttle the cards and ring the alarm until they are repaired") {
  const auto outcome = run_one(example("fan-fails"), 0, ReplicationKind::plain).outcome;
  CHECK(outcome.alarms.front().count == 1);
  CHECK(outcome.alarms.front().first_s > 8 * 3600);
  CHECK(outcome.alarms.front().first_s < 9 * 3600);
  const double share = outcome.compute.fraction[static_cast<std::size_t>(models::Throttle::thermal_die)];
  CHECK(share > 0.05);
  CHECK(share < 0.5);
  CHECK(outcome.jobs.front().finished);
}

TEST_CASE("280 W caps keep 95 % of the speed at 80 % of the GPUs' power") {
  const auto rate = [](const std::vector<Override>& sets) {
    const auto job = first_run(example("power-cap-280w", sets));
    return job.steps_done / job.training_s;
  };
  CHECK(rate({}) >= 0.95 * rate({{"server.box.gpu.power_limit", "350 W"}}));
}

TEST_CASE("half the supplies gone for 36 hours: a cap costs a few hours at most, off all of them and the relaunch") {
  const auto cap = run_one(example("psu-lost-cap"), 0, ReplicationKind::plain).outcome;
  const auto off = run_one(example("psu-lost-off"), 0, ReplicationKind::plain).outcome;
  constexpr double lost_for_s = 36 * 3600;
  const auto lost_s = [](const models::Outcome& outcome, models::Loss loss) {
    return outcome.jobs.front().lost_s[static_cast<std::size_t>(loss)];
  };
  CHECK(cap.failures.psu_unit == 1);
  CHECK(cap.failures.psu_trip == 0);
  CHECK(lost_s(cap, models::Loss::supply_loss) > 0.02 * lost_for_s);
  CHECK(lost_s(cap, models::Loss::supply_loss) < 0.2 * lost_for_s);
  CHECK(off.failures.psu_trip == 1);
  CHECK(lost_s(off, models::Loss::outage) == lost_for_s);
  CHECK(off.jobs.front().duration_s > cap.jobs.front().duration_s + 0.8 * lost_for_s);
}

TEST_CASE("three outages: without a UPS all cost work and a restart, with a small one only the long one, and no work") {
  const auto without = run_one(example("outage-no-ups"), 0, ReplicationKind::plain).outcome;
  const auto with = run_one(example("outage-small-ups"), 0, ReplicationKind::plain).outcome;
  const auto lost_s = [](const models::Outcome& outcome, models::Loss loss) {
    return outcome.jobs.front().lost_s[static_cast<std::size_t>(loss)];
  };
  constexpr double minute_s = 60;
  CHECK(without.failures.planned == 3);
  CHECK(with.failures.planned == 0);
  CHECK(lost_s(without, models::Loss::outage) > 92 * minute_s);
  CHECK(lost_s(without, models::Loss::outage) < 94 * minute_s);
  CHECK(lost_s(without, models::Loss::rework) > 60 * minute_s);
  CHECK(lost_s(with, models::Loss::rework) == 0);
  CHECK(lost_s(with, models::Loss::outage) > 75 * minute_s);
  CHECK(lost_s(with, models::Loss::outage) < 90 * minute_s);
  CHECK(with.jobs.front().duration_s < without.jobs.front().duration_s);
}
