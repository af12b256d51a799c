#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

// 1,281,167 samples of 110 kB are 141 GB.
std::vector<Override> photos(std::vector<Override> more = {}) {
  std::vector<Override> sets{
      {"job.train.dataset.sample_size", "\"110 kB\""},    {"job.train.dataset.cpu_time", "\"3 ms\""},
      {"job.train.dataset.input_size", "\"300 kB\""},     {"server.box.storage.read", "\"1 GB/s\""},
      {"server.box.storage.random_read", "\"0.1 GB/s\""}, {"server.box.cpu.core_speed", "1"},
      {"server.box.gpu.host_bandwidth", "\"12 GB/s\""}};
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

DataPathBudget path(std::vector<Override> more = {}) { return box_budget(photos(std::move(more))).data_path; }

}  // namespace

TEST_CASE("without the size of a sample nothing is said of the data path") {
  const JobBudget b = box_budget({{"job.train.dataset.sample_size", "\"0 kB\""}});
  CHECK_FALSE(b.data_path.known);
  CHECK(b.margin(Limit::data_path) == nullptr);
}

TEST_CASE("the rates of the data path by hand") {
  const JobBudget b = box_budget(photos());
  const DataPathBudget& d = b.data_path;
  REQUIRE(d.stages.size() == 5);
  CHECK(d.needed_per_s == Approx(256 / b.step.step_s));
  CHECK(d.stages[0].samples_per_s == Approx(1e9 / 110e3));
  CHECK(d.stages[1].samples_per_s == Approx(0.1e9 / 110e3));
  const double issue_s = 2 * b.cost.host_s;  // the cores issue the kernels as well
  CHECK(d.stages[3].samples_per_s == Approx(256 * 16 / (256 * 3e-3 + issue_s)));
  CHECK(d.stages[4].samples_per_s == Approx(2 * 12e9 / 300e3));
  CHECK(d.dataset_bytes == Approx(1281167 * 110e3));
  CHECK(d.cached_share == Approx(b.host.cache_bytes / d.dataset_bytes));
}

TEST_CASE("a page cache serves less than it holds, all when it holds all, and more memory never less") {
  double before = -1;
  for (const char* memory : {"\"16 GB\"", "\"64 GB\"", "\"128 GB\"", "\"150 GB\"", "\"256 GB\""}) {
    const DataPathBudget d = path({{"server.box.memory", memory}});
    CHECK(d.hit_share <= d.cached_share);
    CHECK(d.hit_share >= before);
    CHECK(d.stages[2].samples_per_s >= d.stages[1].samples_per_s);
    before = d.hit_share;
  }
  CHECK(before == 1);
}

TEST_CASE("shuffled epochs find in a cache of the least recently used what the law says") {
  // Replayed: 2,000 samples in a new order each epoch, a cache for 1,000 of them.
  constexpr std::size_t samples = 2000;
  constexpr std::size_t kept = 1000;
  std::vector<std::size_t> order(samples);
  for (std::size_t i = 0; i < samples; ++i) order[i] = i;
  std::uint64_t state = 88172645463325252ULL;
  const auto random = [&state] {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return state;
  };
  std::vector<std::size_t> recent;  // the most recent last
  std::size_t found = 0;
  constexpr int epochs = 12;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (std::size_t i = samples - 1; i > 0; --i) std::swap(order[i], order[random() % (i + 1)]);
    for (const std::size_t sample : order) {
      const auto at = std::find(recent.begin(), recent.end(), sample);
      if (at != recent.end()) {
        if (epoch > 1) ++found;
        recent.erase(at);
      }
      recent.push_back(sample);
      if (recent.size() > kept) recent.erase(recent.begin());
    }
  }
  const double replayed = static_cast<double>(found) / (samples * (epochs - 2.0));
  CHECK(0.5 + 0.5 * std::log(0.5) == Approx(replayed).margin(0.01));
  // The budget of a box whose page cache holds half.
  const JobBudget whole = box_budget(photos());
  const double memory_gb = (whole.host.need_bytes + whole.data_path.dataset_bytes / 2) / 1e9;
  const DataPathBudget half = path({{"server.box.memory", "\"" + std::to_string(memory_gb) + " GB\""}});
  CHECK(half.cached_share == Approx(0.5).epsilon(1e-6));
  CHECK(half.hit_share == Approx(0.5 + 0.5 * std::log(0.5)).epsilon(1e-5));
}

TEST_CASE("the slowest stage is named, and GPUs wait for what it is short of") {
  const JobBudget b =
      box_budget(photos({{"server.box.storage.random_read", "\"0.01 GB/s\""}, {"server.box.memory", "\"16 GB\""}}));
  const DataPathBudget& d = b.data_path;
  CHECK(d.slowest == 2);
  CHECK(d.wait_share == Approx(1 - d.rate_per_s / d.needed_per_s).epsilon(0.01));  // the first epoch differs little
  CHECK(used(b, Limit::data_path) == Approx(d.needed_per_s / d.rate_per_s));
  const DataPathBudget slow_cpu =
      path({{"job.train.dataset.cpu_time", "\"100 ms\""}, {"server.box.memory", "\"1024 GB\""}});
  CHECK(slow_cpu.slowest == 3);
  CHECK(slow_cpu.rate_per_s == Approx(160).epsilon(0.01));  // 16 cores, 100 ms each, and what they issue
}

TEST_CASE("a data set that fits into memory waits in the first epoch only") {
  const DataPathBudget once = path({{"server.box.memory", "\"512 GB\""}, {"job.train.dataset.epochs", "1"}});
  const DataPathBudget often = path({{"server.box.memory", "\"512 GB\""}, {"job.train.dataset.epochs", "10"}});
  REQUIRE(once.wait_share > 0.1);
  const double lost = once.wait_share / (1 - once.wait_share);  // in epochs without waiting
  CHECK(often.wait_share == Approx(lost / (10 + lost)));
}

TEST_CASE("nothing waits where every stage is fast enough") {
  const DataPathBudget d = path({{"server.box.storage.random_read", "\"100 GB/s\""},
                                 {"server.box.storage.read", "\"100 GB/s\""},
                                 {"job.train.dataset.cpu_time", "\"0.01 ms\""}});
  CHECK(d.wait_share == Approx(0).margin(1e-12));
}
