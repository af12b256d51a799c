#include "viz/report/page.hpp"

#include <array>
#include <cmath>
#include <set>
#include <sstream>

#include "sim/json.hpp"
#include "tests/catch.hpp"
#include "tests/viz/report_folder.hpp"
#include "viz/report/forecast_charts.hpp"
#include "viz/report/page_data.hpp"
#include "viz/report/unreadable.hpp"
#include "viz/report/views.hpp"

using namespace rackcast::viz;
using Catch::Matchers::Contains;

namespace {

std::string page_of(const ReportFolder& folder) {
  const Scratch scratch;
  folder.write(scratch / "out");
  return report_page(read_run(scratch / "out"));
}

// Every element that is opened is closed, in order; what is wrong otherwise. The text of scripts is no markup.
std::string wrong_markup(const std::string& html) {
  static const std::set<std::string> without_end{"meta", "br", "link"};
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos) return "a tag without its end";
    const std::string tag = html.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" \n/", 1));
    if (tag.starts_with("!DOCTYPE") || without_end.contains(name) || tag.ends_with("/")) continue;
    if (tag.starts_with("/")) {
      if (open.empty() || "/" + open.back() != tag)
        return "</" + tag.substr(1) + "> closes " + (open.empty() ? "nothing" : open.back());
      open.pop_back();
      continue;
    }
    open.push_back(name);
    if (name == "script" || name == "style") at = html.find("</" + name, end) - 1;
  }
  return open.empty() ? "" : open.back() + " stays open";
}

std::vector<std::string> attributes(const std::string& html, const std::string& name) {
  std::vector<std::string> out;
  const std::string opening = " " + name + "=\"";
  for (std::size_t at = html.find(opening); at != std::string::npos; at = html.find(opening, at)) {
    at += opening.size();
    out.push_back(html.substr(at, html.find('"', at) - at));
  }
  return out;
}

}  // namespace

TEST_CASE("the page is well-formed, has every view and loads nothing") {
  const std::string page = page_of({});
  CHECK(wrong_markup(page) == "");
  for (const View& view : views()) {
    CHECK_THAT(page, Contains("<section id=\"" + std::string(view.id) + "\""));
    CHECK_THAT(page, Contains("href=\"#" + std::string(view.id) + "\""));
  }
  const std::vector<std::string> ids = attributes(page, "id");
  CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == ids.size());
  // The viewer names the namespace of SVG; that it asks for nothing is seen in a browser (tests/viewer).
  const std::string markup = page.substr(0, page.find("<script id=\"rackcast-viewer\">"));
  for (const char* outside : {"http://", "https://", "src=", "url(", "@import"})
    CHECK(markup.find(outside) == std::string::npos);
}

TEST_CASE("the checker of markup finds what is wrong") {
  CHECK(wrong_markup("<p><b>x</p></b>") != "");
  CHECK(wrong_markup("<p>x") != "");
  CHECK(wrong_markup("<p>x</p><br><path d=\"\"/>") == "");
}

TEST_CASE("the same folder gives the same bytes, written or not") {
  const Scratch scratch;
  ReportFolder().write(scratch / "out");
  write_report(scratch / "out");
  const std::string first = read(scratch / "out/report.html");
  write_report(scratch / "out");
  CHECK(read(scratch / "out/report.html") == first);
  CHECK(first == page_of({}));
}

TEST_CASE("the numbers of the summary stand in the page as they are") {
  const std::string page = page_of({});
  for (const double value :
       {4000.5, 3900.25, 4100.75, 3000.0,  0.31, 1626.5, 0.282,  0.167, 0.749,  300.5,  500.0,  -40.0,  5000.0,
        0.875,  0.104,   0.4125,  83.0625, 46.5, 0.333,  0.3125, 880.5, 785.25, 12.375, 3.7125, 0.6875, 1200.5}) {
    CHECK_THAT(page, Contains("<data value=\"" + rackcast::sim::shortest(value) + "\">"));
  }
}

TEST_CASE("the words say who is held back, by whose air, and what to change") {
  const std::string page = page_of({});
  CHECK_THAT(page, Contains("GPU 1 is held back by heat"));
  CHECK_THAT(page, Contains("its intake is warmed by GPU 0"));
  CHECK(page.find("GPU 0 is held back") == std::string::npos);
  CHECK_THAT(page, Contains("Slowest board</bdi> costs <data value=\"0.12"));
  CHECK_THAT(page, Contains("Begin at GPU 1"));
}

TEST_CASE("margins begin with what gave way, the worst first, and name the nearest limit where nothing did") {
  const Scratch scratch;
  ReportFolder().write(scratch / "out");
  RunFolder run = read_run(scratch / "out");
  CHECK(margins_view(run).starts_with(
      "<p><strong>Heat holds a board back: in at least 2 of 3 replications, at the earliest"));
  run.events.kinds[{rackcast::sim::Severity::error, "server.box.psu", "supply trips"}] = {1, 1, 0, 50};
  CHECK(margins_view(run).starts_with("<p><strong>A supply trips: in at least 1 of 3"));
  run.events.kinds.clear();
  CHECK(margins_view(run).starts_with("<p><strong>The nearest limit is that of GPU 1 (target of the die)"));
}

