#include "viz/report/comparison.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/viz/report_folder.hpp"
#include "viz/report/unreadable.hpp"

using namespace rackcast::viz;
using Catch::Matchers::Contains;

namespace {

Spread around(double mean, double half_width) {
  return {Spread::Kind::distribution, mean, half_width, mean - half_width, mean, mean + half_width, mean - half_width,
          mean + half_width};
}

Compared run(const std::string& name, const std::string& job, double duration_s, double half_width_s) {
  Compared out{name, {}, {}};
  JobForecast forecast;
  forecast.name = job;
  forecast.finished_fraction = 1;
  forecast.duration_s = around(duration_s, half_width_s);
  forecast.ideal_duration_s = around(duration_s, half_width_s);
  out.forecast.jobs.push_back(forecast);
  return out;
}

const ComparedRow& row(const ComparedGroup& group, const std::string& title) {
  const auto found =
      std::find_if(group.rows.begin(), group.rows.end(), [&](const auto& r) { return r.title == title; });
  REQUIRE(found != group.rows.end());
  return *found;
}

}  // namespace

TEST_CASE("a difference is told as clear only where the intervals lie apart") {
  const Comparison c =
      compare({run("a", "x", 1000, 10), run("b", "x", 750, 10), run("c", "x", 1005, 10), run("d", "x", 1000, 10)});
  const ComparedRow& duration = row(c.groups.front(), "Duration");
  CHECK(change_text(duration, duration.cells[0]) == "");
  CHECK(change_text(duration, duration.cells[1]) == "−25 %");
  CHECK(change_text(duration, duration.cells[2]) == "≈");
  CHECK(change_text(duration, duration.cells[3]) == "");
  CHECK(c.findings.size() == 2);
  CHECK_THAT(c.findings[0], Contains("12.5 min of b against 16.7 min of a (−25 %)"));
  CHECK_THAT(c.findings[1], Contains("chance may explain it"));
}

TEST_CASE("changes of shares are points, of temperatures kelvin, of what grew many times a factor") {
  const ComparedCell cell{around(0.9, 0), 0.1, Certainty::clear};
  const auto said = [&](ComparedRow::Unit unit) { return change_text({"", unit, {}}, cell); };
  CHECK(said(ComparedRow::Unit::share) == "+80 points");
  CHECK(said(ComparedRow::Unit::celsius) == "+0.8 K");
  CHECK(said(ComparedRow::Unit::plain) == "×9");
  CHECK(change_text({"", ComparedRow::Unit::plain, {}}, {around(4, 0), 0, Certainty::clear}) == "+4");
}

TEST_CASE("single jobs are compared whatever their names, several by name") {
  CHECK(compare({run("a", "x", 1, 0), run("b", "y", 2, 0)}).groups.size() == 2);
  Compared two = run("b", "y", 2, 0);
  two.forecast.jobs.push_back(run("", "x", 3, 0).forecast.jobs.front());
  const Comparison c = compare({run("a", "x", 1, 0), two});
  REQUIRE(c.groups.size() == 3);
  const ComparedRow& x = row(c.groups[0], "Duration");
  CHECK((x.cells[0].spread.mean == 1 && x.cells[1].spread.mean == 3));
  CHECK_FALSE(row(c.groups[1], "Duration").cells[0].spread.given());
}

TEST_CASE("runs that are equal do not differ, and a run without jobs can be compared") {
  CHECK_THAT(compare({run("a", "x", 1, 0), run("b", "x", 1, 0)}).findings.at(0), Contains("do not differ"));
  CHECK(compare({Compared{"a", {}, {}}, Compared{"b", {}, {}}}).groups.size() == 1);
}

TEST_CASE("folders are compared from manifest and summary alone, and names cannot harm the page") {
  const Scratch scratch;
  ReportFolder{"<script>alert(1)</script>", "train"}.write(scratch / "a");
  ReportFolder{}.write(scratch / "b");
  fs::remove(scratch / "a/trace.csv");
  const Comparison c = compare(read_compared({scratch / "a", scratch / "b"}));
  const std::string page = comparison_page(c);
  CHECK(page.find("<script>") == std::string::npos);
  CHECK_THAT(page, Contains("<data value=\"4000.5\">"));
  CHECK(page == comparison_page(c));
  CHECK_THROWS_AS(read_compared({scratch / "a", scratch / "missing"}), FolderUnreadable);
}
