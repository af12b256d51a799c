#include <fmt/format.h>

#include <algorithm>

#include "scenarios/read/reader.hpp"
#include "scenarios/text_table.hpp"
#include "scenarios/wording.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string sheet(const std::vector<Override>& sets = {}) { return check_text(box_with(sets), shipped_catalog()); }
std::string numbers(const std::vector<Override>& sets = {}) {
  return check_json(box_with(sets), shipped_catalog()).text();
}

}  // namespace

TEST_CASE("limits stand tightest first, in the budget, the text and the numbers") {
  const JobBudget b = box_budget();
  for (std::size_t i = 1; i < b.margins.size(); ++i) CHECK(b.margins[i - 1].used >= b.margins[i].used);
  const std::string text = sheet();
  CHECK(text.find("tightest") < text.find(b.margins.front().what));
  const std::string json = numbers();
  std::size_t at = json.find("\"margins\"");
  for (const Margin& m : b.margins) {
    const std::size_t next = json.find("\"key\": \"" + std::string(name(m.limit)) + "\"", at);
    REQUIRE(next != std::string::npos);
    at = next;
  }
}

TEST_CASE("text and numbers say the same") {
  const JobBudget b = box_budget();
  const std::string text = sheet();
  const std::string json = numbers();
  for (const double watts : {b.power.wall_w, b.power.gpus_w, b.power.steady_w, b.power.peaks.back().power_w}) {
    CHECK(has(text, fmt::format(" {:.0f} ", watts)));
    CHECK(has(json, sim::shortest(watts)));
  }
  for (const double c : {b.heat.die_c, b.heat.memory_c, b.heat.room_c, b.heat.intake_c, b.heat.inlet_c}) {
    CHECK(has(text, celsius_text(c)));
    CHECK(has(json, sim::shortest(c)));
  }
  CHECK(has(text, number_text(b.outlet.current_a) + " A steady"));
  CHECK(has(json, "\"current_a\": " + sim::shortest(b.outlet.current_a)));
}

TEST_CASE("the sheet names job, server, parts, peaks, limits and assumptions") {
  const std::string text = sheet();
  for (const char* part : {"job.train on server.box", "2 × RTX 3090", "activations", "MFU", "page cache", "losses",
                           "before the limiters act", "<- binds", "Schuko 230 V", "tightest", "relief", "at default",
                           "cpu_load = 0.3", "unverified"}) {
    INFO(text);
    CHECK(has(text, part));
  }
  CHECK_FALSE(has(text, "nan"));
}

TEST_CASE("the sheet of one job fits a screen, and no line of it is wider than a terminal") {
  const std::string text = sheet();
  CHECK(std::count(text.begin(), text.end(), '\n') <= 45);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    CHECK(width_of(text.substr(at, end - at)) <= 125);
    at = end + 1;
  }
}

TEST_CASE("what stands on the datasheet and does not go together is said") {
  CHECK(has(sheet({{"server.box.max_power", "\"500 W\""}}), "one of the two is wrong"));
  CHECK_FALSE(has(sheet({{"server.box.max_power", "\"1500 W\""}}), "one of the two is wrong"));
  CHECK(has(sheet({{"server.box.psu.rating", "\"700 W\""}}), "overloaded"));
  CHECK(has(sheet({{"server.box.dust", "\"12 month\""}}), "dust of 12 months"));
  CHECK_FALSE(has(sheet(), "dust of"));
}

TEST_CASE("equal jobs on equal servers are one sheet, all of them are in the numbers") {
  Scenario s = box_with();
  models::ServerSpec other = s.servers[0];
  models::JobSpec job = s.jobs[0];
  for (const char* n : {"2", "3"}) {
    other.name = std::string("box-") + n;
    job.name = std::string("train-") + n;
    job.on = other.name;
    s.servers.push_back(other);
    s.jobs.push_back(job);
  }
  CHECK(has(check_text(s, shipped_catalog()), "and 2 more alike, the last job.train-3"));
  CHECK(has(check_json(s, shipped_catalog()).text(), "\"train-3\""));
}

TEST_CASE("assumptions name defaults by their values and only those that are defaults") {
  const Scenario s = box_with({{"server.box.cpu_load", "0.5"}});
  const Assumptions a = assumptions_of(s, s.servers[0], s.jobs[0]);
  const auto at_default = [&](const std::string& path) {
    return std::any_of(a.defaults.begin(), a.defaults.end(), [&](const auto& d) { return d.first == path; });
  };
  CHECK_FALSE(at_default("server.box.cpu_load"));
  CHECK(at_default("server.box.outlet"));
  CHECK(at_default("server.box.psu.design"));
  CHECK_FALSE(at_default("server.box.gpu.link"));
  CHECK_FALSE(a.unverified.empty());
}

TEST_CASE("a table pads its columns to characters, not bytes") {
  TextTable table({Flush::left, Flush::right});
  table.add({"×", "1"});
  table.add({"ab", "10"});
  CHECK(table.text(" ") == " ×    1\n ab  10\n");
}

TEST_CASE("every server of the catalogue has a sheet: parts that sum, numbers everywhere, reliefs that hold") {
  for (const std::string& server : shipped_catalog().names("servers")) {
    INFO(server);
    const std::string text = "[[server]]\nname = \"box\"\nuse = \"" + server +
                             "\"\n[[job]]\nname = \"train\"\nmodel = \"ResNet-50\"\nprecision = \"fp32\"\n"
                             "dataset = { name = \"ImageNet-1k\", epochs = 3 }\nbatch = { per_gpu = 16 }\n";
    const ReadResult read = read_scenario(text, "server.toml", shipped_catalog());
    for (const auto& d : read.diagnostics) UNSCOPED_INFO(to_string(d));
    REQUIRE(read.scenario);
    const std::vector<Sheet> sheets = budget_sheets(*read.scenario, shipped_catalog());
    const PowerBudget& p = sheets.front().budget.power;
    CHECK(p.gpus_w + p.cpus_w + p.storage_w + p.other_w + p.losses_w == Approx(p.wall_w));
    for (const TightLimit& limit : sheets.front().limits) {
      INFO(limit.margin.what);
      CHECK(limit.margin.used > 0);
      for (const Relief& relief : limit.reliefs) CHECK(relief.used < limit.margin.used);
    }
    CHECK_FALSE(has(check_text(*read.scenario, shipped_catalog()), "nan"));
    CHECK_FALSE(has(check_text(*read.scenario, shipped_catalog()), "unknown"));
  }
}
