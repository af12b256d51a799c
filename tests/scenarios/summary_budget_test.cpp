#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "scenarios/bands.hpp"
#include "scenarios/fit.hpp"
#include "scenarios/forecast.hpp"
#include "scenarios/layout.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/remedies.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/wording.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a job that fits has no obstacle") { CHECK(obstacles(box_with(), shipped_catalog()).empty()); }

TEST_CASE("a job that does not fit is told its breakdown and changes that do fit") {
  const Scenario s = box_with({{"job.train.batch.global", "8192"}});
  const auto found = obstacles(s, shipped_catalog());
  REQUIRE(found.size() == 1);
  CHECK(has(found[0], "activations"));
  CHECK(has(found[0], "would fit with job.train.batch.micro = "));
}

TEST_CASE("a proposed micro-batch splits the samples of a GPU into equal parts") {
  const Scenario s = box_with({{"job.train.batch.global", "2000000"}});
  const auto changes = remedies(s.servers[0], s.jobs[0], shipped_catalog());
  const auto smaller = std::find_if(changes.begin(), changes.end(), [](const Remedy& remedy) {
    return remedy.set.size() == 1 && remedy.set[0].path == "job.train.batch.micro";
  });
  REQUIRE(smaller != changes.end());
  const std::string micro = smaller->set[0].value;
  CHECK(
      obstacles(box_with({{"job.train.batch.global", "2000000"}, {"job.train.batch.micro", micro}}), shipped_catalog())
          .empty());
}

TEST_CASE("air that cannot carry the heat is an obstacle with a way out of it") {
  const auto thin = obstacles(box_with({{"server.box.case.airflow", "\"0.1 CFM\""}}), shipped_catalog());
  REQUIRE(thin.size() == 1);
  CHECK(has(thin[0], "server.box.case.airflow = \""));
  const auto sealed =
      obstacles(box_with({{"room.storeroom.walls", "\"0 W/m^2/K\""}, {"room.storeroom.ventilation", "\"0 m^3/h\""}}),
                shipped_catalog());
  REQUIRE(sealed.size() == 1);
  CHECK(has(sealed[0], "room.storeroom.ventilation"));
  CHECK(obstacles(box_with({{"server.box.case.airflow", "\"20 CFM\""}}), shipped_catalog()).empty());
}

TEST_CASE("intervals that are too short for the horizon are refused") {
  const auto problems = [](const char* path, const char* value) {
    return read_scenario(box_text(), "box.toml", shipped_catalog(), std::vector<Override>{{path, value}})
        .diagnostics.size();
  };
  CHECK(problems("run.sample", "\"1 ms\"") == 1);
  CHECK(problems("run.sample", "\"6 s\"") == 0);
  CHECK(problems("run.horizon", "\"100 yr\"") == 0);
  CHECK(problems("job.train.checkpoint.every", "\"1 s\"") == 0);
}

TEST_CASE("every change that is proposed fits when it is made, and the next larger micro-batch does not") {
  const Scenario s = box_with({{"job.train.batch.global", "8192"}});
  const auto changes = remedies(s.servers[0], s.jobs[0], shipped_catalog());
  REQUIRE_FALSE(changes.empty());
  for (const Remedy& remedy : changes) {
    std::vector<Override> sets{{"job.train.batch.global", "8192"}};
    sets.insert(sets.end(), remedy.set.begin(), remedy.set.end());
    INFO(remedy_text(remedy));
    CHECK(obstacles(box_with(sets), shipped_catalog()).empty());
  }
  CHECK_FALSE(
      obstacles(box_with({{"job.train.batch.global", "8192"}, {"job.train.batch.micro", "2048"}}), shipped_catalog())
          .empty());
}

TEST_CASE("a model that no setting makes fit is told how much it needs at least") {
  const auto larger = obstacles(box_with({{"server.box.gpu.memory", "\"1 GiB\""}}), shipped_catalog());
  REQUIRE(larger.size() == 1);
  CHECK(has(larger[0], "server.box.gpu.model = "));
  const auto found = obstacles(box_with({{"server.box.software.reserved", "\"1000 GiB\""}}), shipped_catalog());
  REQUIRE(found.size() == 1);
  CHECK(has(found[0], "no setting of the job fits"));
}

