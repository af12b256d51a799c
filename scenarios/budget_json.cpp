// The budget sheet as numbers.
#include <cmath>

#include "models/collective/ring.hpp"
#include "scenarios/budget_sheet.hpp"
#include "scenarios/budget_topology.hpp"
#include "scenarios/fit_probability.hpp"

namespace rackcast::scenarios {

namespace {

using sim::Json;

Json memory_json(const models::MemoryNeed& m) {
  return Json::Object{
      {"weights_bytes", m.weights},         {"gradients_bytes", m.gradients}, {"optimizer_bytes", m.optimizer},
      {"activations_bytes", m.activations}, {"reserved_bytes", m.reserved},   {"total_bytes", m.total},
      {"available_bytes", m.available},     {"retained_bytes", m.retained},   {"fit_probability", fit_probability(m)}};
}

Json host_json(const HostMemory& host) {
  return Json::Object{{"need_bytes", host.need_bytes},
                      {"available_bytes", host.available_bytes},
                      {"page_cache_bytes", host.cache_bytes}};
}

constexpr double seconds_per_day = 86400;

Json peaks_json(const std::vector<Peak>& peaks) {
  Json::Array out;
  for (const Peak& peak : peaks) {
    out.push_back(Json::Object{{"what", peak.what},
                               {"power_w", peak.power_w},
                               {"duration_s", peak.duration_s},
                               {"allowed_w", peak.allowed_w},
                               {"survived_s", peak.survived_s},
                               {"margin_w", peak.allowed_w - peak.power_w}});
  }
  return out;
}

Json power_json(const PowerBudget& p, const models::ServerSpec& server) {
  return Json::Object{{"gpus_w", p.gpus_w},
                      {"cpus_w", p.cpus_w},
                      {"storage_w", p.storage_w},
                      {"other_w", p.other_w},
                      {"losses_w", p.losses_w},
                      {"wall_w", p.wall_w},
                      {"gpu_w", p.board_w},
                      {"peaks", peaks_json(p.peaks)},
                      {"excursion_trips_per_day", p.excursion_trips_per_s * seconds_per_day},
                      {"units", server.psu.count},
                      {"one_lost_rating_w", p.one_lost_rating_w},
                      {"needed_rating_w", p.spare_rating_w},
                      {"datasheet_max_w", server.max_power_w > 0 ? Json(server.max_power_w) : Json()}};
}

Json outlet_json(const OutletBudget& o, const models::ServerSpec& server) {
  return Json::Object{
      {"name", server.outlet.name},   {"count", server.outlet_count}, {"voltage_v", server.outlet.voltage_v},
      {"current_a", o.current_a},     {"peak_a", o.peak_a},           {"allowed_a", o.allowed_a},
      {"breaker_holds_a", o.holds_a}, {"breaker_trips_a", o.trips_a}, {"breaker_instant_a", o.instant_a}};
}

Json heat_json(const HeatBudget& h, const models::ServerSpec& server) {
  const models::GpuThermalLimits& limits = server.gpus.gpu.limits;
  return Json::Object{{"case_w", h.case_w},
                      {"airflow_m3_per_s", h.airflow_m3_per_s},
                      {"airflow_clean_m3_per_s", h.clean_m3_per_s},
                      {"airflow_for_15_k_m3_per_s", h.needed_m3_per_s},
                      {"room_w", h.room_w},
                      {"inlet_c", h.inlet_c},
                      {"inlet_limit_c", server.inlet_limit_c},
                      {"memory_c", h.memory_c},
                      {"target_c", limits.target_c},
                      {"slowdown_c", limits.slowdown_c},
                      {"memory_limit_c", limits.memory_c},
                      {"settled_clock_mhz", h.settled_clock_hz / 1e6},
                      {"settled_step_time_s", h.settled_clock_hz > 0 ? Json(h.settled_step_s) : Json()}};
}

Json data_path_json(const DataPathBudget& d) {
  if (!d.known) return {};
  Json::Array stages;
  for (const DataStage& stage : d.stages) {
    stages.push_back(Json::Object{{"what", stage.what}, {"samples_per_s", stage.samples_per_s}});
  }
  return Json::Object{{"needed_samples_per_s", d.needed_per_s},
                      {"dataset_bytes", d.dataset_bytes},
                      {"cached_share", d.cached_share},
                      {"cache_hit_share", d.hit_share},
                      {"stages", std::move(stages)},
                      {"slowest", d.stages[d.slowest].what},
                      {"samples_per_s", d.rate_per_s},
                      {"wait_share", d.wait_share}};
}

Json relief_json(const Relief& relief) {
  return Json::Object{{"set", relief.set.path + "=" + relief.set.value},
                      {"used", relief.used},
                      {"step_time_change", relief.slower_share}};
}

Json link_json(const Sheet& s) {
  const LinkBudget& b = s.budget.link;
  const models::LinkSpec link = models::ring_link(*s.server);
  return Json::Object{
      {"name", link.name},
      {"bandwidth_bytes_per_s", link.bandwidth_bytes_per_s},
      {"latency_s", link.latency_s},
      {"message_bytes", b.message_bytes},
      {"exchange_s", b.exchange_s},
      {"bus_bytes_per_s", models::bus_bandwidth(link, s.server->gpus.count, b.message_bytes)},
      {"exposed_s", b.exposed_s},
      {"exposed_share", b.exposed_share},
      {"alone_step_time_s", alone_step_s(*s.server, *s.job)},
      {"topology", s.server->gpus.topology.given() ? topology_json(topology_budget(*s.server)) : Json()},
      {"relief", s.link.set.path.empty() ? Json() : relief_json(s.link)}};
}

std::string words(const std::vector<Relief>& reliefs) {
  std::string out;
  for (const Relief& relief : reliefs) {
    out += (out.empty() ? "" : " or ") + relief.set.path + " = " + relief.set.value;
  }
  return out;
}

Json limits_json(const std::vector<TightLimit>& limits) {
  Json::Array out;
  for (const TightLimit& limit : limits) {
    Json::Array reliefs;
    for (const Relief& relief : limit.reliefs) reliefs.push_back(relief_json(relief));
    const Margin& m = limit.margin;
    out.push_back(Json::Object{{"key", name(m.limit)},
                               {"limit", m.what},
                               {"used", m.used},
                               {"value", m.value},
                               {"allowed", m.allowed},
                               {"unit", m.unit},
                               {"relief", words(limit.reliefs)},
                               {"reliefs", std::move(reliefs)}});
  }
  return out;
}

Json assumptions_json(const Sheet& s) {
  Json::Object defaults;
  for (const auto& [path, value] : s.assumptions.defaults) defaults.emplace_back(path, value);
  return Json::Object{{"software", s.server->software.name},
                      {"defaults", std::move(defaults)},
                      {"unverified", Json::array(s.assumptions.unverified)}};
}

Json sheet_json(const Sheet& s) {
  const JobBudget& b = s.budget;
  Json::Object out{{"name", s.job->name},
                   {"server", s.job->on},
                   {"memory", memory_json(b.memory)},
                   {"host_memory", host_json(b.host)},
                   {"step_time_s", b.step.step_s},
                   {"clock_mhz", b.clock_hz / 1e6},
                   {"mfu", b.cost.model_flops / (b.step.step_s * b.cost.peak_flops)},
                   {"steps", b.cost.steps},
                   {"ideal_duration_s", b.cost.steps * b.step.step_s},
                   {"checkpoint_bytes", b.checkpoint_bytes},
                   {"checkpoint_s", b.cost.checkpoint_s},
                   {"steady_w", b.power.steady_w},
                   {"peak_w", b.power.peak_w},
                   {"wall_w", b.power.wall_w},
                   {"rating_w", b.power.rating_w},
                   {"peak_limit_s", b.power.peak_limit_s},
                   {"case_rise_k", b.heat.case_rise_k},
                   {"outdoor_c", b.heat.outdoor_c},
                   {"room_c", b.heat.room_c},
                   {"intake_c", b.heat.intake_c},
                   {"die_c", b.heat.die_c},
                   {"power", power_json(b.power, *s.server)},
                   {"outlet", outlet_json(b.outlet, *s.server)},
                   {"heat", heat_json(b.heat, *s.server)},
                   {"link", s.server->gpus.count > 1 ? link_json(s) : Json()},
                   {"data_path", data_path_json(b.data_path)},
                   {"margins", limits_json(s.limits)},
                   {"assumptions", assumptions_json(s)}};
  if (s.beside > 0) out.emplace_back("jobs_beside", s.beside);
  return out;
}

}  // namespace

sim::Json check_json(const Scenario& scenario, const Catalog& catalog) {
  Json::Array jobs;
  for (const Sheet& s : budget_sheets(scenario, catalog)) jobs.push_back(sheet_json(s));
  return Json::Object{{"title", scenario.title}, {"jobs", std::move(jobs)}};
}

}  // namespace rackcast::scenarios
