#include "viz/write/timeline_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "viz/write/axis.hpp"
#include "viz/write/event_marks.hpp"
#include "viz/write/series.hpp"
#include "viz/write/timeline_style.hpp"
#include "viz/write/xml.hpp"

namespace rackcast::viz {

namespace {

using namespace timeline;

struct Quantity {
  const char* title;
  const char* column;
  const char* unit;
  double factor;      // from the column's unit to the one shown
  double covers_low;  // values the axis always covers; NaN: none
  double covers_high;
};

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr Quantity quantities[] = {{"Power", "power_w", "W", 1, 0, none},
                                   {"Die temperature", "die_c", "°C", 1, none, none},
                                   {"Clock", "clock_mhz", "MHz", 1, none, none},
                                   {"Job progress", "progress", "%", 100, 0, 100}};

struct Panel {
  Quantity quantity;
  std::vector<Series> series;
};

ValueRange value_range(const Panel& panel) {
  ValueRange range;
  range.cover(panel.quantity.covers_low);
  range.cover(panel.quantity.covers_high);
  for (const Series& s : panel.series) {
    for (const Point& p : s.points) range.cover(p.value);
  }
  return range;
}

std::vector<Panel> panels_of(const sim::TraceTable& samples) {
  std::vector<Panel> panels;
  for (const Quantity& q : quantities) {
    Panel panel{q, series_of(samples, q.column)};
    for (Series& s : panel.series) {
      for (Point& p : s.points) p.value *= q.factor;
    }
    if (!panel.series.empty()) panels.push_back(std::move(panel));
  }
  return panels;
}

double end_of(const sim::TraceTable& samples, std::span<const sim::EventRecord> events) {
  sim::Time last;
  for (const sim::Time t : samples.time) last = std::max(last, t);
  for (const auto& e : events) last = std::max(last, e.time);
  return sim::to_seconds(last);
}

// Components in the order of their colours, one for all panels: boards first, since most panels show them.
std::vector<std::string> colours_of(const std::vector<Panel>& panels) {
  std::vector<std::string> order;
  const auto add = [&](const Panel& panel) {
    for (const Series& s : panel.series) {
      if (std::find(order.begin(), order.end(), s.component) == order.end()) order.push_back(s.component);
    }
  };
  for (const Panel& panel : panels) {
    if (panel.quantity.column == std::string_view("die_c")) add(panel);
  }
  for (const Panel& panel : panels) add(panel);
  return order;
}

class Drawing {
 public:
  Drawing(double end_s, std::size_t panels)
      : unit_(time_unit(end_s)),
        time_(0, end_s / unit_.seconds, left, width - right, 8),
        bin_s_(std::max(end_s, 1.0) / (width - right - left)),
        bottom_(top + static_cast<double>(panels) * (panel_height + panel_gap) - panel_gap) {}

  double bottom() const { return bottom_; }
  double x(double time_s) const { return time_.pixel(time_s / unit_.seconds); }
  const std::string& text() const { return out_; }

  void panel(const Panel& panel, std::size_t index, const std::vector<std::string>& colours);
  void time_axis();
  void event(const EventMark& mark);

 private:
  void grid(const Axis& axis, const Panel& panel, double above);
  void line(const Series& series, const Axis& axis, std::size_t colour);
  void band(const std::vector<Series>& all, const Axis& axis);
  void legend(const std::string& name, double y, std::size_t colour);

  TimeUnit unit_;
  Axis time_;
  double bin_s_;
  double bottom_;
  std::string out_;
};

void Drawing::grid(const Axis& axis, const Panel& panel, double above) {
  out_ += fmt::format("<text class=\"head\" x=\"{}\" y=\"{:.1f}\">{} ({})</text>\n", left, above - 7,
                      panel.quantity.title, panel.quantity.unit);
  for (const double tick : axis.ticks()) {
    const double y = axis.pixel(tick);
    out_ += fmt::format("<line class=\"grid\" x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\"/>", left, y,
                        width - right, y);
    out_ += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left - 6, y + 4,
                        axis.label(tick));
  }
  for (const double tick : time_.ticks()) {
    const double at = time_.pixel(tick);
    out_ += fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\"/>\n", at,
                        above, above + panel_height);
  }
}

void Drawing::line(const Series& series, const Axis& axis, std::size_t colour) {
  std::string path;
  char command = 'M';
  for (const Point& p : thinned(series.points, bin_s_)) {
    if (!std::isfinite(p.value)) {
      command = 'M';
      continue;
    }
    path += fmt::format("{}{:.1f} {:.1f}", command, x(p.time_s), axis.pixel(p.value));
    command = 'L';
  }
  out_ += fmt::format("<path class=\"line s{}\" d=\"{}\"><title>{}</title></path>\n", colour, path,
                      xml_escaped(series.component));
}