TEST_CASE("layout lists every component with its parent and unverified fields") {
  const std::string text = layout_json(box_with(), {"server.box.gpu.curve.leakage", "server.box.cpu.idle"}).text();
  for (const char* path :
       {"room.storeroom", "server.box", "server.box.psu", "server.box.gpu[0]", "server.box.gpu[1]", "job.train"}) {
    CHECK(has(text, "\"path\": \"" + std::string(path) + "\""));
  }
  CHECK(has(text, "\"curve.leakage\""));
  CHECK(has(text, "\"product\": \"NVIDIA GeForce RTX 3090\""));
  CHECK(has(text, "\"cpu.idle\""));
  CHECK_FALSE(has(text, "\"gpu.curve.leakage\""));
}

TEST_CASE("bands are quantiles per time and series over the replications that have a value there") {
  const auto table = [](std::vector<double> values) {
    sim::TraceTable t;
    t.columns = {{"power_w", {}}, {"mode", {"a", "b"}}};
    t.components = {"server.box"};
    for (std::size_t r = 0; r < values.size(); ++r) {
      t.time.push_back({static_cast<std::int64_t>(r)});
      t.component.push_back(0);
      t.values.insert(t.values.end(), {values[r], 1});
    }
    return t;
  };
  const sim::TraceTable a = table({1, 10});
  const sim::TraceTable b = table({2, std::numeric_limits<double>::quiet_NaN()});
  const sim::TraceTable c = table({4});
  const sim::TraceTable* all[] = {&a, &b, &c};
  const sim::TraceTable bands = band_quantiles(all);
  CHECK(bands.components == std::vector<std::string>{"server.box.power_w"});
  REQUIRE(bands.rows() == 2);
  CHECK(bands.row(0)[0] == Approx(1.2));
  CHECK(bands.row(0)[1] == 2);
  CHECK(bands.row(0)[2] == Approx(3.6));
  CHECK(bands.row(1)[1] == 10);
}

TEST_CASE("numbers for people have three digits and a fitting unit") {
  CHECK(duration_text(0.2134) == "213 ms");
  CHECK(duration_text(5400) == "90 min");
  CHECK(duration_text(201600) == "56 h");
  CHECK(duration_text(std::numeric_limits<double>::infinity()) == "never");
  CHECK(power_text(1234) == "1.23 kW");
  CHECK(bytes_text(24.0 * 1024 * 1024 * 1024) == "24 GiB");
  CHECK(percent_text(0.0734) == "7.34 %");
  CHECK(number_text(std::nan("")) == "unknown");
  CHECK(listed({"a", "b", "c"}) == "a, b and c");
}

TEST_CASE("the forecast says duration, limit, losses, evidence and assumptions in words") {
  const Scenario s = box_with();
  std::vector<models::Outcome> outcomes(4);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    models::JobOutcome j;
    j.finished = true;
    j.steps_done = j.steps_total = 1000;
    j.samples_per_step = 256;
    j.ideal_duration_s = 90'000;
    j.lost_s[static_cast<std::size_t>(models::Loss::thermal)] = 10'000.0 + static_cast<double>(i);
    j.duration_s = j.ideal_duration_s + 10'000.0 + static_cast<double>(i);
    j.training_s = j.duration_s;
    j.peak_flops = 1e14;
    outcomes[i].jobs = {j};
  }
  const std::vector<JobEvidence> evidence = {{{"V1"}, 0, false, 0.06}};
  const std::string text = forecast_text(s, summarize_run(s, outcomes, evidence, {"server.box.cpu.idle"}));
  for (const char* part : {"27.8 h", "10 % is lost to thermal", "±6 %", "V1", "PyTorch 2.1 AMP channels-last",
                           "server.box.cpu.idle", "none in any replication"}) {
    INFO(text);
    CHECK(has(text, part));
  }
}
