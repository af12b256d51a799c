#include "viz/report/server_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/wording.hpp"
#include "viz/report/chart.hpp"
#include "viz/report/findings.hpp"
#include "viz/report/html.hpp"
#include "viz/report/quantities.hpp"
#include "viz/write/timeline_style.hpp"
#include "viz/write/xml.hpp"

namespace rackcast::viz {

namespace {

constexpr double card_height = 58;
constexpr double card_gap = 10;
constexpr double card_left = 96;
constexpr double card_width = chart_width - card_left - 66;
constexpr double head_height = 62;
constexpr double supply_height = 46;
constexpr double gauge_width = 84;
constexpr double gauge_label = 86;  ///< "power 100 %"

// Five steps of being near a limit. Dies are compared over the span from cool air to the limit.
constexpr double steps[] = {0.5, 0.7, 0.85, 0.95};
constexpr double cool_c = 20;
constexpr double warm_inlet_c = 45;  // intake at which most boards can no longer hold their power

int step_of(double share) {
  int step = 0;
  for (const double edge : steps) step += share >= edge ? 1 : 0;
  return step;
}

std::string css_step(double share) { return std::isnan(share) ? "hx" : fmt::format("h{}", step_of(share)); }
double heat_share(double temperature_c, double limit_c) { return (temperature_c - cool_c) / (limit_c - cool_c); }

std::string marked_text(double x, double y, const char* css_class, const std::string& markup) {
  return fmt::format("<text class=\"{}\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", css_class, x, y, markup);
}

std::string text(double x, double y, const char* css_class, const std::string& plain) {
  return marked_text(x, y, css_class, xml_escaped(plain));
}

std::string shown(const char* column, double value) {
  return std::isnan(value) ? "" : quantity_text(*quantity_of(column), value);
}

// A value that the viewer sets anew as time goes.
std::string live(const char* column, double value) {
  return std::isnan(value)
             ? ""
             : fmt::format("<tspan data-column=\"{}\">{}</tspan>", column, xml_escaped(shown(column, value)));
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) {
    if (!part.empty()) out += (out.empty() ? "" : " · ") + part;
  }
  return out;
}

struct Gauge {
  const char* name;
  const char* column;
  double value;
  double full;  ///< value at which the bar is full
};

// A bar for a share between 0 and 1, its name before it.
std::string gauge(double x, double y, const Gauge& shown) {
  const double share = shown.value / shown.full;
  if (std::isnan(share)) return "";
  const double inner = std::clamp(share, 0.0, 1.0) * gauge_width;
  return fmt::format("<g data-gauge=\"{}\" data-name=\"{}\" data-full=\"{}\">\n", shown.column, shown.name,
                     shown.full) +
         text(x, y + 8, "gauge", fmt::format("{} {:.0f} %", shown.name, share * 100)) +
         fmt::format(
             "<rect class=\"hollow\" x=\"{0:.0f}\" y=\"{1:.0f}\" width=\"{2}\" height=\"8\"/><rect "
             "class=\"filled\" x=\"{0:.0f}\" y=\"{1:.0f}\" width=\"{3:.1f}\" height=\"8\"/>\n",
             x + gauge_label, y, gauge_width, inner) +
         "</g>\n";
}

std::string plain_board_name(const Part& board) {
  return fmt::format("{} {:.0f}", board.kind == "gpu" ? "GPU" : "CPU", board.position);
}

std::string card(const Part& board, const StateOf& state, const std::string& mode, double y) {
  const double die_c = state(board.path, "die_c");
  const double power_w = state(board.path, "power_w");
  const double clock_mhz = state(board.path, "clock_mhz");
  const std::string step = css_step(heat_share(die_c, board.limit("target_c")));
  std::string out = fmt::format(
      "<g class=\"coloured {}\" data-part=\"{}\"><rect class=\"part\" x=\"{}\" y=\"{:.0f}\" width=\"{}\" height=\"{}\" "
      "rx=\"4\"/>\n",
      step, xml_escaped(board.path), card_left, y, card_width, card_height);
  out += marked_text(card_left + 10, y + 20, "strong", plain_board_name(board) + "  " + live("die_c", die_c));
  out += marked_text(card_left + 10, y + 36, "small", joined({live("power_w", power_w), live("clock_mhz", clock_mhz)}));
  out += fmt::format("<text class=\"small\" data-words=\"mode\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", card_left + 10,
                     y + 51, xml_escaped(mode));
  const double gauges = card_left + card_width - gauge_width - gauge_label - 8;
  out += gauge(gauges, y + 8, {"power", "power_w", power_w, board.limit("power_w")});
  out += gauge(gauges, y + 25, {"busy", "utilisation", state(board.path, "utilisation"), 1});
  out += gauge(gauges, y + 42, {"clock", "clock_mhz", clock_mhz, board.limit("max_clock_mhz")});
  return out + "</g>\n";
}

// The air at the intake of a board, with a fan.
std::string fan(const Part& board, const StateOf& state, double y) {
  const double inlet_c = state(board.path, "inlet_c");
  const double middle = y + card_height / 2;
  return fmt::format(
             "<g class=\"{}\" data-part=\"{}\" data-near=\"inlet_c\" data-from=\"{}\" data-to=\"{}\"><circle "
             "class=\"part\" cx=\"34\" cy=\"{:.0f}\" r=\"13\"/><path class=\"blades\" "
             "d=\"M34 {:.0f}v20M24 {:.0f}h20\"/></g>\n",
             css_step(heat_share(inlet_c, warm_inlet_c)), xml_escaped(board.path), cool_c, warm_inlet_c, middle - 8,
             middle - 18, middle - 8) +
         fmt::format("<path class=\"flow\" d=\"M52 {0:.0f}h34m-6 -4l6 4l-6 4\"/>\n", middle - 8) +
         (std::isnan(inlet_c)
              ? ""
              : fmt::format("<text class=\"small\" data-part=\"{}\" x=\"10\" y=\"{:.0f}\">in {}</text>\n",
                            xml_escaped(board.path), middle + 22, live("inlet_c", inlet_c)));
}

std::string supply(const RunFolder& run, const Part& server, const StateOf& state, double y) {
  const auto supplies = parts_of(run, "psu", server.path);
  const double power_w = state(server.path, "power_w");
  const double rating_w = supplies.empty() ? NAN : supplies.front()->limit("rating_w");
  std::string out = fmt::format(
      "<g class=\"{}\" data-part=\"{}\" data-near=\"power_w\" data-from=\"0\" data-to=\"{}\"><rect class=\"part\" "
      "x=\"{}\" y=\"{:.0f}\" width=\"{}\" height=\"{}\" "
      "rx=\"4\"/>\n",
      css_step(power_w / rating_w), xml_escaped(server.path), rating_w, card_left, y, card_width, supply_height);
  out += marked_text(card_left + 10, y + 19, "strong", "Supply  " + live("power_w", power_w));
  out += text(card_left + 10, y + 36, "small",
              std::isnan(rating_w) ? "" : fmt::format("at the outlet; rated {:.0f} W", rating_w));
  return out +
         gauge(card_left + card_width - gauge_width - gauge_label - 8, y + 19, {"load", "power_w", power_w, rating_w}) +
         "</g>\n";
}

}  // namespace

