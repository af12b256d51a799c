#include "scenarios/summary_json.hpp"

namespace rackcast::scenarios {

namespace {

using sim::Json;

Json json(const Distribution& d) {
  return Json::Object{
      {"mean", d.mean},          {"sd", d.sd}, {"p10", d.p10}, {"p50", d.p50}, {"p90", d.p90}, {"ci95_low", d.ci95_low},
      {"ci95_high", d.ci95_high}};
}

Json json(const Number& n) { return n.kind == Number::Kind::scalar ? Json(n.mean()) : json(n.values); }

Json json(const JobEvidence& e) {
  return Json::Object{{"nearest_rows", Json::array(e.nearest_rows)},
                      {"distance", e.distance},
                      {"extrapolated", Json::truth(e.extrapolated)},
                      {"model_error", e.model_error}};
}

Json lost_time(const JobSummary& job) {
  Json::Object lost;
  for (const models::Loss loss : job.losses) {
    lost.emplace_back(models::name(loss), json(job.lost_time_s[static_cast<std::size_t>(loss)]));
  }
  return lost;
}

Json json(const JobSummary& job) {
  Json::Object out{{"name", job.name},
                   {"finished_fraction", job.finished_fraction},
                   {"duration_s", json(job.duration_s)},
                   {"ideal_duration_s", json(job.ideal_duration_s)},
                   {"step_time_s", json(job.step_time_s)},
                   {"throughput", json(job.throughput)},
                   {"throughput_unit", job.throughput_unit},
                   {"mfu", json(job.mfu)},
                   {"clock_headroom", json(job.clock_headroom)},
                   {"effective_time_ratio", json(job.effective_time_ratio)},
                   {"lost_time_s", lost_time(job)},
                   {"deadline_s", job.deadline_s},
                   {"probability_by_deadline", job.probability_by_deadline},
                   {"evidence", json(job.evidence)}};
  if (job.energy_kwh) out.emplace_back("energy_kwh", json(*job.energy_kwh));
  return out;
}

Json json(const ThrottlingSummary& t) {
  Json::Object causes;
  for (std::size_t i = 0; i < models::throttle_count; ++i) {
    const auto cause = static_cast<models::Throttle>(i);
    if (cause != models::Throttle::none) causes.emplace_back(models::name(cause), json(t.by_cause[i]));
  }
  return Json::Object{{"fraction", json(t.fraction)},
                      {"by_cause", std::move(causes)},
                      {"worst_component", t.worst_component},
                      {"hottest_c", json(t.hottest_c)},
                      {"worst_inlet_c", json(t.worst_inlet_c)}};
}

Json json(const FailureSummary& f) {
  Json::Object causes;
  for (const auto& [cause, count] : f.by_cause) causes.emplace_back(cause, json(count));
  return Json::Object{{"interruptions", json(f.interruptions)},
                      {"probability_of_any", f.probability_of_any},
                      {"by_cause", std::move(causes)}};
}

Json json(const PowerSummary& p) {
  return Json::Object{{"peak_it_w", json(p.peak_it_w)}, {"mean_it_w", json(p.mean_it_w)}, {"trips", json(p.trips)}};
}

Json json(const EnergySummary& e) {
  return Json::Object{{"it_kwh", json(e.it_kwh)}, {"residual_fraction", json(e.residual_fraction)}};
}

Json json(const AlarmSummary& a) {
  return Json::Object{
      {"when", a.when}, {"probability", a.probability}, {"count", json(a.count)}, {"first_s", json(a.first_s)}};
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

template <class Item>
Json list(const std::vector<Item>& items) {
  Json::Array out;
  for (const Item& item : items) out.push_back(json(item));
  return out;
}

}  // namespace

Json summary_json(const Summary& s) {
  Json::Object out{{"title", s.title},
                   {"seed", s.seed},
                   {"replications", s.replications},
                   {"horizon_s", s.horizon_s},
                   {"software", joined(s.software)},
                   {"unverified", Json::array(s.unverified)},
                   {"jobs", list(s.jobs)},
                   {"throttling", json(s.throttling)},
                   {"failures", json(s.failures)},
                   {"power", json(s.power)},
                   {"energy", json(s.energy)}};
  if (s.cost) out.emplace_back("cost", Json::Object{{"energy_usd", json(s.cost->energy_usd)}});
  out.emplace_back("alarms", list(s.alarms));
  return out;
}

}  // namespace rackcast::scenarios
