#include "scenarios/assembly.hpp"

#include <algorithm>

#include "models/run_end.hpp"
#include "scenarios/evidence.hpp"
#include "sim/distributions.hpp"
#include "sim/stream.hpp"

namespace rackcast::scenarios {

namespace {

const models::JobSpec* job_on(const Scenario& scenario, const std::string& server) {
  const auto found = std::find_if(scenario.jobs.begin(), scenario.jobs.end(),
                                  [&](const models::JobSpec& job) { return job.on == server; });
  return found == scenario.jobs.end() ? nullptr : &*found;
}

/// The model's own error: one log-normal factor on step times per job and replication.
double draw_model_factor(const models::ServerSpec& server, const models::JobSpec& job,
                         const sim::RunIdentity& identity) {
  const double sd = nearest_evidence(server, job).model_error;
  return sim::lognormal(sim::Stream(identity, "job." + job.name, "model error").uniform(), sd);
}

models::BoardEvents board_events(const Scenario& scenario, const std::string& server) {
  const bool any = std::any_of(scenario.events.begin(), scenario.events.end(), [&](const models::EventSpec& event) {
    const bool of_board = event.target == models::EventTarget::gpu || event.target == models::EventTarget::power_limit;
    return of_board && event.name == server;
  });
  return any ? models::BoardEvents::planned : models::BoardEvents::none;
}

}  // namespace

void assemble(const Scenario& scenario, models::Plant& plant) {
  models::assemble_climate(scenario.site.climate, plant);
  for (const auto& room : scenario.rooms) models::assemble_room(room, plant);
  for (const auto& server : scenario.servers) {
    models::ServerUse use;
    const models::JobSpec* job = job_on(scenario, server.name);
    if (job != nullptr) {
      use.cost = models::step_cost(server, *job);
      use.model_factor = draw_model_factor(server, *job, plant.simulator.identity());
      use.reset_s = job->restart.delay_s;
    }
    use.board_events = board_events(scenario, server.name);
    models::assemble_server(server, use, plant);
    if (job != nullptr) models::assemble_job(*job, server, use.model_factor, plant);
  }
  models::assemble_events(scenario.events, plant);
  auto& end = plant.simulator.add<models::RunEnd>(plant.finished);
  for (const auto finished : plant.finished) {
    plant.simulator.signals().listen(finished, end, sim::Phase::work, 0);
  }
}

}  // namespace rackcast::scenarios