std::string server_drawing(const RunFolder& run, const Part& server, const StateOf& state,
                           const std::function<std::string(std::string_view)>& mode_of, const DrawnMoment& moment) {
  std::vector<const Part*> boards = boards_of(run, server.path);
  const std::size_t all = boards.size();
  boards.resize(std::min(all, most_boards_drawn));
  const double cards = static_cast<double>(boards.size()) * (card_height + card_gap);
  const double height = head_height + cards + supply_height + 20;
  std::string out =
      svg_open(chart_width, height, moment.title + ": " + timeline::shortened(server.path, 60), "chart space");
  out += fmt::format("<rect class=\"case\" x=\"4\" y=\"30\" width=\"{}\" height=\"{:.0f}\" rx=\"8\"/>\n",
                     chart_width - 8, height - 34);
  const double air_c = state(server.parent, "air_c");
  out +=
      text(6, 18, "label",
           joined({timeline::shortened(server.parent, 36), std::isnan(air_c) ? "" : "air " + shown("air_c", air_c)}));
  out += text(16, 50, "label",
              joined({timeline::shortened(server.path, 30),
                      all > boards.size() ? fmt::format("{} of {} boards", boards.size(), all) : ""}));
  double y = head_height;
  for (const Part* board : boards) {
    out += fan(*board, state, y) + card(*board, state, mode_of(board->path), y);
    y += card_height + card_gap;
  }
  if (boards.size() > 1) {
    const double x = card_left + card_width + 14;
    out += fmt::format("<path class=\"link\" d=\"M{0} {1}H{2:.0f}V{3:.0f}H{0}\"/>\n", card_left + card_width,
                       head_height + card_height / 2, x, y - card_gap - card_height / 2);
    out += text(x + 5, (head_height + y) / 2, "small", "links");
  }
  return fmt::format("<figure data-chart=\"space\" data-moment=\"{}\"><figcaption>{}</figcaption>\n", moment.key,
                     xml_escaped(moment.title)) +
         out + supply(run, server, state, y) + "</svg>\n</figure>\n";
}

}  // namespace rackcast::viz
