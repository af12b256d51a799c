// How storage, cores and page cache are divided.
#include "models/workload/host_shares.hpp"

#include <algorithm>
#include <numeric>

#include "models/workload/server_jobs.hpp"
#include "tests/catch.hpp"

using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double rounding = 1e-12;

double used(const std::vector<HostNeed>& needs, const std::vector<double>& rates, double HostNeed::*part) {
  double sum = 0;
  for (std::size_t i = 0; i < needs.size(); ++i) sum += needs[i].*part * rates[i];
  return sum;
}

// Needs of every size, some of nothing, some that only a part of the jobs has.
std::vector<std::vector<HostNeed>> samples() {
  std::vector<std::vector<HostNeed>> all;
  unsigned seed = 1;
  const auto draw = [&seed] {
    seed = seed * 1664525U + 1013904223U;
    return static_cast<double>(seed >> 8U) / (1U << 24U);
  };
  for (int i = 0; i < 500; ++i) {
    std::vector<HostNeed> needs(1 + static_cast<std::size_t>(draw() * 6));
    for (HostNeed& need : needs) {
      need = {draw() < 0.1 ? 0 : 20 * draw(), draw() < 0.3 ? 0 : draw(), draw() < 0.3 ? 0 : draw()};
    }
    all.push_back(needs);
  }
  return all;
}

}  // namespace

TEST_CASE("no part is used for more than its time, and nobody gets more than it asks for") {
  for (const auto& needs : samples()) {
    const auto rates = fair_rates(needs);
    CHECK(used(needs, rates, &HostNeed::storage_s) <= 1 + rounding);
    CHECK(used(needs, rates, &HostNeed::cpu_s) <= 1 + rounding);
    for (std::size_t i = 0; i < needs.size(); ++i) CHECK(rates[i] <= needs[i].rate_hz);
  }
}

TEST_CASE("who gets less than it asks for needs a part that is used up, and no other gets a larger share of one") {
  for (const auto& needs : samples()) {
    const auto rates = fair_rates(needs);
    for (std::size_t i = 0; i < needs.size(); ++i) {
      if (!(rates[i] < needs[i].rate_hz)) continue;
      bool bound = false;
      for (const auto part : {&HostNeed::storage_s, &HostNeed::cpu_s}) {
        bound = bound || (needs[i].*part > 0 && used(needs, rates, part) > 1 - 1e-9);
      }
      CHECK(bound);
      // The dominant share of any other that is held back by the same part is no larger.
      const double own = rates[i] * std::max(needs[i].storage_s, needs[i].cpu_s);
      for (std::size_t j = 0; j < needs.size(); ++j) {
        const bool same_parts =
            needs[j].storage_s > 0 && needs[j].cpu_s > 0 && needs[i].storage_s > 0 && needs[i].cpu_s > 0;
        if (same_parts) CHECK(rates[j] * std::max(needs[j].storage_s, needs[j].cpu_s) <= own * (1 + 1e-9));
      }
    }
  }
}

TEST_CASE("a job alone gets what its slowest part gives, equal jobs get equal rates, order does not matter") {
  CHECK(fair_rates({{10, 0.2, 0.05}}).front() == Approx(5));
  CHECK(fair_rates({{3, 0.2, 0.05}}).front() == 3);
  const auto halves = fair_rates({{10, 0.2, 0.05}, {10, 0.2, 0.05}});
  CHECK(halves[0] == halves[1]);
  CHECK(halves[0] == Approx(2.5));
  for (const auto& needs : samples()) {
    auto turned = needs;
    std::reverse(turned.begin(), turned.end());
    auto rates = fair_rates(turned);
    std::reverse(rates.begin(), rates.end());
    const auto straight = fair_rates(needs);
    for (std::size_t i = 0; i < rates.size(); ++i) CHECK(rates[i] == Approx(straight[i]).epsilon(1e-9));
  }
}

TEST_CASE("what a small demand leaves goes to the others") {
  // The first wants a tenth of the storage; the second could use all of it.
  const auto rates = fair_rates({{1, 0.1, 0}, {10, 0.5, 0}});
  CHECK(rates[0] == 1);
  CHECK(rates[1] == Approx(0.9 / 0.5));
  // One that needs cores alone is not held back by two that fight for the storage.
  const auto three = fair_rates({{10, 0.5, 0}, {10, 0.5, 0}, {4, 0, 0.2}});
  CHECK(three[0] == Approx(1));
  CHECK(three[1] == Approx(1));
  CHECK(three[2] == 4);
  CHECK(fair_shares(10, {2, 20, 20}) == std::vector<double>{2, 4, 4});
  CHECK(fair_shares(10, {1, 2, 3}) == std::vector<double>{1, 2, 3});
  CHECK(fair_shares(-1, {1}) == std::vector<double>{0});
}

TEST_CASE("the line for a GPU is served by time of submission, and nobody overtakes") {
  ServerJobs jobs(64e9);
  const auto first = jobs.add({{0}, 0, 1, 0, 0});
  const auto both = jobs.add({{0, 1}, 0, 2, 0, 0});
  const auto second = jobs.add({{1}, 0, 3, 0, 0});
  const auto early = jobs.add({{2}, 0, 4, 0, 0});
  CHECK(jobs.may_start(first));
  CHECK_FALSE(jobs.may_start(both));
  CHECK_FALSE(jobs.may_start(second));  // GPU 1 is free, but the one before waits for it
  CHECK(jobs.may_start(early));
  jobs.take_gpus(first);
  jobs.leave(first);
  CHECK(jobs.may_start(both));
  CHECK_FALSE(jobs.may_start(second));
  jobs.take_gpus(both);
  jobs.leave(both);
  CHECK(jobs.may_start(second));
}
