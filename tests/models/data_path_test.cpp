// The data path: stages, page cache, and what waiting for data does to a step, to boards and to the account.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "models/compute/profile_power.hpp"
#include "models/power/supply.hpp"
#include "models/workload/activity_table.hpp"
#include "models/workload/data_path.hpp"
#include "models/workload/step_profile.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double gib = 1024.0 * 1024 * 1024;
constexpr double disk_files_per_s = 100;

// ImageNet photos on a disk in the example box: 16 cores, 64 GB.
ServerSpec disk_server() {
  ServerSpec server = example::server();
  server.cpu.cores = 16;
  server.cpu.core_speed = 1;
  server.memory_bytes = 64e9;
  server.storage.read_bytes_per_s = 0.25e9;
  server.storage.random_read_bytes_per_s = disk_files_per_s * small_file_bytes;
  server.storage.outstanding = 4;
  server.gpus.gpu.host_bytes_per_s = 12e9;
  return server;
}

JobSpec photos() {
  JobSpec job = example::job();
  job.dataset.sample_bytes = 110e3;
  job.dataset.cpu_s = 2.86e-3;
  job.dataset.input_bytes = 301e3;
  return job;
}

DataPath path_of(const ServerSpec& server, const JobSpec& job) { return step_cost(server, job).data; }

// Share of reads found by a replayed cache of the least recently used, second epoch and later.
double replayed_hits(std::size_t samples, std::size_t kept, int epochs) {
  std::mt19937 random(7);
  std::vector<std::size_t> order(samples);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::size_t> recent;
  std::size_t found = 0;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    for (std::size_t i = samples - 1; i > 0; --i) std::swap(order[i], order[random() % (i + 1)]);
    for (const std::size_t sample : order) {
      const auto at = std::find(recent.begin(), recent.end(), sample);
      if (at != recent.end()) {
        if (epoch > 0) ++found;
        recent.erase(at);
      }
      recent.push_back(sample);
      if (recent.size() > kept) recent.erase(recent.begin());
    }
  }
  return static_cast<double>(found) / (static_cast<double>(samples) * (epochs - 1));
}

}  // namespace

TEST_CASE("a page cache serves shuffled epochs as a replayed one does") {
  for (const double share : {0.25, 0.5, 0.75, 0.95}) {
    CHECK(page_cache_hits(share) ==
          Approx(replayed_hits(1000, static_cast<std::size_t>(1000 * share), 9)).margin(0.015));
  }
}

TEST_CASE("a page cache serves at most what it holds, all of it when it holds all, and more never less") {
  CHECK(page_cache_hits(0) == 0);
  CHECK(page_cache_hits(1) == 1);
  CHECK(page_cache_hits(3) == 1);
  double before = 0;
  for (double share = 0; share < 1; share += 1.0 / 512) {
    const double hits = page_cache_hits(share);
    REQUIRE(hits <= share);
    REQUIRE(hits >= before);
    before = hits;
  }
  CHECK(page_cache_hits(1e-12) >= 0);
}

TEST_CASE("the seconds of each stage by hand") {
  const ServerSpec server = disk_server();
  const JobSpec job = photos();
  const DataPath path = path_of(server, job);
  REQUIRE(path.known());
  CHECK(path.samples == 512);
  CHECK(path.storage_cold_s == Approx(512 / disk_files_per_s));
  CHECK(path.cpu_s == Approx((512 * 2.86e-3 + 2 * server.software.host_issue_s) / 16));
  CHECK(path.host_link_s == Approx(256 * 301e3 / 12e9));
  CHECK(path.epoch_steps == Approx(1281167.0 / 512));
  CHECK(path.cache_bytes == Approx(64e9 - 25.6e6 * 10 - 10 * gib));  // weights at 2 + 4 B, momentum 4 B; 2 processes
  CHECK(path.storage_warm_s == Approx((1 - page_cache_hits(path.cache_bytes / (1281167 * 110e3))) * 5.12));
  CHECK(path.slowest(PageCache::cold) == DataStage::storage);
  CHECK(path.samples_per_s(DataStage::storage, PageCache::cold) == Approx(disk_files_per_s));
}

TEST_CASE("of a data set without the size of a sample nothing is known") {
  JobSpec job = photos();
  job.dataset.sample_bytes = 0;
  const DataPath path = path_of(disk_server(), job);
  CHECK_FALSE(path.known());
  CHECK(path.step_s(PageCache::cold) == 0);
  CHECK(std::isinf(path.samples_per_s(DataStage::cpu, PageCache::cold)));
}

