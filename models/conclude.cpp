#include <algorithm>
#include <cmath>
#include <set>

#include "models/plant.hpp"

namespace rackcast::models {

namespace {

void add_boards(const ServerPart& server, sim::Time end, Outcome& outcome) {
  for (GpuBoard* board : server.boards) {
    board->finish(end);
    const BoardRecord& record = board->record();
    for (std::size_t i = 0; i < throttle_count; ++i) outcome.compute.fraction[i] += record.spent_s[i];
    if (record.hottest_c > outcome.compute.hottest_c) {
      outcome.compute.hottest_c = record.hottest_c;
      outcome.compute.worst_component = board->path();
    }
    outcome.compute.worst_inlet_c = std::max(outcome.compute.worst_inlet_c, record.worst_intake_c);
    outcome.failures.gpu += record.faults;
    // Electricity the boards took but nobody booked yet has still to come from the wall; heat not booked has to go out.
    outcome.energy.outstanding_j += board->outstanding_heat_j(end) - board->outstanding_electricity_j(end);
    outcome.energy.stored_j += board->plant().gained_j(end);
  }
}

void add_server(const ServerPart& server, sim::Time end, Outcome& outcome) {
  add_boards(server, end, outcome);
  outcome.failures.server += server.faults->faults();
  outcome.failures.psu_trip += server.supply->trips();
  if (server.circuit != nullptr) outcome.failures.breaker_trip += server.circuit->trips();
  if (server.units != nullptr) outcome.failures.psu_unit += server.units->losses();
  outcome.power.peak_it_w += server.peak_wall_w();
  outcome.energy.it_j += server.wall_j(end);
  outcome.energy.outstanding_j += server.supply->outstanding_heat_j(end);
  if (server.ups == nullptr) return;
  outcome.energy.outstanding_j += server.ups->outstanding_heat_j(end);
  outcome.energy.stored_j += server.ups->gained_j(end);
}

// What a server took at the outlet over the whole run, host and losses included, in proportion to what the GPUs of its
// jobs took while they had them; in equal parts where none took anything.
void divide_energy(const Plant& plant, sim::Time end, Outcome& outcome) {
  std::map<std::string, std::pair<double, double>> of_server;  // joules of the jobs' GPUs, number of jobs
  for (const TrainingJob* job : plant.jobs) {
    auto& [sum_j, jobs] = of_server[job->server()];
    sum_j += job->gpu_j(end);
    ++jobs;
  }
  for (std::size_t i = 0; i < plant.jobs.size(); ++i) {
    const TrainingJob& job = *plant.jobs[i];
    const auto& [sum_j, jobs] = of_server.at(job.server());
    const double share = sum_j > 0 ? job.gpu_j(end) / sum_j : 1 / jobs;
    outcome.jobs[i].energy_j = share * plant.servers.at(job.server()).wall_j(end);
  }
}

}  // namespace

Outcome conclude(Plant& plant, sim::Time end) {
  Outcome outcome;
  outcome.end_s = sim::to_seconds(end);
  outcome.events = plant.simulator.events();
  outcome.compute.hottest_c = -INFINITY;
  outcome.compute.worst_inlet_c = -INFINITY;
  std::set<std::uint64_t> planned, mains;  // one that stops several jobs is one
  for (TrainingJob* job : plant.jobs) {
    outcome.jobs.push_back(job->conclude(end));
    planned.insert(job->planned_records().begin(), job->planned_records().end());
    mains.insert(job->mains_records().begin(), job->mains_records().end());
  }
  outcome.failures.planned = static_cast<int>(planned.size());
  outcome.failures.mains = static_cast<int>(mains.size());
  for (const auto& [name, server] : plant.servers) add_server(server, end, outcome);
  divide_energy(plant, end, outcome);
  double spent_s = 0;
  for (const double part_s : outcome.compute.fraction) spent_s += part_s;
  for (double& part : outcome.compute.fraction) part = spent_s > 0 ? part / spent_s : 0;
  for (const auto& [name, part] : plant.rooms) {
    outcome.energy.room_in_j += part.room->other_heat_j(end);
    outcome.energy.room_out_j += part.room->lost_j(end);
    outcome.energy.stored_j += part.room->gained_j(end);
  }
  for (const ActivityTable& table : plant.activities) outcome.profiles += table.profiles();
  outcome.power.mean_it_w = outcome.end_s > 0 ? outcome.energy.it_j / outcome.end_s : 0;
  EnergyOutcome& energy = outcome.energy;
  const double in_j = energy.it_j + energy.room_in_j;
  const double missing_j = in_j - energy.room_out_j - energy.stored_j - energy.outstanding_j;
  energy.residual_fraction = in_j > 0 ? std::fabs(missing_j) / in_j : 0;
  return outcome;
}

}  // namespace rackcast::models
