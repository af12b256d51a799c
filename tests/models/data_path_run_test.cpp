// Jobs that wait for data, run to their end.
#include <algorithm>
#include <numeric>

#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

double lost_s(const Outcome& outcome, Loss loss) { return outcome.jobs.front().lost_s[static_cast<std::size_t>(loss)]; }

double accounted_s(const JobOutcome& job) {
  return std::accumulate(job.lost_s.begin(), job.lost_s.end(), job.ideal_duration_s);
}

// A small data set on a disk: the first epoch takes as long as reading it, the cache holds `memory_bytes` of it.
example::Setup on_disk(double memory_bytes) {
  example::Setup setup;
  setup.server.cpu.cores = 16;
  setup.server.memory_bytes = memory_bytes;
  setup.server.storage.read_bytes_per_s = 0.25e9;
  setup.server.storage.random_read_bytes_per_s = 11e6;
  setup.server.gpus.gpu.host_bytes_per_s = 12e9;
  setup.job.dataset.samples = 128 * 512;
  setup.job.dataset.epochs = 5;
  setup.job.dataset.sample_bytes = 110e3;
  setup.job.dataset.cpu_s = 2.86e-3;
  setup.job.dataset.input_bytes = 301e3;
  return setup;
}

const sim::EventRecord* first_event(const Plant& plant, const std::string& what) {
  const auto& events = plant.simulator.trace().events;
  const auto found = std::find_if(events.begin(), events.end(), [&](const auto& e) { return e.event == what; });
  return found == events.end() ? nullptr : &*found;
}

constexpr double plenty = 256e9;
constexpr double epoch_s = 128 * 512 / 100.0;  // from a disk of 100 files a second
constexpr double step_cold_s = 512 / 100.0;

}  // namespace

TEST_CASE("the cache is warm when every sample was read once, and the rest runs at the boards' pace") {
  example::Setup setup = on_disk(plenty);
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  REQUIRE(outcome.jobs.front().finished);
  const auto* warm = first_event(*plant, "page cache is warm");
  REQUIRE(warm != nullptr);
  CHECK(sim::to_seconds(warm->time) == Approx(60 + epoch_s).epsilon(1e-9));  // 60 s of startup
  const double busy_s = step_profile(step_cost(setup.server, setup.job), 1800e6).step_s;
  CHECK(lost_s(outcome, Loss::data_input) == Approx(128 * (step_cold_s - busy_s)).epsilon(0.02));
  CHECK(plant->jobs.front()->page_cache() == PageCache::warm);
}

TEST_CASE("ideal and losses of a starved job add up to its duration") {
  for (const double memory : {8e9, 14e9, plenty}) {
    for (const double epochs : {0.5, 1.0, 3.0}) {
      example::Setup setup = on_disk(memory);
      setup.job.dataset.epochs = epochs;
      setup.server.interruptions_per_year = 2000;
      const Outcome outcome = example::run(setup);
      const JobOutcome& job = outcome.jobs.front();
      REQUIRE(job.finished);
      CHECK(accounted_s(job) == Approx(job.duration_s).epsilon(1e-9));
      CHECK(outcome.energy.residual_fraction < 1e-6);
      CHECK(lost_s(outcome, Loss::data_input) > 0);
    }
  }
}

TEST_CASE("what the cache cannot hold is read again every epoch") {
  const auto duration_s = [](double memory, double epochs) {
    example::Setup setup = on_disk(memory);
    setup.job.dataset.epochs = epochs;
    return example::run(setup).jobs.front().duration_s;
  };
  const example::Setup half = on_disk(14e9);
  const DataPath path = step_cost(half.server, half.job).data;
  REQUIRE(path.hit_share > 0.01);
  REQUIRE(path.hit_share < 0.9);
  CHECK(duration_s(14e9, 4) - duration_s(14e9, 3) == Approx(epoch_s * (1 - path.hit_share)).epsilon(1e-6));
  CHECK(duration_s(plenty, 4) - duration_s(plenty, 3) < 0.2 * epoch_s);
}

