#include "scenarios/assembly.hpp"

#include <algorithm>
#include <map>

#include "models/run_end.hpp"
#include "models/workload/job_gpus.hpp"
#include "scenarios/evidence.hpp"
#include "scenarios/may_lose.hpp"
#include "sim/distributions.hpp"
#include "sim/stream.hpp"

namespace rackcast::scenarios {

namespace {

/// The model's own error: one log-normal factor on step times per job and replication.
double draw_model_factor(const models::ServerSpec& server, const models::JobSpec& job,
                         const sim::RunIdentity& identity) {
  const double sd = nearest_evidence(server, job).model_error;
  return sim::lognormal(sim::Stream(identity, "job." + job.name, "model error").uniform(), sd);
}

/// Whether an event is planned for one of these targets of the server.
bool plans(const Scenario& scenario, const models::ServerSpec& server,
           std::initializer_list<models::EventTarget> targets) {
  return std::any_of(scenario.events.begin(), scenario.events.end(), [&](const models::EventSpec& event) {
    return event.name == server.name && std::find(targets.begin(), targets.end(), event.target) != targets.end();
  });
}

models::Fans fans(const Scenario& scenario, const models::ServerSpec& server) {
  const models::GpuFan& fan = server.gpus.gpu.fan;
  const bool driven = fan.duty > 0 || fan.target_c > 0 || plans(scenario, server, {models::EventTarget::gpu_fan});
  return driven ? models::Fans::driven : models::Fans::as_calibrated;
}

models::Sinks sinks(const Scenario& scenario, const models::ServerSpec& server) {
  const bool gathers = server.dust_course == models::DustCourse::gathers;
  return gathers || server.cleaning_s > 0 || plans(scenario, server, {models::EventTarget::dust})
             ? models::Sinks::change
             : models::Sinks::stay;
}

models::BoardEvents board_events(const Scenario& scenario, const models::ServerSpec& server) {
  using Target = models::EventTarget;
  const bool any = plans(scenario, server, {Target::gpu, Target::power_limit, Target::gpu_fan});
  const auto reactions = reactions_on(scenario, server);
  const bool capped = std::any_of(reactions.begin(), reactions.end(),
                                  [](const auto& alarm) { return alarm.second == models::Reaction::cap; });
  return any || capped || may_lose_units(scenario, server) ? models::BoardEvents::planned : models::BoardEvents::none;
}

/// The jobs on a server, by name: nothing but the line for GPUs follows the order in which they are written. What
/// tripped is reset by whoever comes first.
models::ServerUse use_of(const Scenario& scenario, const models::ServerSpec& server, const sim::RunIdentity& identity) {
  models::ServerUse use;
  for (std::size_t place = 0; place < scenario.jobs.size(); ++place) {
    const models::JobSpec& job = scenario.jobs[place];
    if (job.on != server.name) continue;
    const models::ServerSpec seen = models::seen_by(server, job);
    use.reset_s = use.jobs.empty() ? job.restart.delay_s : std::min(use.reset_s, job.restart.delay_s);
    use.jobs.push_back({job, models::step_cost(seen, job), draw_model_factor(seen, job, identity), place});
  }
  std::sort(use.jobs.begin(), use.jobs.end(),
            [](const models::JobUse& a, const models::JobUse& b) { return a.job.name < b.job.name; });
  use.board_events = board_events(scenario, server);
  use.reactions = reactions_on(scenario, server);
  use.units = may_lose_units(scenario, server) ? models::Units::may_fail : models::Units::last;
  use.fans = fans(scenario, server);
  use.sinks = sinks(scenario, server);
  return use;
}

void assemble_server(const Scenario& scenario, const models::ServerSpec& server, models::Plant& plant) {
  const models::ServerUse use = use_of(scenario, server, plant.simulator.identity());
  models::assemble_server(server, use, plant);
  for (const models::JobUse& used : use.jobs) models::assemble_job(used.job, server, used.model_factor, plant);
}

// Outcomes stand in the order of the scenario's jobs, which need not be that of its servers.
void order_jobs(const Scenario& scenario, models::Plant& plant) {
  std::map<std::string, models::TrainingJob*> by_path;
  for (models::TrainingJob* job : plant.jobs) by_path.emplace(job->path(), job);
  for (std::size_t i = 0; i < scenario.jobs.size(); ++i) plant.jobs[i] = by_path.at("job." + scenario.jobs[i].name);
}

}  // namespace

void assemble(const Scenario& scenario, models::Plant& plant) {
  models::assemble_climate(scenario.site.climate, plant);
  models::assemble_mains(scenario.site.mains, plant);
  for (const auto& room : scenario.rooms) models::assemble_room(room, plant);
  for (const auto& server : scenario.servers) assemble_server(scenario, server, plant);
  order_jobs(scenario, plant);
  models::assemble_events(scenario.events, plant);
  auto& end = plant.simulator.add<models::RunEnd>(plant.finished);
  for (const auto finished : plant.finished) {
    plant.simulator.signals().listen(finished, end, sim::Phase::work, 0);
  }
}

}  // namespace rackcast::scenarios
