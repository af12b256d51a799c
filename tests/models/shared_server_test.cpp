// Several jobs on one server, run to their end.
#include <algorithm>
#include <numeric>

#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

double lost_s(const JobOutcome& job, Loss loss) { return job.lost_s[static_cast<std::size_t>(loss)]; }

double accounted_s(const JobOutcome& job) {
  return std::accumulate(job.lost_s.begin(), job.lost_s.end(), job.ideal_duration_s);
}

const JobOutcome& named(const Outcome& outcome, const std::string& name) {
  return *std::find_if(outcome.jobs.begin(), outcome.jobs.end(), [&](const auto& job) { return job.name == name; });
}

JobSpec job_on_gpu(const std::string& name, double gpu, double epochs) {
  JobSpec job = example::job();
  job.name = name;
  job.gpus = {gpu};
  job.batch = {256, 256, 256};
  job.dataset.samples = 64 * 512;
  job.dataset.epochs = epochs;
  job.dataset.sample_bytes = 110e3;
  job.dataset.cpu_s = 2.86e-3;
  job.dataset.input_bytes = 301e3;
  job.checkpoint.write_s = 0;
  return job;
}

// Photos decoded by `cores`; storage and memory suffice.
example::Setup with_cores(double cores) {
  example::Setup setup;
  setup.server.cpu.cores = cores;
  setup.server.memory_bytes = 256e9;
  setup.server.gpus.gpu.host_bytes_per_s = 12e9;
  setup.job = job_on_gpu("a", 0, 5);
  return setup;
}

example::Setup two_jobs(double cores) {
  example::Setup setup = with_cores(cores);
  setup.more_jobs = {job_on_gpu("b", 1, 5)};
  return setup;
}

constexpr double few = 2;
constexpr double plenty = 512;
constexpr double samples = 64 * 512;

double mean_step_s(const JobOutcome& job) { return job.training_s / job.steps_done; }

}  // namespace

TEST_CASE("two equal jobs on a starved server get half each") {
  const JobOutcome alone = example::run(with_cores(few)).jobs.front();
  const Outcome both = example::run(two_jobs(few));
  REQUIRE(both.jobs.size() == 2);
  for (const JobOutcome& job : both.jobs) {
    REQUIRE(job.finished);
    CHECK(mean_step_s(job) == Approx(2 * mean_step_s(alone)).epsilon(1e-6));
    CHECK(accounted_s(job) == Approx(job.duration_s).epsilon(1e-9));
  }
}

TEST_CASE("two jobs on a server that starves neither run as each alone but for the heat") {
  const JobOutcome alone = example::run(with_cores(plenty)).jobs.front();
  const Outcome both = example::run(two_jobs(plenty));
  for (const JobOutcome& job : both.jobs) {
    CHECK(lost_s(job, Loss::data_input) == 0);
    CHECK(mean_step_s(job) == Approx(mean_step_s(alone)).epsilon(0.05));
    CHECK(mean_step_s(job) >= mean_step_s(alone) * (1 - 0.01));
  }
}

TEST_CASE("the order of the jobs in the file changes nothing") {
  for (const double cores : {few, 12.0, plenty}) {
    example::Setup setup = two_jobs(cores);
    setup.more_jobs.front().dataset.epochs = 3;
    const Outcome straight = example::run(setup);
    std::swap(setup.job, setup.more_jobs.front());
    const Outcome turned = example::run(setup);
    for (const std::string name : {"a", "b"}) {
      CHECK(named(straight, name).duration_s == Approx(named(turned, name).duration_s).epsilon(1e-9));
      CHECK(named(straight, name).energy_j == Approx(named(turned, name).energy_j).epsilon(1e-4));
    }
  }
}

TEST_CASE("when one ends the other speeds up") {
  example::Setup setup = two_jobs(few);
  setup.more_jobs.front().dataset.epochs = 1;
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  const JobOutcome alone = example::run(with_cores(few)).jobs.front();
  const double step_s = mean_step_s(alone);
  const double first_s = samples / 256 * 2 * step_s;  // of b, at half the cores
  CHECK(named(outcome, "b").duration_s == Approx(60 + first_s).epsilon(1e-3));
  // a has done an epoch by then, and does the other four at the full rate.
  CHECK(named(outcome, "a").training_s == Approx(first_s + 4 * samples / 256 * step_s).epsilon(1e-3));
}

TEST_CASE("samples never come faster than the cores decode them") {
  for (const double cores : {few, 6.0, 12.0, 24.0}) {
    example::Setup setup = two_jobs(cores);
    setup.more_jobs.front().workload.forward_flops *= 4;
    const auto plant = example::assemble(setup);
    std::vector<double> before(2, 0);
    constexpr double interval_s = 20;
    for (int i = 1; i < 100; ++i) {
      plant->simulator.run(sim::from_seconds(i * interval_s));
      double decoded = 0;
      for (std::size_t j = 0; j < 2; ++j) {
        const double done = plant->jobs[j]->progress(plant->simulator.now()) * 5 * samples;
        decoded += std::max(0.0, done - before[j]);
        before[j] = done;
      }
      CHECK(decoded <= interval_s * cores / 2.86e-3 * (1 + 1e-6));
    }
  }
}

TEST_CASE("jobs that want the same GPU run one after the other, and the wait is in the account") {
  example::Setup setup = two_jobs(plenty);
  setup.job.dataset.epochs = setup.more_jobs.front().dataset.epochs = 50;
  setup.more_jobs.front().gpus = {0};
  setup.more_jobs.front().start_s = 600;
  const Outcome outcome = example::run(setup);
  const JobOutcome& first = named(outcome, "a");
  const JobOutcome& second = named(outcome, "b");
  REQUIRE(second.finished);
  CHECK(lost_s(first, Loss::queueing) == 0);
  CHECK(lost_s(second, Loss::queueing) == Approx(first.duration_s - 600).epsilon(1e-9));
  CHECK(accounted_s(second) == Approx(second.duration_s).epsilon(1e-9));
  CHECK(second.duration_s - lost_s(second, Loss::queueing) == Approx(first.duration_s).epsilon(0.01));
}

