#include <cmath>
#include <random>

#include "tests/catch.hpp"
#include "tests/viz/report_folder.hpp"
#include "viz/report/csv_reader.hpp"
#include "viz/report/run_folder.hpp"
#include "viz/report/unreadable.hpp"

using namespace rackcast::viz;
using Catch::Matchers::Contains;

TEST_CASE("a CSV record comes back as it was quoted") {
  const Scratch scratch;
  put(scratch / "a.csv", "x,name,y\n1,\"a \"\"b\"\", c\nd\",\n2.5,,3\n");
  CsvReader csv(scratch / "a.csv");
  REQUIRE(csv.next());
  CHECK(csv.fields()[1] == "a \"b\", c\nd");
  CHECK(std::isnan(csv.number(2)));
  REQUIRE(csv.next());
  CHECK(csv.number(0) == 2.5);
  CHECK(csv.fields()[1].empty());
  CHECK_FALSE(csv.next());
}

TEST_CASE("a damaged CSV file is refused with its line") {
  const Scratch scratch;
  const auto problem = [&](const std::string& text) {
    put(scratch / "t.csv", text);
    try {
      CsvReader csv(scratch / "t.csv");
      while (csv.next()) (void)csv.number(0);
    } catch (const FolderUnreadable& e) {
      return std::string(e.what());
    }
    return std::string("nothing");
  };
  CHECK_THAT(problem(""), Contains("is empty"));
  CHECK_THAT(problem("x,y\n1,2\n3\n"), Contains("t.csv:3: has 1 fields"));
  CHECK_THAT(problem("x,y\n1e,2\n"), Contains("t.csv:2: \"1e\" is no number"));
  CHECK_THAT(problem("x,y\ninf,2\n"), Contains("is no number"));
  CHECK_THAT(problem("x,y\n1,2\n3,"), Contains("ends in the middle"));
  CHECK_THAT(problem("x,y\n\"1,2\n"), Contains("ends in the middle"));
  CHECK_THAT(problem("x,y\n\"1\"2,3\n"), Contains("quote"));
  CHECK(problem("x,y\n1,2\n") == "nothing");
}

TEST_CASE("a line longer than any buffer is one record") {
  const Scratch scratch;
  const std::string name(3'000'000, 'n');
  put(scratch / "long.csv", "x,name\n1,\"" + name + "\"\n2,b\n");
  CsvReader csv(scratch / "long.csv");
  REQUIRE(csv.next());
  CHECK(csv.fields()[1] == name);
  REQUIRE(csv.next());
  CHECK(csv.number(0) == 2);
}

TEST_CASE("a short trace is kept whole, with the extremes of its intervals") {
  const Scratch scratch;
  ReportFolder().write(scratch / "out");
  const TraceDigest trace = read_trace(scratch / "out/trace.csv");
  CHECK(trace.samples_per_bin == 1);
  CHECK(trace.time_s == std::vector<double>{0, 2000, 4000});
  const DigestSeries* power = trace.find("server.box", "power_w");
  REQUIRE(power != nullptr);
  CHECK(power->last == std::vector<double>{166, 800, 780});
  CHECK(power->high == std::vector<double>{166, 880.5, 810});
  CHECK(power->facts.high == 880.5);
  CHECK(power->facts.high_at_s == 2000);
  CHECK(power->facts.mean() == (166.0 + 800 + 780) / 3);
  CHECK(trace.column("power_max_w") == trace.columns.size());
  CHECK(trace.find("server.box", "die_c") == nullptr);
  CHECK(trace.worst_at_s == 4000);  // both at 83 °C, the intake warmer
  CHECK(trace.worst_value("server.box.gpu[1]", "inlet_c") == 39);
  CHECK(trace.columns[trace.column("mode")].labels == std::vector<std::string>{"none", "power_cap", "thermal_die"});
}

