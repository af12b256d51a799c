#include "scenarios/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenarios/bottleneck.hpp"
#include "scenarios/budget.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double worth_a_line = 5e-4;   // share of the duration below which a loss is not listed
constexpr double limiting_loss = 0.02;  // share of the duration from which a loss is named as what limits the job
constexpr std::size_t names_shown = 6;

std::string line(const char* what, const std::string& text) { return fmt::format("  {:<13} {}\n", what, text); }

std::string range_text(const Distribution& d, std::string (*text)(double)) {
  if (d.p10 == d.p90) return text(d.p50);
  return text(d.p10) + " to " + text(d.p90);
}

std::string duration_line(const JobSummary& job, const Summary& summary) {
  if (job.finished_fraction == 0) {
    return line("duration", "does not finish within the horizon of " + duration_text(summary.horizon_s) +
                                " in any of " + std::to_string(summary.replications) + " replications");
  }
  std::string text = range_text(job.duration_s, duration_text) + " (p10 to p90 of " +
                     std::to_string(summary.replications) + "), mean " + duration_text(job.duration_s.mean);
  if (job.finished_fraction < 1) {
    text +=
        " of the " + percent_text(job.finished_fraction) + " that finish within " + duration_text(summary.horizon_s);
  }
  return line("duration", text);
}

std::string rate_line(const JobSummary& job) {
  if (std::isnan(job.step_time_s.mean)) return line("step", "no step was kept in any replication");
  return line("step", duration_text(job.step_time_s.mean) + ", " + number_text(job.throughput.mean) + " " +
                          job.throughput_unit + ", MFU " + percent_text(job.mfu.mean) + ", effective time " +
                          percent_text(job.effective_time_ratio.mean));
}

std::string deadline_line(const JobSummary& job) {
  if (std::isnan(job.deadline_s)) return "";
  return line("deadline",
              percent_text(job.probability_by_deadline) + " chance to finish within " + duration_text(job.deadline_s));
}

double total_s(const JobSummary& job) {
  double sum = job.ideal_duration_s.mean;
  for (const Number& lost : job.lost_time_s) sum += lost.mean();
  return sum;
}

std::string limit_line(const Scenario& scenario, const JobSummary& job, std::size_t index) {
  const auto largest = std::max_element(job.lost_time_s.begin(), job.lost_time_s.end(),
                                        [](const Number& a, const Number& b) { return a.mean() < b.mean(); });
  const models::ServerSpec server = server_seen_by(scenario, scenario.jobs[index]);
  const JobBudget b = step_budget(server, scenario.jobs[index]);
  std::string text = bottleneck_text(server, b.cost, b.step, b.clock_hz);
  const double share = largest->mean() / total_s(job);
  if (share >= limiting_loss) {
    const auto cause = static_cast<models::Loss>(largest - job.lost_time_s.begin());
    text += fmt::format("; of the whole {} is lost to {}", percent_text(share), models::name(cause));
  }
  return line("limited by", text);
}

// Of a job that never finishes: what was lost until the horizon, as shares of it.
std::string loss_lines(const JobSummary& job, double horizon_s) {
  const double whole_s = job.finished_fraction > 0 ? total_s(job) : horizon_s;
  std::string out =
      line("time goes to", fmt::format("{:<12} {:>10}", "ideal", duration_text(job.ideal_duration_s.mean)));
  for (std::size_t i = 0; i < models::loss_count; ++i) {
    const double lost_s = job.lost_time_s[i].mean();
    if (std::abs(lost_s) < worth_a_line * whole_s) continue;
    const char* gain = lost_s < 0 ? " (gained: cooler than the 25 °C intake of the ideal)" : "";
    out += line("", fmt::format("{:<12} {:>10}  {}{}", models::name(static_cast<models::Loss>(i)),
                                duration_text(lost_s), percent_text(lost_s / whole_s), gain));
  }
  return out;
}

std::string at_limit_text(const ThrottlingSummary& t) {
  const double share = t.by_cause[static_cast<std::size_t>(models::Throttle::power_cap)].mean();
  return share > 0 ? "at the power limit " + percent_text(share) + ", " : "";
}

std::string hottest_text(const ThrottlingSummary& t) {
  return "hottest die " + celsius_text(t.hottest_c.mean()) + " (p90 " + celsius_text(t.hottest_c.values.p90) +
         "), warmest intake " + celsius_text(t.worst_inlet_c.mean());
}

