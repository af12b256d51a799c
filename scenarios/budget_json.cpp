#include <cmath>

#include "scenarios/budget.hpp"

namespace rackcast::scenarios {

namespace {

using sim::Json;

Json json(const models::MemoryNeed& m) {
  return Json::Object{{"weights_bytes", m.weights},     {"gradients_bytes", m.gradients},
                      {"optimizer_bytes", m.optimizer}, {"activations_bytes", m.activations},
                      {"reserved_bytes", m.reserved},   {"total_bytes", m.total},
                      {"available_bytes", m.available}};
}

Json json(const std::vector<Margin>& margins) {
  Json::Array out;
  for (const Margin& m : margins) {
    out.push_back(Json::Object{{"limit", m.what}, {"used", m.used}, {"relief", m.relief}});
  }
  return out;
}

Json json(const models::JobSpec& job, const JobBudget& b) {
  return Json::Object{{"name", job.name},
                      {"server", job.on},
                      {"memory", json(b.memory)},
                      {"step_time_s", b.step.step_s},
                      {"clock_mhz", b.clock_hz / 1e6},
                      {"mfu", b.cost.model_flops / (b.step.step_s * b.cost.peak_flops)},
                      {"steps", b.cost.steps},
                      {"ideal_duration_s", b.cost.steps * b.step.step_s},
                      {"checkpoint_bytes", b.checkpoint_bytes},
                      {"steady_w", b.steady_w},
                      {"peak_w", b.peak_w},
                      {"wall_w", b.wall_w},
                      {"rating_w", b.rating_w},
                      {"peak_limit_s", b.peak_limit_s},
                      {"case_rise_k", b.case_rise_k},
                      {"outdoor_c", b.outdoor_c},
                      {"room_c", b.room_c},
                      {"intake_c", b.intake_c},
                      {"die_c", b.die_c},
                      {"margins", json(b.margins)}};
}

}  // namespace

sim::Json check_json(const Scenario& scenario) {
  Json::Array jobs;
  for (const models::JobSpec& job : scenario.jobs) jobs.push_back(json(job, job_budget(scenario, job)));
  return Json::Object{{"title", scenario.title}, {"jobs", std::move(jobs)}};
}

}  // namespace rackcast::scenarios
