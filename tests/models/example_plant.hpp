#pragma once

#include <cmath>

#include "models/plant.hpp"
#include "models/run_end.hpp"
#include "models/workload/job_gpus.hpp"

namespace rackcast::models::example {

/// A consumer board of 350 W, a mid tower and a room: values of the size that real parts have.
inline GpuSpec gpu() {
  GpuSpec gpu;
  gpu.name = "example 350 W";
  gpu.memory_bytes = 24.0 * 1024 * 1024 * 1024;
  gpu.memory_bandwidth_bytes_per_s = 936e9;
  gpu.peak = {35.6e12, 35.6e12, 71e12, 71e12, 0};
  gpu.peak_at_hz = 1695e6;
  gpu.max_clock_hz = 2100e6;
  gpu.min_clock_hz = 210e6;
  gpu.clock_step_hz = 15e6;
  gpu.power = {350, 100, 385, 21, 0.03};
  gpu.limits = {83, 95, 98, 110, 0.5};
  gpu.curve = {46, 247, 60, 42, 0.012, 0.692, 0.711};
  gpu.thermal = {0.025, 0.5, 0.015, 0.12, 10, 20, 40, 300};
  return gpu;
}

inline ServerSpec server() {
  ServerSpec server;
  server.name = "box";
  server.room = "lab";
  server.chassis.airflow_m3_per_s = 0.047;
  server.chassis.recirculation = 0.1;
  server.chassis.preheat = 0.3;
  server.cpu.tdp_w = 105;
  server.cpu.idle_w = 30;
  server.cpu_count = 1;
  server.cpu_load = 0.5;
  server.storage.read_bytes_per_s = 7e9;
  server.storage.write_bytes_per_s = 5e9;
  server.storage.power_w = 8;
  server.other_w = 50;
  server.psu.rating_w = 1600;
  server.psu.count = 1;
  server.psu.load_fraction = {0.2, 0.5, 1};
  server.psu.efficiency = {0.9, 0.92, 0.89};
  server.psu.overload_ratio = {1.1, 1.3};
  server.psu.overload_duration_s = {1, 0.02};
  server.software.compute_efficiency = 0.6;
  server.software.memory_efficiency = 0.8;
  server.software.traffic_factor = 1;
  server.software.host_issue_s = 0.02;
  server.software.overlap = 0.7;
  server.software.startup_s = 60;
  server.gpus.gpu = gpu();
  server.gpus.count = 2;
  server.gpus.link.bandwidth_bytes_per_s = 11e9;
  server.gpus.link.latency_s = 20e-6;
  server.reboot_s = 300;
  return server;
}

inline RoomSpec room() {
  RoomSpec room;
  room.name = "lab";
  room.volume_m3 = 30;
  room.ventilation_m3_per_s = 60.0 / 3600;
  room.walls_w_per_m2_k = 1.5;
  room.solids_j_per_k = 1e6;
  room.solids_w_per_k = 100;
  room.start_c = NAN;
  return room;
}

inline JobSpec job() {
  JobSpec job;
  job.name = "imagenet";
  job.on = "box";
  job.workload.kind = WorkloadKind::vision;
  job.workload.parameters = 25.6e6;
  job.workload.forward_flops = 8.2e9;
  job.workload.activation_bytes = 300e6;
  job.workload.stored_activation_bytes = 90e6;
  job.dataset.samples = 1281167;
  job.dataset.epochs = 10;
  job.precision = Precision::fp16_mixed;
  job.batch = {512, 256, 256};
  job.optimizer_bytes_per_parameter = 4;
  job.checkpoint.every_s = 3600;
  job.checkpoint.write_s = 5;
  job.restart = {RestartBy::hand, 8 * 3600};
  return job;
}

/// What one run needs; change any part, then run.
struct Setup {
  Profile climate{24, 8, 15 * 3600, {}, {}};
  RoomSpec room = example::room();
  ServerSpec server = example::server();
  JobSpec job = example::job();
  std::vector<JobSpec> more_jobs;  ///< on the same server
  std::vector<EventSpec> events;
  Units units = Units::last;
  MainsSpec mains;
  std::map<std::size_t, Reaction> reactions;  ///< to alarms
  Fans fans = Fans::as_calibrated;
  Sinks sinks = Sinks::stay;
  double horizon_s = 5 * 86400;
  sim::RunIdentity identity{1, 0};
};

inline std::unique_ptr<Plant> assemble(const Setup& setup) {
  auto plant = std::make_unique<Plant>(setup.identity);
  assemble_climate(setup.climate, *plant);
  assemble_mains(setup.mains, *plant);
  assemble_room(setup.room, *plant);
  const bool units = setup.units == Units::may_fail || !setup.reactions.empty();
  const BoardEvents board_events = setup.events.empty() && !units ? BoardEvents::none : BoardEvents::planned;
  ServerUse use{{}, setup.job.restart.delay_s, board_events, setup.units, setup.reactions, setup.fans, setup.sinks};
  std::vector<JobSpec> jobs{setup.job};
  jobs.insert(jobs.end(), setup.more_jobs.begin(), setup.more_jobs.end());
  for (const JobSpec& job : jobs) {
    use.jobs.push_back({job, step_cost(seen_by(setup.server, job), job), 1, use.jobs.size()});
  }
  assemble_server(setup.server, use, *plant);
  for (const JobSpec& job : jobs) assemble_job(job, setup.server, 1, *plant);
  assemble_events(setup.events, *plant);
  auto& end = plant->simulator.add<RunEnd>(plant->finished);
  for (const auto finished : plant->finished) {
    plant->simulator.signals().listen(finished, end, sim::Phase::work, 0);
  }
  return plant;
}

inline Outcome run(const Setup& setup) {
  const auto plant = assemble(setup);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  return conclude(*plant, plant->simulator.now());
}

}  // namespace rackcast::models::example
