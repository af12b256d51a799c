// One server over 30 days with a daily temperature swing: CPU time of one replication, and memory per GPU.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "scenarios/catalog.hpp"
#include "scenarios/embedded.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/run_one.hpp"
#include "tests/bench/harness.hpp"
#include "tests/models/example_plant.hpp"

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

long resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  long size = 0;
  long resident = 0;
  statm >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// One server of very many boards, assembled and running: what each of them adds.
void measure_memory() {
  constexpr int boards = 8192;
  models::example::Setup setup;
  setup.server.gpus.count = boards;
  setup.server.psu.rating_w *= boards;
  setup.room.volume_m3 *= boards;
  setup.server.chassis.airflow_m3_per_s *= boards;
  const long before = resident_bytes();
  const auto plant = models::example::assemble(setup);
  plant->simulator.run(sim::from_seconds(61));
  std::printf("memory per GPU %44.2f KB\n", static_cast<double>(resident_bytes() - before) / 1024 / boards);
}

}  // namespace

int main() {
  measure_memory();
  const std::string examples = std::string(RACKCAST_SOURCE_DIR) + "/scenarios/examples/";
  measure("two RTX 3090, 30 days", long_run(examples + "two-3090-workstation.toml", "imagenet"));
  measure("two RTX 3090 in a closet, 30 days", long_run(examples + "dusty-closet.toml", "imagenet"));
}