TEST_CASE("a thinned trace keeps the lowest, the highest and the last value of every bin") {
  const Scratch scratch;
  std::mt19937 random(7);
  const std::size_t instants = 9973;  // not a multiple of any bin
  std::vector<double> values;
  std::string csv = "time_s,component,power_w\n";
  for (std::size_t i = 0; i < instants; ++i) {
    values.push_back(static_cast<double>(random() % 100'000));
    csv += std::to_string(i * 10) + ",a," + std::to_string(static_cast<int>(values.back())) + "\n";
    if (i % 3 == 0) csv += std::to_string(i * 10) + ",b,1\n";
  }
  put(scratch / "trace.csv", csv);
  const TraceDigest trace = read_trace(scratch / "trace.csv", 400);
  CHECK(trace.instants == instants);
  CHECK(trace.time_s.size() <= 200);
  CHECK(trace.time_s.size() >= 100);
  const DigestSeries* a = trace.find("a", "power_w");
  REQUIRE(a != nullptr);
  std::size_t begin = 0;
  for (std::size_t bin = 0; bin < trace.time_s.size(); ++bin) {
    const std::size_t end = std::min<std::size_t>(begin + trace.samples_per_bin, instants);
    const auto [low, high] = std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                                 values.begin() + static_cast<std::ptrdiff_t>(end));
    REQUIRE(a->low[bin] == *low);
    REQUIRE(a->high[bin] == *high);
    REQUIRE(a->last[bin] == values[end - 1]);
    REQUIRE(trace.time_s[bin] == static_cast<double>(end - 1) * 10);
    begin = end;
  }
  CHECK(begin == instants);
  CHECK(trace.find("b", "power_w")->low.size() == trace.time_s.size());
}

TEST_CASE("time held back counts while a job trains, in every replication") {
  const Scratch scratch;
  ReportFolder().write(scratch / "out");
  const RunFolder run = read_run(scratch / "out");
  const HeldBack& held = run.events.held_back.at("server.box.gpu[1]");
  CHECK(held.training_s == 4000.0 + 3000 + 4000);  // replication 1 stands still for 1000 s
  CHECK(held.held_s == 500.0 + 400);
  CHECK(run.events.held_back.at("server.box.gpu[0]").held_s == 0);
  CHECK(run.events.finish_s.at("job.train") == std::vector<double>{4100, 4100, 4100});
  CHECK(run.events.total == 13);
  CHECK(run.events.of_shown == 4);
  const EventFacts& fault = run.events.kinds.at({rackcast::sim::Severity::error, "server.box.gpu[0]", "GPU fault"});
  CHECK((fault.count == 1 && fault.replications == 1 && fault.first_s == 1000));
}

TEST_CASE("events with impossible numbers are refused") {
  const Scratch scratch;
  const std::string header = "id,cause_id,replication,time_s,severity,component,event,detail\n";
  for (const char* line : {"1,,1e308,0,info,a,b,", "1,,,0,info,a,b,", "-1,,0,0,info,a,b,", "1,1e300,0,0,info,a,b,",
                           "1,,0,-1e308,info,a,b,", "1,,0,,info,a,b,", "1,,0,0,dire,a,b,"}) {
    put(scratch / "events.csv", header + line + "\n");
    CHECK_THROWS_WITH(read_events(scratch / "events.csv", {}, 1), Contains("events.csv:2"));
  }
  put(scratch / "events.csv", header + "1,,0,1e300,info,a,b,\n");
  CHECK(read_events(scratch / "events.csv", {}, 1).total == 1);
}

TEST_CASE("what the summary does not know is unknown, and what it has wrong is told with its place") {
  const ForecastData f = read_summary(
      R"({"title": "t", "seed": 1, "replications": 2, "later": [1], "jobs": [{"name": "j", "finished_fraction": 0.5,
      "duration_s": {"mean": 1, "sd": 0, "p10": 1, "p50": 1, "p90": null, "ci95_low": 1, "ci95_high": 1},
      "ideal_duration_s": 1}]})");
  CHECK(std::isnan(f.jobs.at(0).duration_s.p90));
  CHECK_FALSE(f.jobs[0].mfu.given());
  CHECK_FALSE(f.throttled.given());
  CHECK_THROWS_WITH(read_summary("{\"title\": 3}"), Contains("summary.json.title is no text"));
  CHECK_THROWS_WITH(read_summary(R"({"title": "t", "seed": 1, "replications": 1, "jobs": [{"name": "j"}]})"),
                    Contains("summary.json.jobs[0] has no \"finished_fraction\""));
  CHECK_THROWS_WITH(read_summary("{"), Contains("is no JSON"));
  CHECK_THROWS_WITH(read_summary(std::string(200'000, '[')), Contains("is no JSON"));
  CHECK_THROWS_AS(read_layout("[]"), FolderUnreadable);
  CHECK_THROWS_AS(read_summary("{\"title\": \"\xFF\"}"), FolderUnreadable);
}
