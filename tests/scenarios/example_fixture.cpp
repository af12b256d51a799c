#include "tests/scenarios/example_fixture.hpp"

#include "scenarios/read/reader.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

namespace rackcast::scenarios {

std::string example_file(const std::string& name) {
  return std::string(RACKCAST_SOURCE_DIR) + "/scenarios/examples/" + name + ".toml";
}

Scenario example(const std::string& name, const std::vector<Override>& sets) {
  const auto read = read_scenario_file(example_file(name), shipped_catalog(), sets);
  for (const auto& problem : read.diagnostics) UNSCOPED_INFO(to_string(problem));
  REQUIRE(read.diagnostics.empty());
  return read.scenario.value();
}

}  // namespace rackcast::scenarios
