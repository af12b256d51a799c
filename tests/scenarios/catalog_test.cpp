#include "scenarios/catalog.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "scenarios/facts/tables.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/reader_fixture.hpp"

using namespace rackcast::scenarios;
namespace fs = std::filesystem;

namespace {

std::string load_messages(std::vector<EmbeddedFile> files) {
  std::string out;
  for (const Diagnostic& d : Catalog::load(files).diagnostics) out += to_string(d) + "\n";
  return out;
}

constexpr std::string_view link_text =
    "name = \"x\"\nbandwidth = \"1 GB/s\"\nlatency = \"1 us\"\nsource = \"s\"\nconfidence = \"A\"\n";

}  // namespace

TEST_CASE("the catalogue that the tests use and the one that is shipped are valid") {
  CHECK(Catalog::load(test_catalog_files()).diagnostics.empty());
  const Catalog::Loaded shipped = Catalog::load(embedded_catalog());
  for (const Diagnostic& d : shipped.diagnostics) UNSCOPED_INFO(to_string(d));
  CHECK(shipped.diagnostics.empty());
}

TEST_CASE("every default that names an entry names one of the shipped catalogue") {
  const Catalog shipped = Catalog::load(embedded_catalog()).catalog;
  for (const TableFacts* table : all_tables()) {
    for (const Fact& fact : table->facts) {
      if (fact.kind != FactKind::table || !fact.fallback) continue;
      INFO(fact.key << " = " << *fact.fallback);
      CHECK(shipped.find(fact.table->base.kind, *fact.fallback) != nullptr);
    }
  }
}

TEST_CASE("names are found exactly, or loosely where only one fits") {
  const Catalog& catalog = test_catalog();
  CHECK(catalog.gpu("RTX 3090") != nullptr);
  CHECK(catalog.gpu("rtx-3090") == catalog.gpu("RTX 3090"));
  CHECK(catalog.gpu("RTX 309") == nullptr);
  CHECK(catalog.find("nothing", "RTX 3090") == nullptr);
  CHECK(catalog.chassis("Mid Tower")->name == "mid-tower");
  CHECK(catalog.names("links") == std::vector<std::string>{"NVLink bridge 3090", "PCIe 4.0 x16", "PCIe 4.0 x8"});
  const auto kinds = Catalog::kinds();
  CHECK(std::find(kinds.begin(), kinds.end(), "psu-design") != kinds.end());
}

TEST_CASE("details list every key with its unit and mark what nobody measured") {
  const auto details = test_catalog().details("gpus", "RTX 3090");
  CHECK(details.size() == gpu_facts().facts.size());
  const auto value = [&](std::string_view key) {
    return *std::find_if(details.begin(), details.end(), [key](const CatalogValue& v) { return v.key == key; });
  };
  CHECK(value("memory").value == "\"24 GiB\"");
  CHECK(value("power.idle").evidence == CatalogValue::Evidence::unverified);
  CHECK(value("power.max").evidence == CatalogValue::Evidence::measured);
}

TEST_CASE("mistakes in an entry are placed in its file and the entry is left out") {
  const std::string text{link_text};
  CHECK(load_messages({{"links/x.toml", text}}).empty());
  CHECK(load_messages({{"links/x.toml", "bandwidth = \"1 GB/s\"\n"}}) ==
        "models/catalog/links/x.toml:1:1: an entry needs a name; add name = \"...\"\n");
  CHECK(load_messages({{"links/x.toml", text + "latncy = 5\n"}}) ==
        "models/catalog/links/x.toml:6:1: unknown key \"latncy\" (not a key of an entry of links) did you mean "
        "\"latency\"?\n");
  CHECK(load_messages({{"links/x.toml", text + "unverified = [\"speed\"]\n"}}) ==
        "models/catalog/links/x.toml:6:14: \"speed\" in \"unverified\" is not a key of links\n");
  CHECK(load_messages({{"links/x.toml", text}, {"links/y.toml", text}}) ==
        "models/catalog/links/y.toml:1:8: a second entry named \"x\" (the first is models/catalog/links/x.toml) names "
        "must differ\n");
  CHECK(load_messages({{"links/x.toml", "name = \"x\"\nbandwidth = \"1 GB/s\"\nlatency = \"1 us\"\n"}})
            .find("\"source\" is missing") != std::string::npos);
}

