#include "scenarios/replications.hpp"

#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/catch.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

Scenario scenario_of(int replications, double precision = 0) {
  Scenario s;
  s.run.replications = replications;
  s.run.precision = precision;
  s.run.horizon_s = 1000;
  s.jobs.emplace_back();
  return s;
}

// A pure function of the index that takes longer for some, so that threads finish out of order.
ReplicationResult fake(int index, double duration_s) {
  ReplicationResult r;
  r.outcome.end_s = duration_s;
  r.outcome.jobs.push_back({});
  r.outcome.jobs[0].finished = true;
  r.outcome.jobs[0].duration_s = duration_s;
  r.trace.events.push_back({static_cast<std::uint64_t>(index), 0, {index}, sim::Severity::info, "c", "e", ""});
  if (index % 5 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return r;
}

double spread(int index) { return 100 + (index * 7919) % 41; }

std::vector<double> durations(const RunResult& result) {
  std::vector<double> out;
  for (const auto& r : result.replications) out.push_back(r.result.outcome.jobs[0].duration_s);
  return out;
}

}  // namespace

TEST_CASE("results stand by index for any number of threads") {
  const auto run = [](const Scenario&, int i, ReplicationKind) { return fake(i, spread(i)); };
  const RunResult serial = run_replications(scenario_of(100), {1, nullptr, {}}, run);
  REQUIRE(serial.replications.size() == 100);
  CHECK(serial.end == RunEnd::complete);
  for (int i = 0; i < 100; ++i) CHECK(serial.replications[static_cast<std::size_t>(i)].index == i);
  for (const int threads : {2, 3, 8}) {
    CHECK(durations(run_replications(scenario_of(100), {threads, nullptr, {}}, run)) == durations(serial));
  }
}

TEST_CASE("each replication runs once and only replication 0 is sampled") {
  std::mutex mutex;
  std::multiset<int> seen;
  std::set<int> sampled;
  run_replications(scenario_of(50), {4, nullptr, {}}, [&](const Scenario&, int i, ReplicationKind kind) {
    const std::lock_guard lock(mutex);
    seen.insert(i);
    if (kind == ReplicationKind::sampled) sampled.insert(i);
    return fake(i, 1);
  });
  CHECK(seen.size() == 50);
  CHECK(std::set<int>(seen.begin(), seen.end()).size() == 50);
  CHECK(sampled == std::set<int>{0});
}

TEST_CASE("the exception of the lowest index is rethrown whatever the threads") {
  const auto run = [](const Scenario&, int i, ReplicationKind) {
    // The later failure comes first in time.
    if (i == 11) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (i == 11 || i == 13 || i == 40) throw std::runtime_error("replication " + std::to_string(i));
    return fake(i, 1);
  };
  for (const int threads : {1, 2, 8}) {
    CHECK_THROWS_WITH(run_replications(scenario_of(64), {threads, nullptr, {}}, run), "replication 11");
  }
}

TEST_CASE("a run stops after the first batch that is precise enough, the same for any number of threads") {
  const auto run = [](const Scenario&, int i, ReplicationKind) { return fake(i, spread(i)); };
  const auto count = [&](double precision, int threads) {
    return run_replications(scenario_of(320, precision), {threads, nullptr, {}}, run).replications.size();
  };
  // Durations spread over 100…140 s with sd 12 s: half width after n ≈ 2·12/√n s, so 3 % takes 2 batches of 32.
  CHECK(count(0.5, 1) == precision_batch);
  CHECK(count(0.03, 1) == 2 * precision_batch);
  for (const int threads : {2, 5, 8}) CHECK(count(0.03, threads) == 2 * precision_batch);
  CHECK(count(1e-9, 3) == 320);
  CHECK(count(0, 3) == 320);
  CHECK(run_replications(scenario_of(320, 0.5), {2, nullptr, {}}, run).end == RunEnd::precise);
}

TEST_CASE("jobs that never finish are not taken for precise") {
  const auto run = [](const Scenario&, int i, ReplicationKind) {
    ReplicationResult r = fake(i, 1000);
    r.outcome.jobs[0].finished = false;
    return r;
  };
  CHECK(run_replications(scenario_of(70, 0.1), {2, nullptr, {}}, run).replications.size() == 70);
}

TEST_CASE("an interruption keeps what is finished and starts nothing more") {
  for (const int threads : {1, 4}) {
    std::atomic<bool> stop = false;
    std::atomic<int> started = 0;
    RunOptions options{threads, &stop, [&](const Progress& p) {
                         if (p.done == 10) stop = true;
                       }};
    const RunResult result = run_replications(scenario_of(1000), options, [&](const Scenario&, int i, ReplicationKind) {
      ++started;
      return fake(i, spread(i));
    });
    CHECK(result.end == RunEnd::interrupted);
    CHECK(result.replications.size() == static_cast<std::size_t>(started));
    CHECK(result.replications.size() >= 10);
    CHECK(result.replications.size() < 10 + 4 * static_cast<std::size_t>(threads));
    CHECK(result.replications[0].index == 0);
    for (const auto& r : result.replications) CHECK(r.result.outcome.jobs[0].duration_s == spread(r.index));
  }
}

TEST_CASE("a stop after the last replication is no interruption") {
  std::atomic<bool> stop = false;
  RunOptions options{2, &stop, [&](const Progress& p) { stop = p.done == p.total; }};
  const auto run = [](const Scenario&, int i, ReplicationKind) { return fake(i, 1); };
  CHECK(run_replications(scenario_of(20), options, run).end == RunEnd::complete);
}

TEST_CASE("progress counts up by one and adds the simulated time and the events") {
  std::vector<int> done;
  double simulated_s = 0;
  std::uint64_t events = 0;
  RunOptions options{4, nullptr, [&](const Progress& p) {
                       done.push_back(p.done);
                       simulated_s = p.simulated_s;
                       events = p.events;
                       CHECK(p.total == 30);
                     }};
  const auto run = [](const Scenario&, int i, ReplicationKind) {
    auto result = fake(i, 2);
    result.outcome.events = static_cast<std::uint64_t>(i);
    return result;
  };
  run_replications(scenario_of(30), options, run);
  REQUIRE(done.size() == 30);
  for (int i = 0; i < 30; ++i) CHECK(done[static_cast<std::size_t>(i)] == i + 1);
  CHECK(simulated_s == Approx(60));
  CHECK(events == 29 * 30 / 2);
}
