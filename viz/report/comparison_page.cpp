#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/wording.hpp"
#include "viz/report/chart.hpp"
#include "viz/report/comparison.hpp"
#include "viz/report/forecast_charts.hpp"
#include "viz/report/html.hpp"
#include "viz/report/page.hpp"
#include "viz/write/axis.hpp"
#include "viz/write/timeline_style.hpp"
#include "viz/write/xml.hpp"

namespace rackcast::viz {

namespace {

constexpr double row_height = 44;
constexpr double left = 12;
constexpr double right = 12;
constexpr double bar_height = 12;
constexpr std::size_t name_characters = 44;

std::string cell_html(const ComparedRow& row, const ComparedCell& cell) {
  if (!cell.spread.given()) return "–";
  std::string out = number_html(cell.spread.mean, value_text(row, cell.spread.mean));
  const std::string change = change_text(row, cell);
  if (!change.empty()) out += fmt::format(" <small>{}</small>", change);
  return out;
}

std::string group_table(const Comparison& c, const ComparedGroup& group) {
  std::vector<Column> columns{""};
  for (const Compared& run : c.runs) columns.emplace_back(name_html(run.name));
  Table table(name_html(group.title) + ": means, and what differs from the first", columns);
  for (const ComparedRow& row : group.rows) {
    std::vector<std::string> cells{xml_escaped(row.title)};
    for (const ComparedCell& cell : row.cells) cells.push_back(cell_html(row, cell));
    table.row(cells);
  }
  return table.html();
}

double largest(const ComparedRow& row) {
  double out = 0;
  for (const ComparedCell& cell : row.cells) {
    for (const double value : {cell.spread.mean, cell.spread.p90})
      out = std::isfinite(value) ? std::max(out, value) : out;
  }
  return out > 0 ? out : 1;
}

// A bar to the mean and a whisker from p10 to p90 for each run; one that does not finish has no bar and says so.
std::string duration_bars(const Comparison& c, const ComparedGroup& group, const ComparedRow& row) {
  const TimeUnit unit = time_unit(largest(row));
  const Axis x(0, largest(row) / unit.seconds, left, chart_width - right, 6);
  const double bottom = row_height * static_cast<double>(row.cells.size()) + 6;
  std::string svg = svg_open(chart_width, bottom + 36, "Durations: mean, and p10 to p90", "chart");
  for (const double tick : x.ticks()) {
    svg += fmt::format(
        "<path class=\"grid\" d=\"M{0:.1f} 0V{1}\"/><text class=\"tick\" x=\"{0:.1f}\" y=\"{2}\" "
        "text-anchor=\"middle\">{3}</text>\n",
        x.pixel(tick), bottom, bottom + 16, x.label(tick));
  }
  double y = 16;
  for (std::size_t i = 0; i < row.cells.size(); ++i, y += row_height) {
    const Spread& s = row.cells[i].spread;
    const std::string said = std::isnan(s.mean) ? "does not finish" : value_text(row, s.mean);
    svg += fmt::format("<text class=\"label\" x=\"{}\" y=\"{:.0f}\">{}: {}</text>\n", left, y,
                       xml_escaped(timeline::shortened(c.runs[i].name, name_characters)), said);
    if (std::isnan(s.mean)) continue;
    svg += fmt::format("<rect class=\"ideal\" x=\"{}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{}\"/>\n", left, y + 5,
                       x.pixel(s.mean / unit.seconds) - left, bar_height);
    const double high_s = std::isnan(s.p90) ? largest(row) : s.p90;
    if (std::isfinite(s.p10)) {
      svg += fmt::format("<path class=\"whisker\" d=\"M{0:.1f} {2:.0f}v8m0 -4H{1:.1f}m0 -4v8\"/>\n",
                         x.pixel(s.p10 / unit.seconds), x.pixel(high_s / unit.seconds), y + 7);
    }
  }
  svg += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"end\">duration ({})</text></svg>\n",
                     chart_width - right, bottom + 32, unit.name);
  return "<figure data-chart=\"durations\"><figcaption>" + name_html(group.title) +
         ": duration, mean and p10 to p90</figcaption>\n" + svg + "</figure>\n";
}

std::string waterfalls(const Comparison& c) {
  std::string out;
  for (const Compared& run : c.runs) {
    for (const JobForecast& job : run.forecast.jobs) {
      out += "<div>" + heading(name_html(run.name) + ", " + name_html(job.name)) + waterfall_html(job) + "</div>\n";
    }
  }
  return "<div class=\"pair\">" + out + "</div>\n";
}

std::string runs_table(const Comparison& c) {
  Table table("What was compared", {"folder", words("title"), words("software"), "seed", words("version")});
  for (const Compared& run : c.runs) {
    table.row({name_html(run.name), name_html(run.forecast.title), name_html(run.forecast.software),
               fmt::format("{:.0f}", run.forecast.seed), name_html(run.facts.version)});
  }
  return table.html();
}

}  // namespace

std::string comparison_page(const Comparison& c) {
  std::vector<std::string> findings;
  for (const std::string& finding : c.findings) findings.push_back(xml_escaped(finding));
  std::string body =
      "<section id=\"comparison\" aria-labelledby=\"comparison-title\">\n"
      "<h2 id=\"comparison-title\">What differs</h2>\n" +
      bullets(findings);
  for (const ComparedGroup& group : c.groups) {
    for (const ComparedRow& row : group.rows) {
      if (row.title == "Duration") body += duration_bars(c, group, row);
    }
    body += group_table(c, group);
  }
  body +=
      paragraph(
          "Small figures: the change against the first run (≈: the 95 % intervals of the two means overlap, so that "
          "chance "
          "may explain the difference).") +
      "</section>\n<section id=\"losses\" aria-labelledby=\"losses-title\">\n<h2 id=\"losses-title\">Where the time "
      "goes</h2>\n" +
      waterfalls(c) + runs_table(c) + "</section>\n";
  return page_html(fmt::format("{} runs compared", c.runs.size()), "Rackcast comparison", "", body, "");
}

}  // namespace rackcast::viz