TEST_CASE("a stage of which nothing is known does not hold anything up") {
  ServerSpec server = disk_server();
  JobSpec job = photos();
  server.gpus.gpu.host_bytes_per_s = 0;
  job.dataset.cpu_s = 0;
  server.storage.read_bytes_per_s = 0;
  const DataPath path = path_of(server, job);
  CHECK(path.known());
  CHECK(path.step_s(PageCache::cold) == 0);
}

TEST_CASE("small files cost what opening them costs, records only their bytes") {
  StorageSpec lustre;
  lustre.read_bytes_per_s = 6e9;
  lustre.open_s = 2.3e-3;
  lustre.outstanding = 4;
  DatasetSpec tiny;
  tiny.sample_bytes = 3.1e3;
  CHECK(storage_read_s(lustre, tiny) == Approx(2.3e-3 / 4 + 3.1e3 / 6e9));
  tiny.stored = StoredAs::records;
  CHECK(storage_read_s(lustre, tiny) == Approx(3.1e3 / 6e9));
  // What the rate for small files implies costs a small file as much as a large one: a disk seeks.
  const StorageSpec disk = disk_server().storage;
  tiny.stored = StoredAs::files;
  const double seek_s = 1 / disk_files_per_s - 110e3 / 0.25e9;
  CHECK(storage_read_s(disk, tiny) == Approx(seek_s + 3.1e3 / 0.25e9));
  DatasetSpec large;
  large.sample_bytes = 10e6;
  CHECK(storage_read_s(disk, large) == Approx(seek_s + 10e6 / 0.25e9));
}

TEST_CASE("more cores, memory, disk, link and workers are never slower, larger samples never faster") {
  std::mt19937 random(11);
  const auto spread = [&](double low, double high) {
    return low * std::exp(std::log(high / low) * std::uniform_real_distribution<>(0, 1)(random));
  };
  for (int i = 0; i < 400; ++i) {
    ServerSpec server = disk_server();
    JobSpec job = photos();
    server.cpu.cores = std::ceil(spread(1, 128));
    server.memory_bytes = spread(4e9, 1e12);
    server.storage.read_bytes_per_s = spread(1e7, 1e11);
    server.storage.random_read_bytes_per_s = spread(1e6, server.storage.read_bytes_per_s);
    server.storage.open_s = spread(1e-6, 1e-1);
    job.dataset.sample_bytes = spread(1e3, 1e7);
    job.dataset.stored = i % 3 == 0 ? StoredAs::records : StoredAs::files;
    const DataPath path = path_of(server, job);
    for (const PageCache cache : {PageCache::cold, PageCache::warm}) {
      const auto no_slower = [&](auto change) {
        ServerSpec better = server;
        change(better);
        REQUIRE(path_of(better, job).step_s(cache) <= path.step_s(cache) * (1 + 1e-12));
      };
      const double more = spread(1, 8);
      no_slower([&](ServerSpec& s) { s.cpu.cores = std::ceil(s.cpu.cores * more); });
      no_slower([&](ServerSpec& s) { s.cpu.core_speed *= more; });
      no_slower([&](ServerSpec& s) { s.memory_bytes *= more; });
      no_slower([&](ServerSpec& s) { s.storage.read_bytes_per_s *= more, s.storage.random_read_bytes_per_s *= more; });
      no_slower([&](ServerSpec& s) { s.storage.outstanding *= more; });
      no_slower([&](ServerSpec& s) { s.storage.open_s /= more; });
      no_slower([&](ServerSpec& s) { s.gpus.gpu.host_bytes_per_s *= more; });
      JobSpec larger = job;
      larger.dataset.sample_bytes *= more;
      REQUIRE(path_of(server, larger).step_s(cache) >= path.step_s(cache) * (1 - 1e-12));
    }
    REQUIRE(path.step_s(PageCache::warm) <= path.step_s(PageCache::cold));
  }
}

