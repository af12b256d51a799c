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

constexpr const char* power_limit = "power limit";  // held all the time by boards that work

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
    {"power_w", "power_w", power_limit, "the clock is lowered to hold it"}};

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
  out.push_back({"supply of " + name_html(supply.parent), "Supply", "load",
                 "it trips, by excursions of milliseconds even before", quantity_of("power_w"),
                 supply.limit("rating_w"), series->facts.high, series->facts.high_at_s});
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

/// One kind of trouble over all replications.
struct Trouble {
  const char* event;
  const char* words;
  double first_s = std::numeric_limits<double>::infinity();
  std::uint64_t replications = 0;  ///< of the component that it befalls most often

  bool happens() const { return replications > 0; }
};

// The worst first.
std::vector<Trouble> troubles_of(const RunFolder& run) {
  std::vector<Trouble> out{
      {"breaker trips", "A breaker trips"},       {"supply trips", "A supply trips"},
      {"shut_down", "A board shuts itself down"}, {"hw_slowdown", "The hardware of a board cuts its clock"},
      {"thermal_die", "Heat holds a board back"}, {"thermal_memory", "Hot memory holds a board back"}};
  for (Trouble& trouble : out) {
    for (const auto& [kind, facts] : run.events.kinds) {
      if (std::get<2>(kind) != trouble.event) continue;
      trouble.first_s = std::min(trouble.first_s, facts.first_s);
      trouble.replications = std::max(trouble.replications, facts.replications);
    }
  }
  return out;
}

std::string trouble_text(const RunFolder& run, const Trouble& trouble) {
  if (!trouble.happens()) return fmt::format("{}: in no replication.", trouble.words);
  const double all = run.forecast.replications;
  const std::string how_often = static_cast<double>(trouble.replications) >= all
                                    ? std::string("every replication")
                                    : fmt::format("at least {} of {:.0f} replications", trouble.replications, all);
  return fmt::format("{}: in {}, at the earliest {} after the start.", trouble.words, how_often,
                     duration_html(trouble.first_s));
}

// What gives way first: what did in a replication, the worst first; else the nearest limit that is not held all the
// time.
std::string headline(const RunFolder& run, const std::vector<Trouble>& troubles, const std::vector<Margin>& margins) {
  for (const Trouble& trouble : troubles) {
    if (trouble.happens()) return paragraph("<strong>" + trouble_text(run, trouble) + "</strong>");
  }
  for (const Margin& m : margins) {
    if (m.limit == std::string_view(power_limit)) continue;
    const std::string left = m.share() >= reached ? "reached" : left_html(m) + " left";
    return paragraph(fmt::format("<strong>The nearest limit is that of {} ({})</strong>: {}; beyond it {}.",
                                 m.component, m.limit, left, m.then));
  }
  return "";
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
  const std::vector<Trouble> troubles = troubles_of(run);
  std::vector<std::string> told;
  for (const Trouble& trouble : troubles) told.push_back(trouble_text(run, trouble));
  std::string out = headline(run, troubles, margins);
  out += over_all_text(run) + bullets(told) + given_margins(run);
  if (margins.empty()) return out + paragraph("The run recorded no samples against which a limit could be held.");
  return out + chart_of(margins) + table_of(margins, static_cast<double>(run.events.replication)) +
         paragraph(
             "Temperatures count from 20 °C. What a supply gives is less than what it takes from the outlet, so that "
             "it "
             "has more left than is said here.");
}

}  // namespace rackcast::viz
