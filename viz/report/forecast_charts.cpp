#include "viz/report/forecast_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/wording.hpp"
#include "viz/report/chart.hpp"
#include "viz/report/findings.hpp"
#include "viz/report/html.hpp"
#include "viz/report/losses.hpp"
#include "viz/write/axis.hpp"
#include "viz/write/timeline_style.hpp"
#include "viz/write/xml.hpp"

namespace rackcast::viz {

namespace {

constexpr double worth_a_bar = 5e-4;
constexpr double row_height = 26;
constexpr double label_width = 116;
constexpr double value_width = 150;
constexpr double bar_height = 16;

struct Bar {
  std::string label;
  const char* css_class;
  double from_s;
  double to_s;
};

std::vector<Bar> bars_of(const JobForecast& job) {
  const double whole_s = accounted_s(job);
  double at_s = job.ideal_duration_s.mean;
  std::vector<Bar> bars{{"Ideal", "ideal", 0, at_s}};
  for (const auto& [name, lost] : job.lost_time_s) {
    if (std::abs(lost.mean) >= worth_a_bar * whole_s) {
      bars.push_back({words_of_loss(name).title, lost.mean < 0 ? "gain" : "loss", at_s, at_s + lost.mean});
    }
    at_s += lost.mean;
  }
  bars.push_back({job.finished_fraction > 0 ? "Actual" : "To the horizon", "whole", 0, at_s});
  return bars;
}

std::string sign_and_time(const Bar& bar) {
  const double length_s = bar.to_s - bar.from_s;
  const bool change = bar.css_class == std::string_view("loss") || bar.css_class == std::string_view("gain");
  return fmt::format("{}{}", change && length_s > 0 ? "+" : "", sim::duration_text(length_s));
}

double longest_s(const std::vector<Bar>& bars) {
  double longest = 0;
  for (const Bar& bar : bars) longest = std::max({longest, bar.from_s, bar.to_s});
  return longest > 0 ? longest : 1;
}

}  // namespace

std::string waterfall_html(const JobForecast& job) {
  const std::vector<Bar> bars = bars_of(job);
  const double scale = (chart_width - label_width - value_width) / longest_s(bars);
  const double whole_s = accounted_s(job);
  std::string svg = svg_open(chart_width, row_height * static_cast<double>(bars.size()) + 6,
                             "From the ideal duration to the actual one, loss by loss", "chart waterfall");
  double y = 4;
  for (const Bar& bar : bars) {
    const double x = label_width + std::min(bar.from_s, bar.to_s) * scale;
    const double width = std::abs(bar.to_s - bar.from_s) * scale;
    svg += fmt::format("<text class=\"label\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", label_width - 8,
                       y + 13, xml_escaped(bar.label));
    svg += fmt::format(
        "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{}\" data-from=\"{}\" "
        "data-to=\"{}\"/>",
        bar.css_class, x, y, std::max(width, 1.0), bar_height, bar.from_s, bar.to_s);
    svg +=
        fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{} ({})</text>\n",
                    chart_width - 2, y + 13, sign_and_time(bar), sim::percent_text((bar.to_s - bar.from_s) / whole_s));
    y += row_height;
  }
  return "<figure data-chart=\"waterfall\"><figcaption>From ideal to actual (time, mean of the "
         "replications)</figcaption>\n" +
         svg + "</svg>\n</figure>\n";
}

namespace {

constexpr double plot_left = 44;
constexpr double plot_right = 14;
constexpr double plot_top = 34;
constexpr double plot_height = 150;
constexpr double plot_bottom = plot_top + plot_height;
constexpr double all = 100;

struct Mark {
  const char* name;
  double at_s;
  const char* css_class;
  double text_y;
};

// p10, p50, p90 in one line of text, ideal and deadline in another, so that neighbours do not cover each other.
std::vector<Mark> marks_of(const JobForecast& job) {
  std::vector<Mark> marks{{"ideal", job.ideal_duration_s.mean, "ideal", plot_top - 20},
                          {"p10", job.duration_s.p10, "quantile", plot_top - 6},
                          {"p50", job.duration_s.p50, "quantile", plot_top - 6},
                          {"p90", job.duration_s.p90, "quantile", plot_top - 6},
                          {"deadline", job.deadline_s, "deadline", plot_top - 20}};
  std::erase_if(marks, [](const Mark& m) { return !std::isfinite(m.at_s); });
  return marks;
}

std::string steps_path(std::span<const double> sorted_s, double replications, const Axis& x, const Axis& y,
                       double unit) {
  std::string path = fmt::format("M{:.1f} {:.1f}", x.pixel(x.low()), y.pixel(0));
  for (std::size_t i = 0; i < sorted_s.size(); ++i) {
    path += fmt::format("H{:.1f}V{:.1f}", x.pixel(sorted_s[i] / unit),
                        y.pixel(static_cast<double>(i + 1) / replications * all));
  }
  return path + fmt::format("H{:.1f}", chart_width - plot_right);
}

std::string grid(const Axis& x, const Axis& y, const char* unit) {
  std::string out;
  for (const double tick : y.ticks()) {
    out +=
        fmt::format("<path class=\"grid\" d=\"M{} {:.1f}H{}\"/>", plot_left, y.pixel(tick), chart_width - plot_right);
    out += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", plot_left - 6,
                       y.pixel(tick) + 4, y.label(tick));
  }
  for (const double tick : x.ticks()) {
    out += fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x.pixel(tick),
                       plot_bottom + 16, x.label(tick));
  }
  return out + fmt::format(
                   "<text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"end\">duration ({})</text>"
                   "<text class=\"tick\" x=\"2\" y=\"{}\">%</text>\n",
                   chart_width - plot_right, plot_bottom + 34, unit, plot_top - 6);
}

}  // namespace

std::string duration_chart_html(const JobForecast& job, std::span<const double> durations_s, double replications) {
  std::vector<double> sorted_s(durations_s.begin(), durations_s.end());
  std::sort(sorted_s.begin(), sorted_s.end());
  const std::vector<Mark> marks = marks_of(job);
  double low_s = sorted_s.front();
  double high_s = sorted_s.back();
  for (const Mark& m : marks) {
    low_s = std::min(low_s, m.at_s);
    high_s = std::max(high_s, m.at_s);
  }
  const double margin_s = (high_s - low_s) * 0.04;
  const TimeUnit unit = time_unit(high_s);
  const Axis x((low_s - margin_s) / unit.seconds, (high_s + margin_s) / unit.seconds, plot_left,
               chart_width - plot_right, 6);
  const Axis y(0, all, plot_bottom, plot_top, 4);
  std::string svg =
      svg_open(chart_width, plot_bottom + 42, "Share of the replications finished within a duration", "chart");
  svg += grid(x, y, unit.name);
  for (const Mark& m : marks) {
    const double at = x.pixel(m.at_s / unit.seconds);
    svg += fmt::format(
        "<path class=\"mark {}\" d=\"M{:.1f} {}V{}\"/><text class=\"tick\" x=\"{:.1f}\" y=\"{}\" "
        "text-anchor=\"middle\">{}</text>\n",
        m.css_class, at, m.text_y + 3, plot_bottom, std::clamp(at, plot_left + 8, chart_width - 30), m.text_y, m.name);
  }
  svg +=
      fmt::format("<path class=\"line s0\" d=\"{}\"/></svg>\n", steps_path(sorted_s, replications, x, y, unit.seconds));
  return fmt::format(
      "<figure data-chart=\"duration\"><figcaption>Chance to be done within (share of {} replications, %)"
      "</figcaption>\n{}</figure>\n",
      replications, svg);
}

}  // namespace rackcast::viz
