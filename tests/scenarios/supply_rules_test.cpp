// What is wrong with supplies, small UPS and mains, and what is said about it.
#include <string>
#include <vector>

#include "scenarios/read/reader.hpp"
#include "scenarios/write.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

std::string wrong(const std::string& key, const std::string& value) {
  std::string all;
  const std::vector<Override> sets{{key, value}};
  for (const auto& problem : read_scenario(box_text(), "t.toml", shipped_catalog(), sets).diagnostics) {
    all += to_string(problem) + "\n";
  }
  return all;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string table(const std::string& load, const std::string& runtime) {
  return "{ name = \"x\", rating = \"900 W\", battery = \"100 Wh\", load = " + load + ", runtime = " + runtime + " }";
}

}  // namespace

TEST_CASE("what no supply can be is said, of units and of what happens when one is lost") {
  CHECK(has(wrong("server.box.psu.on_loss", "half"), "one of \"none\", \"cap\", \"power brake\", \"off\""));
  CHECK(has(wrong("server.box.psu.failures", "-1 1/yr"), "not a working unit"));
  CHECK(has(wrong("server.box.psu.failures", "1 W"), "is a frequency or rate"));
  CHECK(has(wrong("server.box.psu.replace", "0 h"), "above 0 h"));
  CHECK(wrong("server.box.psu.replace", "never").empty());
}

TEST_CASE("what no UPS can be is said") {
  CHECK(has(wrong("server.box.ups", "APC"), "did you mean \"APC"));
  CHECK(has(wrong("server.box.ups", "5"), "not a number"));
  CHECK(has(wrong("server.box.ups", "{ name = \"x\", rating = \"900 W\" }"), "\"battery\" is missing"));
  CHECK(has(wrong("server.box.ups", "{ name = \"x\", rating = \"900 W\", battery = \"none\" }"), "needs a battery"));
  CHECK(has(wrong("server.box.ups", table("[\"400 W\", \"900 W\"]", "[\"10 min\"]")), "2 loads, but 1 run times"));
  CHECK(has(wrong("server.box.ups", table("[\"400 W\", \"900 W\"]", "[\"10 min\", \"12 min\"]")), "as long"));
  CHECK(has(wrong("server.box.ups", table("[\"900 W\", \"400 W\"]", "[\"5 min\", \"4 min\"]")), "ascend"));
  CHECK(has(wrong("server.box.ups", table("[\"900 W\"]", "[\"10 min\"]")), "more than the battery stores"));
  CHECK(has(wrong("server.box.ups.transfer", "-1 ms"), "cannot be -1 ms"));
  CHECK(has(wrong("server.box.ups.efficiency", "0"), "cannot give more than it takes"));
  CHECK(has(wrong("server.box.ups.on_low", "off"), "one of \"none\", \"shut down\""));
  CHECK(wrong("server.box.ups", "APC Smart-UPS 1400").empty());
}

TEST_CASE("what no mains can be is said") {
  CHECK(has(wrong("site.outages", "1 h"), "is a frequency or rate"));
  CHECK(has(wrong("site.outage_mean", "0 h"), "above 0 h"));
}
