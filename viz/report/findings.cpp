#include "viz/report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/wording.hpp"
#include "viz/report/html.hpp"
#include "viz/report/losses.hpp"

namespace rackcast::viz {

namespace {

constexpr double worth_telling = 0.005;  // share of the time from which something is told
constexpr double worth_changing = 0.02;  // share of the time, or trips a run, from which something is to change
constexpr double clear_k = 1;            // intakes that differ by less are the same
constexpr std::size_t most_changes = 3;
constexpr std::size_t most_boards_told = 8;
constexpr double cool_intake_c = 27;  // ASHRAE TC 9.9, upper end of the recommended range of inlet temperatures

std::string replications_text(const RunFolder& run) {
  const double n = run.forecast.replications;
  return n == 1 ? "a single replication" : fmt::format("{:.0f} replications", n);
}

const SampleFacts* facts_of(const RunFolder& run, std::string_view path, std::string_view column) {
  const DigestSeries* series = run.trace.find(path, column);
  return series == nullptr ? nullptr : &series->facts;
}

// The board of the same server that breathes the coolest air, if it is clearly cooler than that of `board`.
const Part* cooler_neighbour(const RunFolder& run, const Part& board) {
  const SampleFacts* own = facts_of(run, board.path, "inlet_c");
  const Part* coolest = nullptr;
  double lowest_c = own == nullptr ? 0 : own->mean() - clear_k;
  for (const Part* other : own == nullptr ? std::vector<const Part*>{} : boards_of(run, board.parent)) {
    const SampleFacts* facts = facts_of(run, other->path, "inlet_c");
    if (facts == nullptr || facts->mean() > lowest_c) continue;
    lowest_c = facts->mean();
    coolest = other;
  }
  return coolest;
}

std::string intake_text(const SampleFacts& intake) {
  return fmt::format("{} in the mean, {} at the warmest", celsius_html(intake.mean()), celsius_html(intake.high));
}

// Why a board is as warm as it is, after its name.
std::string because(const RunFolder& run, const Part& board) {
  const SampleFacts* own = facts_of(run, board.path, "inlet_c");
  if (own == nullptr) return "";
  if (own->mean() <= cool_intake_c) {
    return fmt::format(" although its intake is cool ({}): its own cooler, not the air, is what it is short of",
                       intake_text(*own));
  }
  const Part* cooler = cooler_neighbour(run, board);
  if (cooler == nullptr) return fmt::format(": the air at its intake is warm ({})", intake_text(*own));
  const double warmer_k = own->mean() - facts_of(run, cooler->path, "inlet_c")->mean();
  const bool two = boards_of(run, board.parent).size() == 2;
  return fmt::format(": its intake is warmed by {}; it breathes air {} K warmer than that of {} ({})",
                     two ? board_name(run, cooler->path) : "the cards before it",
                     number_html(warmer_k, sim::number_text(warmer_k)), board_name(run, cooler->path),
                     intake_text(*own));
}

std::string finishing(const RunFolder& run, const JobForecast& job) {
  if (job.finished_fraction >= 1) return "";
  return fmt::format("Only {} of the replications finish within the horizon of {}; the mean is that of those.",
                     percent_html(job.finished_fraction), duration_html(run.forecast.horizon_s));
}

std::string deadline(const JobForecast& job) {
  if (std::isnan(job.deadline_s)) return "";
  return fmt::format("The chance to finish within the deadline of {} is {}.", duration_html(job.deadline_s),
                     percent_html(job.probability_by_deadline));
}

std::string no_heat_text(const RunFolder& run) {
  const Spread& hottest_c = run.forecast.hottest_c;
  const std::string none =
      fmt::format("No board is held back by heat for {} of the time or more", sim::percent_text(worth_telling));
  if (!hottest_c.given()) return none + ".";
  return fmt::format("{}; the hottest die reaches {}.", none, celsius_html(hottest_c.mean));
}

std::string supply_change(const RunFolder& run) {
  const double trips = spread_of(run.forecast.interrupted_by, "psu_trip").mean;
  const double breaker = spread_of(run.forecast.interrupted_by, "breaker_trip").mean;
  if (trips > worth_changing) {
    return fmt::format(
        "The supply switches itself off {} times in the mean: take one of a higher rating, or lower the power limit of "
        "the boards.",
        plain_html(trips));
  }
  if (!(breaker > worth_changing)) return "";
  return fmt::format(
      "The breaker trips {} times in the mean: take load off this circuit, or lower the power limit of the boards.",
      plain_html(breaker));
}

enum class Reason { tell, told };  // why a board is slow need not be said twice

// What shortens a loss by heat or by the slowest board depends on what makes that board slow.
std::string heat_change(const RunFolder& run, const std::string& name, const char* usual, Reason reason) {
  const Part* worst = part_at(run, run.forecast.worst_component);
  if (worst == nullptr) return usual;
  const auto held = run.events.held_back.find(worst->path);
  if (held == run.events.held_back.end() || held->second.share() < worth_telling) {
    return name == "thermal"
               ? usual
               : "No heat holds it back: boards of one type differ, and at the same power the slowest reaches a "
                 "lower clock. Raise the power limit, or change that board for another.";
  }
  const SampleFacts* intake = facts_of(run, worst->path, "inlet_c");
  const bool cool = intake != nullptr && intake->mean() <= cool_intake_c;
  return fmt::format("{} Begin at {}{}.",
                     cool ? "Give the boards better coolers or wider gaps, or lower their power limit." : usual,
                     board_name(run, worst->path), reason == Reason::tell ? because(run, *worst) : "");
}

std::string loss_change(const RunFolder& run, const std::string& name, double share, Reason reason) {
  const LossWords words = words_of_loss(name);
  const bool heat = name == "thermal" || name == "straggler";
  return fmt::format("{} costs {} of the time. {}", name_html(words.title), percent_html(share),
                     heat ? heat_change(run, name, words.change, reason) : words.change);
}

}  // namespace

double accounted_s(const JobForecast& job) {
  double sum = job.ideal_duration_s.mean;
  for (const auto& [name, lost] : job.lost_time_s) sum += lost.mean;
  return sum;
}

std::string board_name(const RunFolder& run, std::string_view path) {
  const Part* part = part_at(run, path);
  if (part == nullptr || (part->kind != "gpu" && part->kind != "cpu")) return name_html(path);
  std::string name = fmt::format("{} {:.0f}", part->kind == "gpu" ? "GPU" : "CPU", part->position);
  if (parts_of(run, "server").size() > 1) name += " of " + name_html(part->parent);
  return name;
}

std::vector<std::string> duration_findings(const RunFolder& run, const JobForecast& job) {
  std::vector<std::string> out;
  const std::string name = name_html(job.name);
  if (job.finished_fraction == 0) {
    out.push_back(fmt::format("<strong>{} does not finish</strong> within the horizon of {} in any of {}.", name,
                              duration_html(run.forecast.horizon_s), replications_text(run)));
  } else if (run.forecast.replications > 1) {
    const bool late = std::isnan(job.duration_s.p90);
    out.push_back(
        fmt::format("<strong>{} takes {} to {}</strong>: four out of five replications lie between (p10 to p90 of {}); "
                    "{} in the mean.",
                    name, duration_html(job.duration_s.p10),
                    late ? "more than " + duration_html(run.forecast.horizon_s) : duration_html(job.duration_s.p90),
                    replications_text(run), duration_html(job.duration_s.mean)));
  } else {
    out.push_back(fmt::format("<strong>{} takes {}</strong> in {}: how far that may be off is not known.", name,
                              duration_html(job.duration_s.mean), replications_text(run)));
  }
  const double ideal_s = job.ideal_duration_s.mean;
  const double lost_s = accounted_s(job) - ideal_s;
  out.push_back(fmt::format("If nothing held it back it would take {}; {} ({}) is lost.", duration_html(ideal_s),
                            number_html(lost_s, sim::duration_text(lost_s)), percent_html(lost_s / accounted_s(job))));
  for (const std::string& text : {finishing(run, job), deadline(job)}) {
    if (!text.empty()) out.push_back(text);
  }
  return out;
}

std::vector<std::string> heat_findings(const RunFolder& run) {
  std::vector<std::pair<double, const Part*>> held;
  for (const Part* board : boards_of(run)) {
    const auto found = run.events.held_back.find(board->path);
    const double share = found == run.events.held_back.end() ? 0 : found->second.share();
    if (share >= worth_telling) held.emplace_back(share, board);
  }
  std::stable_sort(held.begin(), held.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (held.empty()) return {no_heat_text(run)};
  std::vector<std::string> out;
  for (const auto& [share, board] : held) {
    if (out.size() == most_boards_told) break;
    out.push_back(fmt::format("<strong>{} is held back by heat {} of the time</strong> it could train{}.",
                              board_name(run, board->path), percent_html(share), because(run, *board)));
  }
  if (held.size() > out.size())
    out.push_back(fmt::format("{} more boards are held back by heat.", held.size() - out.size()));
  return out;
}

std::vector<std::string> interruption_findings(const RunFolder& run) {
  std::vector<std::string> out;
  const ForecastData& f = run.forecast;
  if (!(f.probability_of_any > 0)) {
    out.emplace_back("No replication is interrupted.");
  } else {
    out.push_back(fmt::format("The work is interrupted {} times in the mean; the chance of any interruption is {}.",
                              plain_html(f.interruptions.mean), percent_html(f.probability_of_any)));
  }
  for (const AlarmText& alarm : f.alarms) {
    if (!(alarm.probability > 0)) continue;
    out.push_back(fmt::format(
        "The alarm {} rings in {} of the replications{}.", name_html(alarm.when), percent_html(alarm.probability),
        std::isnan(alarm.first_s.mean)
            ? ""
            : ", for the first time after " + duration_html(alarm.first_s.mean) + " in the mean"));
  }
  return out;
}

std::vector<std::string> changes(const RunFolder& run, const JobForecast& job) {
  std::vector<std::string> out;
  if (const std::string supply = supply_change(run); !supply.empty()) out.push_back(supply);
  NamedSpreads losses = job.lost_time_s;
  std::stable_sort(losses.begin(), losses.end(),
                   [](const auto& a, const auto& b) { return a.second.mean > b.second.mean; });
  const double whole_s = accounted_s(job);
  Reason reason = Reason::tell;
  for (const auto& [name, lost] : losses) {
    if (out.size() == most_changes || !(lost.mean >= worth_changing * whole_s)) break;
    if (*words_of_loss(name).change == 0) continue;  // nobody can
    out.push_back(loss_change(run, name, lost.mean / whole_s, reason));
    if (name == "thermal" || name == "straggler") reason = Reason::told;
  }
  if (out.empty()) {
    out.push_back(fmt::format(
        "Nothing that could be changed around the boards costs more than {} of the time: only another step makes it "
        "faster (faster boards, more of them, another precision or software).",
        sim::percent_text(worth_changing)));
  }
  return out;
}

}  // namespace rackcast::viz
