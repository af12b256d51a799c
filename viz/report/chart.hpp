#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/trace.hpp"
#include "viz/write/series.hpp"

namespace rackcast::viz {

/// An area between two lines over time.
struct ChartBand {
  std::vector<double> time_s;
  std::vector<double> low;
  std::vector<double> high;
};

/// A chart over time. More lines than there are styles are drawn as the band between their lowest and highest, with the
/// line that goes highest (DESIGN: what matters in a rack of equals is the extreme).
struct TimeChart {
  std::string id;     ///< for the viewer: data-chart
  std::string title;  ///< plain text, as are the names of the lines
  std::string unit;
  double end_s = 0;
  double covers_low = 0;  ///< values the axis always covers; NaN: none
  double covers_high = 0;
  double factor = 1;  ///< from the data to what is shown
  std::vector<Series> lines;
  std::vector<ChartBand> bands;
  std::span<const sim::EventRecord> events;  ///< warnings and errors are marked
};

/// The chart as a figure: caption, static SVG (520 units wide, scales with the page) and legend. Lines differ by colour
/// and by dash.
std::string time_chart_html(const TimeChart& chart);

/// Parts that other charts use: an SVG of this size with its title for those who cannot see it.
std::string svg_open(double width, double height, const std::string& title, const std::string& css_class);
inline constexpr double chart_width = 520;

}  // namespace rackcast::viz
