#include "viz/write/timeline_svg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/catch.hpp"
#include "viz/write/axis.hpp"
#include "viz/write/event_marks.hpp"
#include "viz/write/series.hpp"
#include "viz/write/timeline_style.hpp"

using namespace rackcast;
using namespace rackcast::viz;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

sim::TraceTable gpus(int components, int rows) {
  sim::TraceTable table;
  table.columns = {{"power_w", {}}, {"die_c", {}}, {"fan_fraction", {}}};
  for (int c = 0; c < components; ++c) table.components.push_back("server.box.gpu[" + std::to_string(c) + "]");
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < components; ++c) {
      table.time.push_back(sim::from_seconds(60.0 * r));
      table.component.push_back(static_cast<std::uint32_t>(c));
      table.values.insert(table.values.end(), {300.0 + c, 60.0 + r % 20, 0.5});
    }
  }
  return table;
}

// Every tag that opens is closed in order: enough of XML for what we write.
bool tags_balance(const std::string& svg) {
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const std::size_t end = svg.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = svg.substr(at + 1, end - at - 1);
    if (tag.ends_with("/")) continue;
    const std::string name = tag.substr(tag[0] == '/' ? 1 : 0, tag.find_first_of(" /", 1) - (tag[0] == '/' ? 1 : 0));
    if (tag[0] != '/') {
      open.push_back(name);
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

}  // namespace

TEST_CASE("a panel is drawn for each known column that has values, with its unit") {
  const std::string svg = timeline_svg("run", gpus(2, 50), {});
  CHECK(count(svg, ">Power (W)<") == 1);
  CHECK(count(svg, ">Die temperature (°C)<") == 1);
  CHECK(count(svg, "Clock") == 0);
  CHECK(count(svg, "Job progress") == 0);
  CHECK(count(svg, "<path class=\"line") == 4);
  CHECK(count(svg, "server.box.gpu[1]</text>") == 2);
  CHECK(tags_balance(svg));
}

TEST_CASE("a component has the same colour in every panel") {
  sim::TraceTable table = gpus(2, 10);
  table.components.push_back("server.box");
  table.time.push_back({0});
  table.component.push_back(2);
  table.values.insert(table.values.end(), {900.0, std::numeric_limits<double>::quiet_NaN(), 0.5});
  const std::string svg = timeline_svg("run", table, {});
  CHECK(count(svg, "line s0\" d=") == 2);
  CHECK(count(svg, "line s1\" d=") == 2);
  CHECK(count(svg, "line s2\" d=") == 1);
}

TEST_CASE("many components are drawn as a band and the highest line") {
  const std::string svg = timeline_svg("run", gpus(16, 50), {});
  CHECK(count(svg, "<polygon class=\"band\"") == 2);
  CHECK(count(svg, "<path class=\"line") == 2);
  CHECK(count(svg, "lowest to highest of 16") == 2);
  CHECK(count(svg, "server.box.gpu[15]</text>") == 1);
  CHECK(tags_balance(svg));
}

TEST_CASE("event marks stand clear of the name of the first panel") {
  sim::EventRecord warning;
  warning.severity = sim::Severity::warning;
  warning.time = sim::from_seconds(60);
  const std::string svg = timeline_svg("title", gpus(1, 10), std::vector{warning});
  const std::size_t mark = svg.find("cy=\"");
  const std::size_t name = svg.find("y=\"", svg.find("class=\"head\""));
  REQUIRE(mark != std::string::npos);
  REQUIRE(name != std::string::npos);
  constexpr double letters_px = 13;
  CHECK(std::stod(svg.substr(mark + 4)) + 3.5 < std::stod(svg.substr(name + 3)) - letters_px);
}

TEST_CASE("text from the scenario is escaped and scripts are never written") {
  sim::TraceTable table = gpus(1, 3);
  table.components[0] = "<script>alert(1)</script>";
  const std::vector<sim::EventRecord> events = {
      {1, 0, sim::from_seconds(30), sim::Severity::error, "a<b", "stop & go", "\"quoted\"\x01"}};
  const std::string svg = timeline_svg("A & B <script>", table, events);
  CHECK(count(svg, "<script") == 0);
  CHECK(count(svg, "A &amp; B &lt;script&gt;") == 2);
  CHECK(count(svg, "a&lt;b: stop &amp; go (&quot;quoted&quot;)") == 1);
  CHECK(svg.find('\x01') == std::string::npos);
  CHECK(tags_balance(svg));
}

TEST_CASE("a run without samples still gives a picture") {
  const std::string svg = timeline_svg("empty", {}, {});
  CHECK(count(svg, "no samples") == 1);
  CHECK(count(svg, "nan") + count(svg, "inf") == 0);
  CHECK(tags_balance(svg));
}

TEST_CASE("a constant series and a single sample give finite coordinates") {
  sim::TraceTable table = gpus(1, 1);
  table.values[1] = std::numeric_limits<double>::quiet_NaN();
  const std::string svg = timeline_svg("one", table, {});
  CHECK(count(svg, "nan") + count(svg, "inf") == 0);
  CHECK(count(svg, "Die temperature") == 0);
}

TEST_CASE("thinning keeps every peak and every gap") {
  std::vector<Point> points;
  for (int i = 0; i < 10'000; ++i) points.push_back({i * 0.1, 50 + std::sin(i * 0.01)});
  points[4321].value = 99;
  points[7654].value = -5;
  points[5000].value = std::numeric_limits<double>::quiet_NaN();
  const auto thin = thinned(points, 10);
  CHECK(thin.size() < 500);
  const auto has = [&](double value) {
    return std::any_of(thin.begin(), thin.end(), [&](const Point& p) { return p.value == value; });
  };
  CHECK(has(99));
  CHECK(has(-5));
  CHECK(std::any_of(thin.begin(), thin.end(), [](const Point& p) { return std::isnan(p.value); }));
  CHECK(std::is_sorted(thin.begin(), thin.end(), [](const Point& a, const Point& b) { return a.time_s < b.time_s; }));
}

TEST_CASE("a peak between two samples is drawn where the table knows of it") {
  sim::TraceTable table;
  table.columns = {{"power_w", {}}, {"power_min_w", {}}, {"power_max_w", {}}};
  table.components = {"server.box"};
  table.time = {sim::from_seconds(0), sim::from_seconds(60)};
  table.component = {0, 0};
  table.values = {100, 100, 100, 120, 90, 945};
  const std::vector<Series> all = series_of(table, "power_w");
  REQUIRE(all.size() == 1);
  std::vector<double> values;
  for (const Point& p : all[0].points) values.push_back(p.value);
  CHECK(values == std::vector<double>{100, 90, 945, 120});
}

TEST_CASE("axes put ticks at 1, 2 or 5 times a power of ten and label them without spare digits") {
  CHECK(nice_step(0.11) == Approx(0.2));
  CHECK(nice_step(3) == 5);
  CHECK(nice_step(1000) == 1000);
  const Axis axis(0, 1, 100, 200, 5);
  REQUIRE(axis.ticks().size() == 6);
  CHECK(axis.label(axis.ticks()[1]) == "0.2");
  CHECK(axis.pixel(0.5) == 150);
  const Axis flat(7, 7, 0, 10, 4);
  CHECK(std::isfinite(flat.pixel(7)));
  CHECK(Axis(-3, 17, 0, 1, 4).label(0.0) == "0");
}

TEST_CASE("events close to each other share one mark of the worst severity") {
  std::vector<sim::EventRecord> events;
  for (int i = 0; i < 20; ++i) events.push_back({1, 0, {i}, sim::Severity::warning, "c", "e", ""});
  events[7].severity = sim::Severity::error;
  events.push_back({2, 0, {1000}, sim::Severity::warning, "late", "e", ""});
  events.push_back({3, 0, {2000}, sim::Severity::info, "not shown", "e", ""});
  const auto marks = event_marks(events, [](sim::Time t) { return static_cast<double>(t.ns) * 0.1; });
  REQUIRE(marks.size() == 2);
  CHECK(marks[0].severity == sim::Severity::error);
  CHECK(marks[0].text.find("and 14 more") != std::string::npos);
  CHECK(marks[1].severity == sim::Severity::warning);
}

TEST_CASE("long names are cut in the middle, never inside a character") {
  CHECK(timeline::shortened("short", 10) == "short");
  CHECK(timeline::shortened("server.a-long-name.gpu[12]", 11) == "serve…u[12]");
  CHECK(timeline::shortened("éééééééééé", 5) == "éé…éé");
}
