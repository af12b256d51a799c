#include <fstream>
#include <set>
#include <sstream>

#include "scenarios/embedded.hpp"
#include "scenarios/facts/format_help.hpp"
#include "scenarios/facts/tables.hpp"
#include "scenarios/path.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/read/value_reader.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/files_fixture.hpp"

using namespace rackcast::scenarios;

TEST_CASE("every key has a meaning, and a default or a reason to be given") {
  for (const TableFacts* table : all_tables()) {
    std::set<std::string_view> keys;
    for (const Fact& fact : table->facts) {
      INFO(table->name << ": " << fact.key);
      CHECK(keys.insert(fact.key).second);
      CHECK_FALSE(fact.help.empty());
      const bool table_of_defaults = fact.kind == FactKind::table && fact.table->base.kind.empty();
      const bool may_lack = fact.kind == FactKind::tables || table_of_defaults || fact.role == Role::input;
      CHECK((fact.need != Need::optional || fact.fallback.has_value() || may_lack));
      if (fact.unit) {
        CHECK(fact.unit->dimension == fact.stored->dimension);
        CHECK_FALSE(fact.example.empty());
        CHECK(has_range(fact));
      }
    }
  }
}

TEST_CASE("every default and every example is valid, and is written as it stands") {
  for (const TableFacts* table : all_tables()) {
    const std::shared_ptr<void> target = table->make();
    for (const Fact& fact : table->facts) {
      if (fact.kind == FactKind::table || fact.kind == FactKind::tables || fact.role == Role::input) continue;
      INFO(table->name << ": " << fact.key);
      Diagnostics diagnostics{"default"};
      if (fact.fallback) apply_default(fact, target.get(), diagnostics);
      if (fact.fallback && fact.kind == FactKind::quantity) {
        const std::string written = format_value(fact, target.get());
        apply_default(fact, target.get(), diagnostics);
        CHECK(format_value(fact, target.get()) == written);
      }
      if (!fact.example.empty()) {
        read_value(parse_value(fact.example, {}), fact, target.get(), diagnostics);
        const bool written_alike = fact.kind != FactKind::quantity || format_value(fact, target.get()) == fact.example;
        CHECK(written_alike);
      }
      for (const Diagnostic& d : diagnostics.sorted()) UNSCOPED_INFO(to_string(d));
      CHECK(diagnostics.count() == 0);
    }
  }
}

TEST_CASE("a value comes back from the member its fact names and from no other") {
  for (const TableFacts* table : all_tables()) {
    for (const Fact& fact : table->facts) {
      if (fact.kind != FactKind::quantity && fact.kind != FactKind::number) continue;
      const std::shared_ptr<void> target = table->make();
      void* owner = fact.access.owner(target.get());
      *fact.access.number(owner) = 12345;
      int touched = 0;
      for (const Fact& other : table->facts) {
        if (other.kind != FactKind::quantity && other.kind != FactKind::number) continue;
        if (*other.access.number(other.access.owner(target.get())) == 12345) ++touched;
      }
      INFO(table->name << ": " << fact.key);
      CHECK(touched == 1);
    }
  }
}

TEST_CASE("the documentation of the format is what the reader does") {
  std::ifstream file{std::string{RACKCAST_SOURCE_DIR} + "/docs/scenario_format.md"};
  std::stringstream text;
  text << file.rdbuf();
  CHECK(text.str() == scenario_format_markdown());
  CHECK(format_key_help(room_facts()).find("ventilation") != std::string::npos);
}

TEST_CASE("the examples of the tables, put together, are a valid scenario") {
  std::string text;
  for (const TableFacts* table : {&scenario_facts(), &room_facts(), &server_facts(), &gpu_group_facts(), &job_facts(),
                                  &alarm_facts(), &event_facts()}) {
    text += std::string{table->example} + "\n";
  }
  CHECK(read_ok(text).servers.at(0).gpus.count == 2);
}

TEST_CASE("the example of every other table is valid where it belongs") {
  const Folder folder{"examples"};
  folder.with("good.toml", good_scenario());
  const Catalog catalog = Catalog::load(embedded_catalog()).catalog;
  const auto check = [&](const TableFacts& table, std::string_view head) {
    INFO(table.name);
    REQUIRE_FALSE(table.example.empty());
    std::string text = "include = \"good.toml\"\n" + std::string{head} + std::string{table.example};
    for (const Diagnostic& d : read_scenario(text, "t.toml", catalog, {}, folder.path).diagnostics) {
      FAIL_CHECK(to_string(d));
    }
  };
  check(climate_facts(), "");
  check(heat_profile_facts(), "[[room]]\nname = \"storeroom\"\n");
  const std::string box = "[[server]]\nname = \"box\"\n";
  for (const TableFacts* part : {&psu_facts(), &cpu_facts(), &case_facts(), &outlet_facts(), &breaker_facts(),
                                 &software_facts(), &psu_design_facts(), &psu_efficiency_facts(), &storage_facts()}) {
    check(*part, box);
  }
  const std::string gpu = box + "  [[server.gpu]]\n";
  for (const TableFacts* part : {&link_facts(), &mounting_facts(), &cooler_facts()}) check(*part, gpu);
  check(gpu_facts(), box);
  const std::string job = "[[job]]\nname = \"imagenet\"\n";
  check(dataset_facts(), job);
  check(workload_facts(), job);
}

TEST_CASE("every table has an example") {
  for (const TableFacts* table : all_tables()) {
    INFO(table->name);
    CHECK_FALSE(table->example.empty());
  }
}