TEST_CASE("an entry read on demand says what it says when all are read at once") {
  const Catalog at_once = Catalog::load(embedded_catalog()).catalog;
  const Catalog on_demand = Catalog::load(embedded_catalog(), {}, Embedded::on_demand).catalog;
  for (const std::string& kind : Catalog::kinds()) {
    REQUIRE(at_once.names(kind) == on_demand.names(kind));
    for (const std::string& name : at_once.names(kind)) {
      INFO(kind << " " << name);
      const auto a = at_once.details(kind, name);
      const auto b = on_demand.details(kind, name);
      const bool same = std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.key == y.key && x.value == y.value && x.evidence == y.evidence;
      });
      CHECK(same);
    }
  }
}

TEST_CASE("threads that look up the same entries on demand see one and the same") {
  const Catalog catalog = Catalog::load(embedded_catalog(), {}, Embedded::on_demand).catalog;
  const std::vector<std::string> names = catalog.names("servers");
  std::vector<std::vector<const void*>> seen(4);
  std::vector<std::thread> threads;
  for (auto& list : seen) {
    threads.emplace_back([&] {
      for (const std::string& name : names) list.push_back(catalog.find("servers", name)->spec.get());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& list : seen) CHECK(list == seen.front());
}

TEST_CASE("an embedded entry that is wrong is a fault of the program when it is looked up") {
  const EmbeddedFile file{"cpus/x.toml", "name = \"x\"\ncores = \"many\"\n"};
  const Catalog catalog = Catalog::load({&file, 1}, {}, Embedded::on_demand).catalog;
  CHECK_THROWS_AS(catalog.find("cpus", "x"), std::logic_error);
}

TEST_CASE("a folder adds entries and replaces those of the same name, also where servers refer to them") {
  const fs::path folder = fs::temp_directory_path() / "rackcast_catalog_test";
  fs::remove_all(folder);
  fs::create_directories(folder / "links");
  const std::string rest = "latency = \"5 us\"\nsource = \"mine\"\nconfidence = \"C\"\n";
  std::ofstream{folder / "links" / "a.toml"} << "name = \"my link\"\nbandwidth = \"50 GB/s\"\n" << rest;
  std::ofstream{folder / "links" / "b.toml"} << "name = \"PCIe 4.0 x8\"\nbandwidth = \"9 GB/s\"\n" << rest;
  const Catalog::Loaded loaded = Catalog::load(test_catalog_files(), folder);
  CHECK(loaded.diagnostics.empty());
  CHECK(loaded.catalog.link("my link")->bandwidth_bytes_per_s == 5e10);
  CHECK(loaded.catalog.link("PCIe 4.0 x8")->bandwidth_bytes_per_s == 9e9);
  CHECK(loaded.catalog.server("Twin 3090")->gpus.link.bandwidth_bytes_per_s == 9e9);
  CHECK(loaded.catalog.names("links").size() == 4);
  fs::create_directories(folder / "gpu");
  const Catalog::Loaded odd = Catalog::load(test_catalog_files(), folder);
  REQUIRE(odd.diagnostics.size() == 1);
  CHECK(to_string(odd.diagnostics[0]).find("not a kind of the catalogue; did you mean \"gpus\"?") != std::string::npos);
  CHECK(Catalog::load({}, folder / "none").diagnostics.size() == 1);
  fs::remove_all(folder);
}

TEST_CASE("every shipped example is valid on the shipped catalogue and survives write-back") {
  const Catalog shipped = Catalog::load(embedded_catalog()).catalog;
  int files = 0;
  for (const fs::directory_entry& file : fs::directory_iterator{fs::path{RACKCAST_SOURCE_DIR} / "scenarios/examples"}) {
    if (file.path().extension() != ".toml") continue;
    ++files;
    const ReadResult r = read_scenario_file(file.path(), shipped);
    for (const Diagnostic& d : r.diagnostics) UNSCOPED_INFO(to_string(d));
    REQUIRE(r.scenario.has_value());
    const std::string resolved = write_scenario(*r.scenario);
    const ReadResult again = read_scenario(resolved, "resolved.toml", Catalog{});
    REQUIRE(again.scenario.has_value());
    CHECK(write_scenario(*again.scenario) == resolved);
  }
  CHECK(files > 0);
}
