#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/wording.hpp"
#include "viz/report/chart.hpp"
#include "viz/report/findings.hpp"
#include "viz/report/html.hpp"
#include "viz/report/quantities.hpp"
#include "viz/report/views.hpp"
#include "viz/write/xml.hpp"

namespace rackcast::viz {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double reached = 0.995;  // of a limit that a controller holds
constexpr double cool_c = 20;      // from which a temperature's share of its limit counts
constexpr std::size_t most_margins = 40;

/// A limit of a component, and how near the replication shown came to it.
struct Margin {
  std::string component;  // HTML
  std::string plain;
  const char* limit;
  const char* then;  // what happens there
  const Quantity* quantity;
  double limit_value;
  double highest;
  double at_s;

  double left() const { return limit_value - highest; }
  double share() const {
    const double zero = quantity->unit == std::string_view("°C") ? cool_c : 0;
    return (highest - zero) / (limit_value - zero);
  }
};

struct LimitKind {
  const char* key;     // of layout.json
  const char* column;  // of trace.csv
  const char* limit;
  const char* then;
};
constexpr LimitKind limit_kinds[] = {
    {"target_c", "die_c", "target of the die", "the clock is lowered to hold it"},
    {"slowdown_c", "die_c", "slowdown of the die", "the hardware cuts the clock"},
    {"shutdown_c", "die_c", "shutdown of the die", "the board switches itself off and the job is lost"},
    {"memory_c", "memory_c", "memory temperature", "the clock is lowered to hold it"},
    {"power_w", "power_w", "power limit", "the clock is lowered to hold it"}};

void add_limits(const RunFolder& run, const Part& part, std::vector<Margin>& out) {
  for (const LimitKind& kind : limit_kinds) {
    const double limit = part.limit(kind.key);
    const DigestSeries* series = run.trace.find(part.path, kind.column);
    if (std::isnan(limit) || series == nullptr) continue;
    const std::string name = board_name(run, part.path);
    out.push_back({name, fmt::format("{} {:.0f}", part.kind == "gpu" ? "GPU" : "CPU", part.position), kind.limit,
                   kind.then, quantity_of(kind.column), limit, series->facts.high, series->facts.high_at_s});
  }
}

// What the supply gives is less than what the outlet gives it, so that its true margin is larger.
void add_supply(const RunFolder& run, const Part& supply, std::vector<Margin>& out) {
  const DigestSeries* series = run.trace.find(supply.parent, "power_w");
  if (series == nullptr || std::isnan(supply.limit("rating_w"))) return;
  out.push_back({"supply of " + name_html(supply.parent), "Supply", "load", "overload: it trips after its tolerance",
                 quantity_of("power_w"), supply.limit("rating_w"), series->facts.high, series->facts.high_at_s});
}

std::vector<Margin> margins_of(const RunFolder& run) {
  std::vector<Margin> out;
  for (const Part* board : boards_of(run)) add_limits(run, *board, out);
  for (const Part* supply : parts_of(run, "psu")) add_supply(run, *supply, out);
  std::stable_sort(out.begin(), out.end(), [](const Margin& a, const Margin& b) { return a.share() > b.share(); });
  return out;
}

std::string left_html(const Margin& m) {
  if (m.share() >= reached) return "reached";
  const char* unit = m.quantity->unit == std::string_view("°C") ? "K" : m.quantity->unit;
  return number_html(m.left(), sim::number_text(m.left()) + " " + unit);
}

std::string table_of(const std::vector<Margin>& margins, double replication) {
  Table table(fmt::format("Limits, the nearest first (replication {:.0f})", replication),
              {"component", words("limit"), "stands at", "highest", "left", "share", "highest at", words("beyond it")});
  for (std::size_t i = 0; i < margins.size() && i < most_margins; ++i) {
    const Margin& m = margins[i];
    table.row({m.component, m.limit, quantity_html(*m.quantity, m.limit_value), quantity_html(*m.quantity, m.highest),
               left_html(m), percent_html(m.share()), duration_html(m.at_s), m.then});
  }
  return table.html();
}

// A bar for each kind of limit: the nearest of its kind.
std::string chart_of(const std::vector<Margin>& margins) {
  std::vector<const Margin*> nearest;
  for (const Margin& m : margins) {
    const bool there = std::any_of(nearest.begin(), nearest.end(),
                                   [&](const Margin* n) { return n->limit == std::string_view(m.limit); });
    if (!there) nearest.push_back(&m);
  }
  constexpr double row = 40;
  constexpr double width = chart_width - 20;
  std::string svg =
      svg_open(chart_width, row * static_cast<double>(nearest.size()) + 8, "How near the limits are", "chart");
  double y = 16;
  for (const Margin* m : nearest) {
    const double share = std::clamp(m->share(), 0.0, 1.0);
    const bool full = m->share() >= reached;
    svg += fmt::format("<text class=\"label\" x=\"10\" y=\"{:.0f}\">{}: {} of {}{}</text>\n", y,
                       xml_escaped(m->plain + ", " + m->limit), quantity_text(*m->quantity, m->highest),
                       quantity_text(*m->quantity, m->limit_value), full ? ", reached" : "");
    svg += fmt::format(
        "<rect class=\"hollow\" x=\"10\" y=\"{0:.0f}\" width=\"{1}\" height=\"10\"/><rect class=\"{2}\" "
        "x=\"10\" y=\"{0:.0f}\" width=\"{3:.1f}\" height=\"10\"/>\n",
        y + 5, width, full ? "loss" : "ideal", share * width);
    y += row;
  }
  return "<figure data-chart=\"margins\"><figcaption>The nearest limit of each kind (share of the way to "
         "it)</figcaption>\n" +
         svg + "</svg>\n</figure>\n";
}

// When it came to that first, over the replications.
std::vector<std::string> first_times(const RunFolder& run) {
  std::vector<std::string> out;
  constexpr std::pair<const char*, const char*> kinds[] = {
      {"supply trips", "a supply trips"},         {"breaker trips", "a breaker trips"},
      {"shut_down", "a board shuts itself down"}, {"hw_slowdown", "a board slows down by itself"},
      {"thermal_die", "heat holds a board back"}, {"thermal_memory", "hot memory holds a board back"}};
  for (const auto& [event, words] : kinds) {
    double first_s = std::numeric_limits<double>::infinity();
    for (const auto& [kind, facts] : run.events.kinds) {
      if (std::get<2>(kind) == event) first_s = std::min(first_s, facts.first_s);
    }
    out.push_back(std::isfinite(first_s)
                      ? fmt::format("The earliest time at which {}: {} after the start.", words, duration_html(first_s))
                      : fmt::format("In no replication does it happen that {}.", words));
  }
  return out;
}

// What the sampled replication cannot say.
std::string over_all_text(const RunFolder& run) {
  const Spread& hottest_c = run.forecast.hottest_c;
  const Spread peak_w = spread_of(run.forecast.power, "peak_it_w");
  if (!hottest_c.given() || !peak_w.given()) return "";
  return paragraph(fmt::format(
      "Over all replications the hottest die reaches {} in the mean (p90 {}), the power at the outlets "
      "{} (p90 {}), the highest phases of a step included.",
      celsius_html(hottest_c.mean), celsius_html(hottest_c.p90), power_html(peak_w.mean), power_html(peak_w.p90)));
}

std::string given_margins(const RunFolder& run) {
  if (run.forecast.margins.empty()) return "";
  Table table("Margins over all replications", {"component", words("limit"), "left", "time to the limit"});
  for (const MarginText& m : run.forecast.margins) {
    table.row({name_html(m.component), name_html(m.limit),
               number_html(m.margin, sim::number_text(m.margin) + " " + m.unit),
               std::isnan(m.time_to_limit_s) ? "–" : duration_html(m.time_to_limit_s)});
  }
  return table.html();
}

}  // namespace

std::string margins_view(const RunFolder& run) {
  const std::vector<Margin> margins = margins_of(run);
  std::string out;
  if (!margins.empty()) {
    const Margin& first = margins.front();
    out += paragraph(
        first.share() >= reached
            ? fmt::format("<strong>{} reaches its limit ({})</strong>: {}.", first.component, first.limit, first.then)
            : fmt::format("<strong>The nearest limit is that of {} ({})</strong>: {} are left; beyond it {}.",
                          first.component, first.limit, left_html(first), first.then));
  }
  out += over_all_text(run) + bullets(first_times(run)) + given_margins(run);
  if (margins.empty()) return out + paragraph("The run recorded no samples against which a limit could be held.");
  return out + chart_of(margins) + table_of(margins, static_cast<double>(run.events.replication)) +
         paragraph(
             "Temperatures count from 20 °C. What a supply gives is less than what it takes from the outlet, so that "
             "it "
             "has more left than is said here.");
}

}  // namespace rackcast::viz