TEST_CASE("the waterfall adds up: each bar begins where the one before ended, the last is the whole") {
  const Scratch scratch;
  ReportFolder().write(scratch / "out");
  const RunFolder run = read_run(scratch / "out");
  const std::string svg = waterfall_html(run.forecast.jobs.at(0));
  const std::vector<std::string> from = attributes(svg, "data-from");
  const std::vector<std::string> to = attributes(svg, "data-to");
  REQUIRE(from.size() == 8);  // ideal, six losses that are not 0, actual
  for (std::size_t i = 1; i + 1 < from.size(); ++i)
    CHECK(std::stod(from[i]) == Approx(std::stod(to[i - 1])).margin(1e-9));
  CHECK(std::stod(from.back()) == 0);
  CHECK(std::stod(to.back()) == Approx(run.forecast.jobs[0].duration_s.mean));
  CHECK(std::stod(to[to.size() - 2]) == Approx(std::stod(to.back())));
}

TEST_CASE("hostile names stay text") {
  const std::array<std::string, 5> names{
      "</script><script>alert(1)</script>", "\"' onload=\"alert(1)\" x='", std::string(10'000, 'A') + "<img src=x>",
      "\u202E\u05E9\u05DC\u05D5\u05DD < & \u2028 \u2029", "<!-- ]]> --> \\u003c \xFF\xFE"};
  for (const std::string& name : names) {
    const std::string page = page_of({name, name});
    INFO(name.substr(0, 60));
    CHECK(wrong_markup(page) == "");
    CHECK(page.find("<script>") == std::string::npos);
    CHECK(page.find("<img") == std::string::npos);
    CHECK(page.find("onload=\"") == std::string::npos);
    CHECK(page.size() < 300'000);
    const std::size_t data = page.find("id=\"rackcast-data\">");
    const std::string json = page.substr(data + 19, page.find("</script>", data) - data - 19);
    CHECK(json.find_first_of("<>&") == std::string::npos);
    CHECK(json.find("\u2028") == std::string::npos);
    CHECK(json.back() == '}');
  }
}

TEST_CASE("text in a script element cannot end it and reads back the same") {
  CHECK(script_safe("{\n \"a\": \"</script>&\u2028\u2029\"\n}\n") ==
        "{\"a\": \"\\u003c/script\\u003e\\u0026\\u2028\\u2029\"}");
  CHECK(script_safe("\"two  spaces\"") == "\"two  spaces\"");
}

TEST_CASE("a folder that is no finished run is refused and left as it was") {
  const Scratch scratch;
  const auto refused = [&](const fs::path& folder) {
    try {
      write_report(folder);
    } catch (const FolderUnreadable& e) {
      return std::string(e.what());
    }
    return std::string("nothing");
  };
  CHECK_THAT(refused(scratch / "missing"), Contains("does not exist"));
  fs::create_directories(scratch / "empty");
  CHECK_THAT(refused(scratch / "empty"), Contains("is empty"));
  put(scratch / "foreign/thesis.txt", "years");
  CHECK_THAT(refused(scratch / "foreign"), Contains("was not written by rackcast"));
  put(scratch / "file", "x");
  CHECK_THAT(refused(scratch / "file"), Contains("is a file"));
  ReportFolder().write(scratch / "half");
  put(scratch / "half/manifest.json", R"({"tool": "rackcast", "complete": false})");
  CHECK_THAT(refused(scratch / "half"), Contains("is unfinished"));
  for (const char* name :
       {"summary.json", "layout.json", "trace.csv", "bands.csv", "events.csv", "scenario.resolved.toml"}) {
    ReportFolder().write(scratch / "broken");
    fs::remove(scratch / "broken" / name);
    CHECK_THAT(refused(scratch / "broken"), Contains(name));
  }
  for (const char* name : {"summary.json", "layout.json", "trace.csv", "bands.csv", "events.csv"}) {
    ReportFolder().write(scratch / "cut");
    const std::string whole = read(scratch / "cut" / name);
    for (const std::size_t size : {whole.size() / 2 + 1, whole.size() / 3, std::size_t{1}}) {
      put(scratch / "cut" / name, whole.substr(0, size));
      CHECK_THAT(refused(scratch / "cut"), Contains(name));
    }
  }
  CHECK_FALSE(fs::exists(scratch / "broken/report.html"));
  CHECK(read(scratch / "foreign/thesis.txt") == "years");
}

TEST_CASE("a folder with nothing but headers and no job is a page too") {
  const Scratch scratch;
  ReportFolder().write(scratch / "bare");
  put(scratch / "bare/summary.json", R"({"title": "", "seed": 0, "replications": 1, "horizon_s": 1, "jobs": []})");
  put(scratch / "bare/layout.json", R"({"components": []})");
  put(scratch / "bare/trace.csv", "time_s,component,power_w\n");
  put(scratch / "bare/bands.csv", "time_s,series,p10,p50,p90\n");
  put(scratch / "bare/events.csv", "id,cause_id,replication,time_s,severity,component,event,detail\n");
  const std::string page = report_page(read_run(scratch / "bare"));
  CHECK(wrong_markup(page) == "");
  CHECK(page.find("nan") == std::string::npos);
}
