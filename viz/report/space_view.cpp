#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "sim/wording.hpp"
#include "viz/report/findings.hpp"
#include "viz/report/html.hpp"
#include "viz/report/losses.hpp"
#include "viz/report/quantities.hpp"
#include "viz/report/server_drawing.hpp"
#include "viz/report/views.hpp"

namespace rackcast::viz {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr const char* shown_columns[] = {"die_c", "memory_c", "inlet_c", "power_w", "clock_mhz", "utilisation"};
constexpr std::size_t most_servers_drawn = 8;

double mean_of(const RunFolder& run, std::string_view path, std::string_view column) {
  const DigestSeries* series = run.trace.find(path, column);
  return series == nullptr ? unknown : series->facts.mean();
}

std::string worst_mode(const RunFolder& run, std::string_view path) {
  const double value = run.trace.worst_value(path, "mode");
  const std::size_t column = run.trace.column("mode");
  if (std::isnan(value)) return "";
  return words_of_mode(run.trace.columns[column].labels[static_cast<std::size_t>(value)]);
}

std::string held_back_share(const RunFolder& run, std::string_view path) {
  const auto found = run.events.held_back.find(std::string(path));
  if (found == run.events.held_back.end() || found->second.training_s <= 0) return "";
  return "held back " + sim::percent_text(found->second.share());
}

std::string table_html(const RunFolder& run, const std::string& caption, const StateOf& state,
                       const std::function<std::string(std::string_view)>& mode_of) {
  std::vector<Column> head{"component"};
  for (const char* column : shown_columns) head.emplace_back(quantity_of(column)->title);
  head.push_back(words("state"));
  Table table(caption, head);
  for (const Part* board : boards_of(run)) {
    std::vector<std::string> cells{board_name(run, board->path)};
    for (const char* column : shown_columns)
      cells.push_back(quantity_html(*quantity_of(column), state(board->path, column)));
    cells.push_back(mode_of(board->path));
    table.row(cells);
  }
  return table.empty() ? "" : table.html();
}

constexpr const char* key =
    "<p class=\"steps\">Colour: how near to its limit, in five steps: "
    "<span class=\"h0\">under half</span> <span class=\"h1\">50 to 70 %</span> <span class=\"h2\">70 to 85 %</span> "
    "<span class=\"h3\">85 to 95 %</span> <span class=\"h4\">95 % and more</span>. Cards by die temperature (20 °C to "
    "the temperature at which they slow down), fans by intake (20 to 45 °C), the supply by load. Bars: share of the "
    "power "
    "limit, of the time, of the highest clock.</p>\n";

}  // namespace

std::string space_view(const RunFolder& run) {
  if (run.trace.time_s.empty()) return paragraph("The run recorded no samples.");
  const StateOf worst = [&](std::string_view path, std::string_view column) {
    return run.trace.worst_value(path, column);
  };
  const StateOf mean = [&](std::string_view path, std::string_view column) { return mean_of(run, path, column); };
  const auto mode = [&](std::string_view path) { return worst_mode(run, path); };
  const auto share = [&](std::string_view path) { return held_back_share(run, path); };
  const std::string at = sim::duration_text(run.trace.worst_at_s);
  std::string drawings;
  const auto servers = parts_of(run, "server");
  for (std::size_t i = 0; i < servers.size() && i < most_servers_drawn; ++i) {
    drawings += server_drawing(run, *servers[i], worst, mode, {"worst", "The hottest moment, after " + at});
    drawings += server_drawing(run, *servers[i], mean, share, {"mean", "In the mean over the run"});
  }
  std::string out = paragraph(fmt::format(
      "Replication {} at the sampled moment at which a die is hottest ({} after the start; of equal ones that with the "
      "warmest intake), and in the mean of all samples.",
      run.events.replication, duration_html(run.trace.worst_at_s)));
  if (servers.size() > most_servers_drawn) {
    out += paragraph(
        fmt::format("The first {} of {} servers are drawn; the tables have all.", most_servers_drawn, servers.size()));
  }
  return out + key + "<div class=\"pair\">\n" + drawings + "</div>\n" +
         table_html(run, "The hottest moment, after " + at, worst, mode) +
         table_html(run, "Mean over the run; held back: share of the training time of all replications", mean, share);
}

}  // namespace rackcast::viz
