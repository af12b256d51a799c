// One server over 30 days with a daily temperature swing: CPU time of one replication, and memory per GPU.
#include <sys/resource.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "scenarios/catalog.hpp"
#include "scenarios/embedded.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/run_one.hpp"
#include "tests/bench/harness.hpp"

namespace {

using namespace rackcast;

scenarios::Scenario long_run(const std::string& file, const std::string& job) {
  const auto loaded = scenarios::Catalog::load(scenarios::embedded_catalog());
  const std::vector<scenarios::Override> sets{
      {"job." + job + ".dataset.epochs", "100000"}, {"site.climate.daily_swing", "8 K"}, {"run.horizon", "30 d"}};
  const auto read = scenarios::read_scenario_file(file, loaded.catalog, sets);
  for (const auto& problem : read.diagnostics) std::printf("%s\n", scenarios::to_string(problem).c_str());
  return read.scenario.value();
}

void measure(const char* what, const scenarios::Scenario& scenario) {
  std::uint64_t events = 0;
  constexpr int repeats = 7;
  const auto cost = bench::median_cost(
      repeats, [&] { events = scenarios::run_one(scenario, 1, scenarios::ReplicationKind::plain).outcome.events; });
  std::printf("%-40s %8.2f ms, %llu events\n", what, 1e3 * cost.s, static_cast<unsigned long long>(events));
}

}  // namespace

int main() {
  const std::string examples = std::string(RACKCAST_SOURCE_DIR) + "/scenarios/examples/";
  measure("two RTX 3090, 30 days", long_run(examples + "two-3090-workstation.toml", "imagenet"));
  measure("two RTX 3090 in a closet, 30 days", long_run(examples + "dusty-closet.toml", "imagenet"));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("peak memory %ld KB\n", usage.ru_maxrss);
}