TEST_CASE("a step takes as long as the slower of boards and data, and waits for the rest in one stretch") {
  const StepCost cost = step_cost(disk_server(), photos());
  std::mt19937 random(3);
  for (int i = 0; i < 400; ++i) {
    const double hz = std::uniform_real_distribution<>(300e6, 2000e6)(random);
    const double data_s = std::uniform_real_distribution<>(0, 3)(random);
    const StepProfile busy = step_profile(cost, hz);
    const StepProfile step = step_profile(cost, hz, 1, data_s);
    REQUIRE(step.step_s == std::max(busy.step_s, data_s));
    REQUIRE(step.starved_s == Approx(std::max(0.0, data_s - busy.step_s)).margin(1e-12));
    double sum_s = 0;
    for (const StepPhase& phase : step.phases) sum_s += phase.duration_s;
    REQUIRE(sum_s == Approx(step.step_s).epsilon(1e-12));
    const bool starves = data_s > busy.step_s;
    REQUIRE((step.phases.back().kind == PhaseKind::starved) == starves);
    if (!starves) REQUIRE(step.phases.size() == busy.phases.size());
  }
}

TEST_CASE("the energy of a starved step is that of the busy step and of the wait") {
  const GpuPower power(example::gpu(), {});
  const StepCost cost = step_cost(disk_server(), photos());
  constexpr double hz = 1500e6;
  constexpr double die_c = 60;
  const StepProfile busy = step_profile(cost, hz);
  const double wait_w = power.base_w() + power.leakage_w(hz, die_c);
  for (const double data_s : {1.1 * busy.step_s, 2 * busy.step_s, 30 * busy.step_s}) {
    const StepProfile step = step_profile(cost, hz, 1, data_s);
    const double step_j = mean_power(power, {step, hz}, hz, die_c).total_w() * step.step_s;
    const double busy_j = mean_power(power, {busy, hz}, hz, die_c).total_w() * busy.step_s;
    CHECK(step_j == Approx(busy_j + wait_w * step.starved_s).epsilon(1e-9));
    // The wait does not hide the kernels from the capping loop.
    CHECK(regulated_power_w(power, {step, hz}, hz, die_c) == Approx(regulated_power_w(power, {busy, hz}, hz, die_c)));
    CHECK(peak_power_w(power, {step, hz}, hz, die_c) == Approx(peak_power_w(power, {busy, hz}, hz, die_c)));
  }
}

TEST_CASE("a slower board takes from the wait for data before it holds up the others") {
  const GpuPower power(example::gpu(), {});
  const StepCost cost = step_cost(disk_server(), photos());
  constexpr double hz = 1500e6;
  constexpr double own_hz = 0.8 * hz;
  const StepProfile busy = step_profile(cost, hz);
  const StepProfile step = step_profile(cost, hz, 1, 2 * busy.step_s);
  double own_s = 0;
  for (const StepPhase& phase : busy.phases) {
    own_s += phase.duration_s * (1 - phase.clock_share + phase.clock_share * hz / own_hz);
  }
  REQUIRE(own_s > busy.step_s);
  const double own_j = mean_power(power, {busy, hz}, own_hz, 60).total_w() * own_s;
  const double wait_w = power.base_w() + power.leakage_w(own_hz, 60);
  const double step_j = mean_power(power, {step, hz}, own_hz, 60).total_w() * step.step_s;
  CHECK(step_j == Approx(own_j + wait_w * (step.step_s - own_s)).epsilon(1e-9));
}

TEST_CASE("processors are as busy as the data path keeps them") {
  const StepCost cost = step_cost(disk_server(), photos());
  ActivityTable table(cost, 1);
  const BoardActivity& step = table[table.training(1500e6, 0)];
  CHECK(step.cpu_load == Approx(cost.data.cpu_s / step.step.step_s));
  const ServerSpec server = disk_server();
  CHECK(host_power_w(server, step) == Approx(30 + step.cpu_load * (105 - 30) + 8 + 50));
  const BoardActivity& starved = table[table.training(1500e6, 10 * step.step.step_s)];
  CHECK(host_power_w(server, starved) < host_power_w(server, step));
  CHECK(host_power_w(server, table[ActivityTable::idle]) == Approx(30 + 8 + 50));
  CHECK(host_power_w(server, table[ActivityTable::off]) == 0);
  // Nothing known of the data: the load that the server says.
  ActivityTable unknown(step_cost(server, example::job()), 1);
  CHECK(host_power_w(server, unknown[unknown.training(1500e6, 0)]) == Approx(30 + 0.5 * (105 - 30) + 8 + 50));
}