TEST_CASE("more memory and more cores never make a run longer") {
  double before_s = INFINITY;
  for (const double memory : {6e9, 12e9, 16e9, 20e9, plenty}) {
    const double duration_s = example::run(on_disk(memory)).jobs.front().duration_s;
    CHECK(duration_s <= before_s * (1 + 1e-9));
    before_s = duration_s;
  }
  before_s = INFINITY;
  for (const double cores : {1.0, 2.0, 4.0, 8.0, 64.0}) {
    example::Setup setup = on_disk(plenty);
    setup.server.cpu.cores = cores;
    const double duration_s = example::run(setup).jobs.front().duration_s;
    CHECK(duration_s <= before_s * (1 + 1e-9));
    before_s = duration_s;
  }
}

TEST_CASE("a reboot empties the cache, a restart without one does not") {
  const auto run_with = [](double reboot_s) {
    example::Setup setup = on_disk(plenty);
    setup.job.dataset.epochs = 40;
    setup.job.restart.delay_s = 60;
    setup.job.checkpoint.every_s = 60;
    setup.server.reboot_s = reboot_s;
    EventSpec crash;
    crash.at_s = 1200;
    crash.action = EventAction::crash;
    crash.target = EventTarget::server;
    crash.name = "box";
    setup.events = {crash};
    return example::run(setup);
  };
  const Outcome reboot = run_with(300);
  const Outcome kept = run_with(0);
  REQUIRE(reboot.failures.planned == 1);
  REQUIRE(kept.failures.planned == 1);
  // One more epoch from the disk.
  CHECK(lost_s(reboot, Loss::data_input) - lost_s(kept, Loss::data_input) ==
        Approx(lost_s(kept, Loss::data_input)).epsilon(0.02));
}

TEST_CASE("boards of a starved job are nearly idle") {
  example::Setup setup = on_disk(8e9);
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(300));
  const GpuBoard& board = *plant->servers.at("box").boards.front();
  CHECK(board.utilisation() < 0.1);
  const auto& gpu = setup.server.gpus.gpu;
  CHECK(board.plant().electric_w(plant->simulator.now()) < 0.35 * gpu.power.default_w);
  CHECK(board.plant().electric_w(plant->simulator.now()) > gpu.power.idle_w);
}

TEST_CASE("data that come in time change nothing but the load of the processors") {
  example::Setup plain;
  plain.job.dataset.epochs = 2;
  example::Setup fed = plain;
  fed.server.memory_bytes = plenty;
  fed.server.cpu.cores = 16;
  fed.job.dataset.sample_bytes = 110e3;
  fed.job.dataset.input_bytes = 301e3;
  const Outcome a = example::run(plain);
  const Outcome b = example::run(fed);
  CHECK(a.jobs.front().duration_s == b.jobs.front().duration_s);
  CHECK(a.jobs.front().lost_s == b.jobs.front().lost_s);
  CHECK(a.energy.it_j == b.energy.it_j);
  CHECK(a.events == b.events);
  fed.job.dataset.cpu_s = 2.86e-3;
  const Outcome c = example::run(fed);
  CHECK(lost_s(c, Loss::data_input) == 0);
  CHECK(c.energy.it_j != a.energy.it_j);
}

TEST_CASE("evaluation passes wait for data too") {
  const auto evaluation_s = [](double random_read) {
    example::Setup setup = on_disk(8e9);
    setup.server.storage.random_read_bytes_per_s = random_read;
    setup.job.dataset.epochs = 1;
    setup.job.dataset.validation_samples = 5000;
    setup.job.evaluate_each_epoch = true;
    return lost_s(example::run(setup), Loss::evaluation);
  };
  CHECK(evaluation_s(0.2e9) < 10);
  CHECK(evaluation_s(11e6) > 40);
  CHECK(evaluation_s(11e6) < 60);
}