void Drawing::band(const std::vector<Series>& all, const Axis& axis) {
  const auto bins = static_cast<std::size_t>(width - right - left) + 1;
  std::vector<ValueRange> ranges(bins);
  for (const Series& s : all) {
    for (const Point& p : s.points) {
      const double bin = std::clamp(std::floor(p.time_s / bin_s_), 0.0, static_cast<double>(bins - 1));
      ranges[static_cast<std::size_t>(bin)].cover(p.value);
    }
  }
  std::string upper;
  std::string lower;
  for (std::size_t i = 0; i < bins; ++i) {
    if (!(ranges[i].low <= ranges[i].high)) continue;
    const double at = left + static_cast<double>(i);
    upper += fmt::format("{:.1f},{:.1f} ", at, axis.pixel(ranges[i].high));
    lower.insert(0, fmt::format("{:.1f},{:.1f} ", at, axis.pixel(ranges[i].low)));
  }
  out_ += fmt::format("<polygon class=\"band\" points=\"{}{}\"/>\n", upper, lower);
}

void Drawing::legend(const std::string& name, double y, std::size_t colour) {
  const double at = width - right + 12;
  out_ += fmt::format("<line class=\"line s{}\" x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\"/>", colour, at, y - 4,
                      at + 22, y - 4);
  out_ += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\">{}</text>\n", at + 28, y,
                      xml_escaped(shortened(name, legend_characters)));
}

double highest(const Series& s) {
  ValueRange range;
  for (const Point& p : s.points) range.cover(p.value);
  return range.high;
}

void Drawing::panel(const Panel& panel, std::size_t index, const std::vector<std::string>& colours) {
  const double above = top + static_cast<double>(index) * (panel_height + panel_gap);
  const ValueRange range = value_range(panel);
  const double margin = (range.high - range.low) * 0.05;
  const double low = range.low == panel.quantity.covers_low ? range.low : range.low - margin;
  const Axis axis(low, range.high + margin, above + panel_height, above, 5);
  grid(axis, panel, above);
  std::vector<Series> drawn = panel.series;
  if (drawn.size() > colour_count) {
    band(drawn, axis);
    drawn = {*std::max_element(drawn.begin(), drawn.end(),
                               [](const Series& a, const Series& b) { return highest(a) < highest(b); })};
    out_ += fmt::format("<text class=\"tick\" x=\"{}\" y=\"{:.1f}\">band: lowest to highest of {}</text>\n",
                        width - right + 12, above + 28, panel.series.size());
  }
  double row = above + 12;
  for (const Series& s : drawn) {
    const auto found = std::find(colours.begin(), colours.end(), s.component);
    const std::size_t colour = static_cast<std::size_t>(found - colours.begin()) % colour_count;
    line(s, axis, colour);
    legend(s.component, row, colour);
    row += 15;
  }
}

void Drawing::time_axis() {
  for (const double tick : time_.ticks()) {
    out_ += fmt::format("<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>",
                        time_.pixel(tick), bottom_ + 16, time_.label(tick));
  }
  out_ += fmt::format("\n<text class=\"head\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">time ({})</text>\n",
                      (left + width - right) / 2, bottom_ + 34, unit_.name);
}

void Drawing::event(const EventMark& mark) {
  const char* kind = mark.severity == sim::Severity::error ? "error" : "warning";
  const double at = mark.pixel;
  out_ += fmt::format("<g class=\"{0}\"><line x1=\"{1:.1f}\" y1=\"{2}\" x2=\"{1:.1f}\" y2=\"{3:.1f}\"/>", kind, at,
                      marks_y, bottom_);
  out_ += mark.severity == sim::Severity::error
              ? fmt::format("<path d=\"M{:.1f} {}l5 -9h-10z\"/>", at, marks_y)
              : fmt::format("<circle cx=\"{:.1f}\" cy=\"{}\" r=\"3.5\"/>", at, marks_y - 4);
  out_ += fmt::format("<title>{}</title></g>\n", xml_escaped(mark.text));
}

}  // namespace

std::string timeline_svg(std::string_view title, const sim::TraceTable& samples,
                         std::span<const sim::EventRecord> events) {
  const std::vector<Panel> panels = panels_of(samples);
  Drawing drawing(end_of(samples, events), std::max<std::size_t>(panels.size(), 1));
  const std::vector<EventMark> marks = event_marks(events, [&](sim::Time t) { return drawing.x(sim::to_seconds(t)); });
  for (const EventMark& mark : marks) drawing.event(mark);
  const std::vector<std::string> colours = colours_of(panels);
  for (std::size_t i = 0; i < panels.size(); ++i) drawing.panel(panels[i], i, colours);
  drawing.time_axis();
  const double height = drawing.bottom() + footer;
  std::string out = header(xml_escaped(title), height);
  out += drawing.text();
  if (panels.empty()) out += fmt::format("<text class=\"head\" x=\"{}\" y=\"{}\">no samples</text>\n", left, top + 60);
  out += key(drawing.bottom() + footer - 10, marks.size());
  return out + "</svg>\n";
}

}  // namespace rackcast::viz
