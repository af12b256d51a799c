#include <random>

#include "scenarios/facts/tables.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/reader_fixture.hpp"

using namespace rackcast::scenarios;

namespace {

/// Reads what was written with an empty catalogue, so that nothing can come from there.
std::string rewritten(const std::string& resolved) {
  const ReadResult again = read_scenario(resolved, "resolved.toml", Catalog{});
  for (const Diagnostic& d : again.diagnostics) UNSCOPED_INFO(to_string(d));
  REQUIRE(again.scenario.has_value());
  return write_scenario(*again.scenario);
}

/// A path of the good scenario for each table whose facts random values are drawn from.
struct Place {
  const TableFacts* facts;
  std::string_view path;
};

std::vector<Place> places() {
  return {{&scenario_facts(), ""},
          {&room_facts(), "room.storeroom."},
          {&server_facts(), "server.box."},
          {&psu_facts(), "server.box.psu."},
          {&gpu_group_facts(), "server.box.gpu."},
          {&case_facts(), "server.box.case."},
          {&cpu_facts(), "server.box.cpu."},
          {&software_facts(), "server.box.software."},
          {&workload_facts(), "job.imagenet.model."},
          {&job_facts(), "job.imagenet."},
          {&alarm_facts(), "alarm[0]."}};
}

/// A value within the range of a fact, with as many digits as a double has.
std::string random_value(const Fact& fact, std::mt19937_64& random) {
  if (!fact.choices.empty()) return std::string{fact.choices[random() % fact.choices.size()].text};
  if (!has_range(fact)) return {};
  const double share = static_cast<double>((random() >> 11U) + 1) * 0x1p-53;
  double value = fact.low + (fact.high - fact.low) * share * share * share;
  if (fact.whole == Fact::Whole::yes) value = std::ceil(value);
  return format_number(value) + (fact.unit ? " " + fact.unit->text : "");
}

}  // namespace

TEST_CASE("a scenario reads back from its resolved text, without a catalogue, to the same bytes") {
  const std::string resolved = write_scenario(read_ok(good_scenario()));
  CHECK(rewritten(resolved) == resolved);
}

TEST_CASE("the resolved text spells out every key") {
  const std::string resolved = write_scenario(read_ok(good_scenario()));
  for (const TableFacts* table : {&gpu_facts(), &room_facts(), &alarm_facts()}) {
    for (const Fact& fact : table->facts) {
      INFO(fact.key);
      if (fact.kind == FactKind::table) continue;  // its keys follow it
      CHECK(resolved.find("\n" + std::string{fact.key} + " = ") != std::string::npos);
    }
  }
  CHECK(resolved.find("psu.efficiency.load = [0.2, 0.5, 1]") != std::string::npos);
  CHECK(resolved.find("batch.per_gpu = 256") != std::string::npos);
  CHECK(resolved.find("other_heat.mean = \"0 W\"") != std::string::npos);
  CHECK(resolved.find("use =") == std::string::npos);
}

TEST_CASE("any valid overrides survive writing and reading") {
  std::mt19937_64 random{11};
  int valid = 0;
  const auto all = places();
  for (int i = 0; i < 2000; ++i) {
    std::vector<Override> sets;
    for (std::uint64_t k = 0; k <= random() % 4; ++k) {
      const Place& place = all[random() % all.size()];
      const Fact& fact = place.facts->facts[random() % place.facts->facts.size()];
      const std::string value = random_value(fact, random);
      if (!value.empty()) sets.push_back({std::string{place.path} + std::string{fact.key}, value});
    }
    const ReadResult r = read_scenario(good_scenario(), "t.toml", test_catalog(), sets);
    if (!r.scenario) continue;  // rules between keys may reject a random value
    ++valid;
    const std::string resolved = write_scenario(*r.scenario);
    for (const Override& set : sets) UNSCOPED_INFO(set.path << "=" << set.value);
    REQUIRE(rewritten(resolved) == resolved);
  }
  CHECK(valid > 500);
}

TEST_CASE("texts with quotes, backslashes and control characters survive") {
  Scenario s = read_ok(good_scenario());
  s.title = "a \"b\" \\ c\n\t\x01 \u00e9";
  const std::string resolved = write_scenario(s);
  CHECK(rewritten(resolved) == resolved);
  CHECK(read_scenario(resolved, "r", Catalog{}).scenario->title == s.title);
}

TEST_CASE("values in use that nobody measured are listed by their paths, replaced ones are not") {
  const std::vector<std::string> before{"server.box.case.airflow", "server.box.case.preheat",
                                        "server.box.gpu.power.idle", "server.box.gpu.thermal.sink_to_air"};
  CHECK(unverified_values(read_ok(good_scenario())) == before);
  const std::vector<std::string> after{"server.box.case.airflow", "server.box.gpu.power.idle"};
  const std::vector<Override> sets{{"server.box.case.preheat", "0.2"},
                                   {"server.box.gpu.thermal.sink_to_air", "0.1 K/W"}};
  const Scenario changed_scenario = read_ok(good_scenario(), sets);
  CHECK(unverified_values(changed_scenario) == after);
  const ReadResult again = read_scenario(write_scenario(changed_scenario), "r", Catalog{});
  REQUIRE(again.scenario);
  CHECK(unverified_values(*again.scenario) == after);
}