std::string throttling_line(const ThrottlingSummary& t) {
  if (!(t.fraction.mean > 0)) {
    return line("throttling", at_limit_text(t) + "none by heat; " + hottest_text(t));
  }
  std::vector<std::string> causes;
  for (std::size_t i = 0; i < models::throttle_count; ++i) {
    const auto cause = static_cast<models::Throttle>(i);
    const double share = t.by_cause[i].mean();
    if (share > 0 && cause != models::Throttle::none && cause != models::Throttle::power_cap)
      causes.push_back(fmt::format("{} {}", models::name(cause), percent_text(share)));
  }
  return line("throttling", at_limit_text(t) + "throttled " + percent_text(t.fraction.mean) + " of GPU time (" +
                                listed(causes) + "), worst " + t.worst_component + "; " + hottest_text(t));
}

std::string failure_line(const FailureSummary& f) {
  if (f.probability_of_any == 0) return line("interruptions", "none in any replication");
  std::vector<std::string> causes;
  for (const auto& [cause, count] : f.by_cause) {
    if (count.mean() > 0) causes.push_back(cause + " " + number_text(count.mean()));
  }
  return line("interruptions", number_text(f.interruptions.mean()) + " in the mean (" + listed(causes) + "), " +
                                   percent_text(f.probability_of_any) + " chance of any");
}

std::string power_line(const Summary& s) {
  const std::string cost = s.cost ? fmt::format(" for {} USD", number_text(s.cost->energy_usd.mean())) : std::string{};
  return line("energy", number_text(s.energy.it_kwh.mean()) + " kWh at the outlet" + cost + "; mean " +
                            power_text(s.power.mean_it_w.mean()) + ", peak " + power_text(s.power.peak_it_w.mean()));
}

// Of a job that shares its server: the GPUs it has there, and what it takes.
std::string share_line(const models::JobSpec& job, const JobSummary& summary) {
  if (!summary.energy_kwh) return "";
  std::string gpus = job.gpus.empty() ? "all" : "";
  for (const double gpu : job.gpus) gpus += (gpus.empty() ? "" : ", ") + number_text(gpu);
  return line("shares", fmt::format("server.{} with other jobs; GPUs {}; its part of the energy {} kWh", job.on, gpus,
                                    number_text(summary.energy_kwh->mean())));
}

std::string alarm_lines(const std::vector<AlarmSummary>& alarms) {
  std::string out;
  for (const AlarmSummary& a : alarms) {
    out += line("alarm",
                a.when + (a.probability == 0 ? ": never rings"
                                             : ": rings in " + percent_text(a.probability) + " of the replications, " +
                                                   number_text(a.count.mean()) + " times in the mean"));
  }
  return out;
}

std::string evidence_line(const JobEvidence& e) {
  std::string text = "model error ±" + percent_text(e.model_error) + " a step";
  if (e.nearest_rows.empty()) return line("rests on", text + ", assumed: no measurement is near");
  std::vector<std::string> rows(
      e.nearest_rows.begin(),
      e.nearest_rows.begin() + static_cast<std::ptrdiff_t>(std::min(names_shown, e.nearest_rows.size())));
  text += e.extrapolated ? ", extrapolated: the nearest measurements (" : ", from measurements (";
  return line("rests on",
              text + fmt::format("{}{}; distance {})", listed(rows), rows.size() < e.nearest_rows.size() ? ", …" : "",
                                 number_text(e.distance)));
}

std::string assumption_lines(const Summary& s) {
  std::string out = line("software", listed(s.software));
  if (s.unverified.empty()) return out;
  std::vector<std::string> shown(s.unverified.begin(), s.unverified.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                                  names_shown, s.unverified.size())));
  const std::size_t more = s.unverified.size() - shown.size();
  return out +
         line("unverified", fmt::format("{} values nobody measured: {}{}", s.unverified.size(), listed(shown),
                                        more > 0 ? fmt::format(" and {} more (summary.json lists them)", more) : ""));
}

}  // namespace

std::string forecast_text(const Scenario& scenario, const Summary& summary) {
  std::string out = summary.title + "\n";
  for (std::size_t j = 0; j < summary.jobs.size(); ++j) {
    const JobSummary& job = summary.jobs[j];
    out += "\njob." + job.name + "\n" + duration_line(job, summary) + rate_line(job) + deadline_line(job) +
           limit_line(scenario, job, j) + loss_lines(job, summary.horizon_s) + share_line(scenario.jobs[j], job) +
           evidence_line(job.evidence);
  }
  out += '\n';
  out += throttling_line(summary.throttling) + failure_line(summary.failures) + power_line(summary) +
         alarm_lines(summary.alarms);
  return out + assumption_lines(summary);
}

}  // namespace rackcast::scenarios