TEST_CASE("a job that is submitted later counts from then, and one that never is counts nothing") {
  example::Setup setup = with_cores(plenty);
  const double duration_s = example::run(setup).jobs.front().duration_s;
  setup.job.start_s = 7200;
  CHECK(example::run(setup).jobs.front().duration_s == Approx(duration_s).epsilon(0.01));
  setup.job.start_s = 2 * setup.horizon_s;
  const JobOutcome never = example::run(setup).jobs.front();
  CHECK_FALSE(never.finished);
  CHECK(never.duration_s == 0);
  CHECK(std::accumulate(never.lost_s.begin(), never.lost_s.end(), 0.0) == 0);
}

TEST_CASE("losses of jobs that share a faulty server add up, and so does its energy") {
  for (const double cores : {few, 12.0, plenty}) {
    for (const double per_year : {0.0, 3000.0}) {
      example::Setup setup = two_jobs(cores);
      setup.server.interruptions_per_year = per_year;
      setup.server.gpus.gpu.interruptions_per_year = per_year;
      setup.job.checkpoint.every_s = 300;
      setup.more_jobs.front().restart = {RestartBy::watchdog, 60};
      setup.more_jobs.push_back(job_on_gpu("c", 1, 2));
      for (const double horizon_s : {3000.0, 5 * 86400.0}) {
        setup.horizon_s = horizon_s;
        const Outcome outcome = example::run(setup);
        double energy_j = 0;
        for (const JobOutcome& job : outcome.jobs) {
          const double ideal_s = job.finished ? job.ideal_duration_s : 0;
          const double lost = std::accumulate(job.lost_s.begin(), job.lost_s.end(), 0.0);
          if (job.finished) CHECK(ideal_s + lost == Approx(job.duration_s).epsilon(1e-9));
          energy_j += job.energy_j;
        }
        CHECK(energy_j == Approx(outcome.energy.it_j).epsilon(1e-9));
        CHECK(outcome.energy.residual_fraction < 1e-6);
      }
    }
  }
}

TEST_CASE("a crash of the server stops all its jobs, the loss of a board only the job on it") {
  const auto run_with = [](EventTarget target) {
    example::Setup setup = two_jobs(plenty);
    setup.job.dataset.epochs = setup.more_jobs.front().dataset.epochs = 50;
    EventSpec event;
    event.at_s = 300;
    event.name = "box";
    event.target = target;
    event.action = target == EventTarget::gpu ? EventAction::fail : EventAction::crash;
    event.repair_s = 3600;
    if (target == EventTarget::gpu) event.index = 1;
    setup.events = {event};
    return example::run(setup);
  };
  const Outcome crashed = run_with(EventTarget::server);
  CHECK(lost_s(named(crashed, "a"), Loss::restart) > 0);
  CHECK(lost_s(named(crashed, "b"), Loss::restart) > 0);
  CHECK(crashed.failures.planned == 1);
  const Outcome lost_board = run_with(EventTarget::gpu);
  CHECK(lost_s(named(lost_board, "a"), Loss::outage) + lost_s(named(lost_board, "a"), Loss::restart) == 0);
  CHECK(lost_s(named(lost_board, "b"), Loss::outage) > 0);
}

TEST_CASE("a checkpoint takes storage from the job beside it, and takes longer itself") {
  const auto run_with = [](double checkpoint_every_s) {
    example::Setup setup = two_jobs(plenty);
    setup.server.memory_bytes = 12e9;  // no cache: everything is read again
    setup.server.storage.read_bytes_per_s = 0.1e9;
    setup.server.storage.write_bytes_per_s = 0.02e9;
    setup.job.checkpoint.every_s = 0;
    setup.job.dataset.epochs = 1000;
    JobSpec& writes = setup.more_jobs.front();
    writes.dataset.sample_bytes = 0;  // reads nothing that is known
    writes.dataset.epochs = 400;
    writes.checkpoint.every_s = checkpoint_every_s;
    return example::run(setup);
  };
  const Outcome none = run_with(0);
  const Outcome often = run_with(30);
  CHECK(mean_step_s(named(often, "a")) > 1.1 * mean_step_s(named(none, "a")));
  CHECK(accounted_s(named(often, "a")) == Approx(named(often, "a").duration_s).epsilon(1e-9));
  example::Setup alone = two_jobs(plenty);
  alone.server.storage.write_bytes_per_s = 0.02e9;
  const double write_s =
      step_cost(seen_by(alone.server, alone.more_jobs.front()), alone.more_jobs.front()).checkpoint_s;
  const double checkpoints = std::floor(named(often, "b").training_s / 30);
  const double lost = lost_s(named(often, "b"), Loss::checkpoint);
  CHECK(lost > 1.2 * checkpoints * write_s);          // while a reads
  CHECK(lost < 2.001 * (checkpoints + 1) * write_s);  // never less than half of the storage
}

TEST_CASE("loads of the processors add up to no more than their design power") {
  const ServerSpec server = example::server();
  CHECK(host_power_at_w(server, 2) == host_power_at_w(server, 1));
  BoardActivity half;
  half.kind = ActivityKind::training;
  half.gpu_share = 0.5;
  CHECK(cpu_load(server, half) == Approx(server.cpu_load / 2));
}
