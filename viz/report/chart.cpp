#include "viz/report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/report/html.hpp"
#include "viz/write/axis.hpp"
#include "viz/write/event_marks.hpp"
#include "viz/write/timeline_style.hpp"
#include "viz/write/xml.hpp"

namespace rackcast::viz {

namespace {

constexpr double left = 52;
constexpr double right = 12;
constexpr double top = 20;
constexpr double bottom = 40;
constexpr double plot_height = 150;
constexpr double height = top + plot_height + bottom;
constexpr double margin_share = 0.06;
constexpr int value_ticks = 6;
constexpr int time_ticks = 8;

ValueRange range_of(const TimeChart& chart) {
  ValueRange range;
  for (const Series& s : chart.lines) {
    for (const Point& p : s.points) range.cover(p.value * chart.factor);
  }
  for (const ChartBand& band : chart.bands) {
    for (const double v : band.low) range.cover(v * chart.factor);
    for (const double v : band.high) range.cover(v * chart.factor);
  }
  const ValueRange data = range;
  const double margin = (data.high - data.low) * margin_share;
  range = {data.low - margin, data.high + margin};
  if (chart.covers_low <= data.low) range.low = chart.covers_low;
  if (chart.covers_high >= data.high) range.high = chart.covers_high;
  return range;
}

double highest(const Series& s) {
  ValueRange range;
  for (const Point& p : s.points) range.cover(p.value);
  return range.high;
}

class Drawing {
 public:
  explicit Drawing(const TimeChart& chart)
      : chart_(chart),
        unit_(time_unit(chart.end_s)),
        time_(0, chart.end_s / unit_.seconds, left, chart_width - right, time_ticks),
        bin_s_(std::max(chart.end_s, 1.0) / (chart_width - left - right)),
        values_(range_of(chart).low, range_of(chart).high, top + plot_height, top, value_ticks) {}

  std::string svg();
  std::string legend() const { return legend_.empty() ? "" : "<ul class=\"legend\">" + legend_ + "</ul>\n"; }

 private:
  double x(double time_s) const { return time_.pixel(time_s / unit_.seconds); }
  double y(double value) const { return values_.pixel(value * chart_.factor); }
  void grid();
  void marks();
  void band(const ChartBand& band);
  void line(const Series& series, std::size_t style);
  ChartBand span_of(const std::vector<Series>& all) const;

  const TimeChart& chart_;
  TimeUnit unit_;
  Axis time_;
  double bin_s_;
  Axis values_;
  std::string out_;
  std::string legend_;
};

void Drawing::grid() {
  for (const double tick : values_.ticks()) {
    const double at = values_.pixel(tick);
    out_ += fmt::format("<path class=\"grid\" d=\"M{} {:.1f}H{}\"/>", left, at, chart_width - right);
    out_ += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left - 6, at + 4,
                        values_.label(tick));
  }
  for (const double tick : time_.ticks()) {
    out_ += fmt::format("<path class=\"grid\" d=\"M{:.1f} {}v{}\"/>", time_.pixel(tick), top, plot_height);
    out_ += fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                        time_.pixel(tick), top + plot_height + 16, time_.label(tick));
  }
  out_ += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"end\">time ({})</text>\n",
                      chart_width - right, height - 6, unit_.name);
  out_ += fmt::format("<text class=\"tick\" x=\"2\" y=\"12\">{}</text>\n", xml_escaped(chart_.unit));
}

void Drawing::marks() {
  for (const EventMark& mark : event_marks(chart_.events, [&](sim::Time t) { return x(sim::to_seconds(t)); })) {
    const bool error = mark.severity == sim::Severity::error;
    out_ += fmt::format("<g class=\"{}\"><title>{}</title><path d=\"M{:.1f} {}v{}\"/>", error ? "error" : "warning",
                        xml_escaped(mark.text), mark.pixel, top, plot_height);
    out_ += error
                ? fmt::format("<path class=\"sign\" d=\"M{:.1f} {}l5 -9h-10z\"/></g>\n", mark.pixel, top)
                : fmt::format("<circle class=\"sign\" cx=\"{:.1f}\" cy=\"{}\" r=\"3.5\"/></g>\n", mark.pixel, top - 5);
  }
}

void Drawing::band(const ChartBand& band) {
  std::string there;
  std::string back;
  for (std::size_t i = 0; i < band.time_s.size(); ++i) {
    if (!std::isfinite(band.low[i]) || !std::isfinite(band.high[i])) continue;
    there += fmt::format("{:.1f},{:.1f} ", x(band.time_s[i]), y(band.high[i]));
    const std::size_t j = band.time_s.size() - 1 - i;
    if (std::isfinite(band.low[j])) back += fmt::format("{:.1f},{:.1f} ", x(band.time_s[j]), y(band.low[j]));
  }
  out_ += fmt::format("<polygon class=\"band\" points=\"{}{}\"/>\n", there, back);
}

void Drawing::line(const Series& series, std::size_t style) {
  std::string path;
  char command = 'M';
  for (const Point& p : thinned(series.points, bin_s_)) {
    if (std::isfinite(p.value)) path += fmt::format("{}{:.1f} {:.1f}", command, x(p.time_s), y(p.value));
    command = std::isfinite(p.value) ? 'L' : 'M';
  }
  out_ += fmt::format("<path class=\"line s{}\" d=\"{}\"/>\n", style, path);
  legend_ += fmt::format(
      "<li><svg class=\"key\" viewBox=\"0 0 26 8\" aria-hidden=\"true\"><path class=\"line s{}\" d=\"M0 4H26\"/></svg>"
      "{}</li>",
      style, name_html(series.component));
}

// Lowest and highest of many lines in each pixel.
ChartBand Drawing::span_of(const std::vector<Series>& all) const {
  const auto bins = static_cast<std::size_t>(chart_width - left - right) + 1;
  std::vector<ValueRange> ranges(bins);
  for (const Series& s : all) {
    for (const Point& p : s.points) {
      const double bin = std::clamp(std::floor(p.time_s / bin_s_), 0.0, static_cast<double>(bins - 1));
      ranges[static_cast<std::size_t>(bin)].cover(p.value);
    }
  }
  ChartBand band;
  for (std::size_t i = 0; i < bins; ++i) {
    if (ranges[i].empty()) continue;
    band.time_s.push_back(static_cast<double>(i) * bin_s_);
    band.low.push_back(ranges[i].low);
    band.high.push_back(ranges[i].high);
  }
  return band;
}

std::string Drawing::svg() {
  grid();
  for (const ChartBand& b : chart_.bands) band(b);
  if (chart_.lines.size() > timeline::colour_count) {
    band(span_of(chart_.lines));
    line(*std::max_element(chart_.lines.begin(), chart_.lines.end(),
                           [](const Series& a, const Series& b) { return highest(a) < highest(b); }),
         0);
    legend_ += fmt::format("<li>area: lowest to highest of {}</li>", chart_.lines.size());
  } else {
    for (std::size_t i = 0; i < chart_.lines.size(); ++i) line(chart_.lines[i], i);
  }
  marks();
  return svg_open(chart_width, height, chart_.title + " over time, in " + chart_.unit, "chart") + out_ + "</svg>\n";
}

}  // namespace

std::string svg_open(double width, double svg_height, const std::string& title, const std::string& css_class) {
  return fmt::format("<svg class=\"{}\" viewBox=\"0 0 {} {:.0f}\" role=\"img\"><title>{}</title>\n", css_class, width,
                     svg_height, xml_escaped(title));
}

std::string time_chart_html(const TimeChart& chart) {
  Drawing drawing(chart);
  const std::string svg = drawing.svg();
  return fmt::format("<figure data-chart=\"{}\"><figcaption>{} ({})</figcaption>\n{}{}</figure>\n",
                     xml_escaped(chart.id), xml_escaped(chart.title), xml_escaped(chart.unit), svg, drawing.legend());
}

}  // namespace rackcast::viz
