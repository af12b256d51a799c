#include <algorithm>

#include "models/plant.hpp"
#include "models/thermal/dust.hpp"
#include "models/workload/memory.hpp"

namespace rackcast::models {

namespace {

constexpr auto work = sim::Phase::work;

// Clocks of the machine as it was built: what dust costs is heat, not less to hope for.
IdealClocks ideal_clocks(const ServerSpec& spec, const StepCost& cost) {
  const ServerSpec built = as_it_was_built(spec);
  const GpuSpec& gpu = built.gpus.gpu;
  const double lock_hz = built.gpus.clock_limit_hz;
  const auto under_limit_hz = [gpu, cost, lock_hz](double limit_w) {
    const double clock_hz = sustained_clock_hz(gpu, cost, limit_w, ideal_intake_c);
    return lock_hz > 0 ? std::min(clock_hz, lock_hz) : clock_hz;
  };
  return {sustained_clock_hz(gpu, cost, gpu.power.default_w, ideal_intake_c), under_limit_hz(limit_w(built.gpus)),
          gpu.max_clock_hz, brake_clock_hz(gpu), under_limit_hz};
}

double sink_constant_s(const ServerSpec& spec) {
  const GpuThermalNetwork thermal = as_it_stands(spec).gpus.gpu.thermal;
  return thermal.sink_air_k_per_w * thermal.sink_j_per_k;
}

// The signals of a job's boards; one for all where nothing is planned.
template <class Quantity>
std::vector<Signal<Quantity>> of_gpus(const std::vector<Signal<Quantity>>& all, const JobSeat& seat) {
  if (all.size() == 1) return all;
  std::vector<Signal<Quantity>> own;
  for (const std::size_t gpu : seat.signals.gpus) own.push_back(all.at(gpu));
  return own;
}

double issue_s(const ServerSpec& spec, const JobSeat& seat) {
  const double cores = spec.cpu_count * spec.cpu.cores;
  return cores > 0 ? static_cast<double>(seat.signals.gpus.size()) * seat.activities->cost().host_s / cores : 0;
}

JobShare share_of(const JobSpec& job, const ServerSpec& spec, const ServerPart& server, const JobSeat& seat) {
  JobShare share;
  share.jobs = server.shared;
  share.tenant = seat.tenant;
  share.issue_s = issue_s(spec, seat);
  const double write_bytes_per_s = spec.storage.write_bytes_per_s;
  share.write_s = write_bytes_per_s > 0 ? checkpoint_bytes(job) / write_bytes_per_s : 0;
  share.changed = server.shared_changed;
  std::vector<const GpuBoard*> boards;
  for (const std::size_t gpu : seat.signals.gpus) boards.push_back(server.boards.at(gpu));
  share.gpu_j = [boards](sim::Time t) {
    double sum_j = 0;
    for (const GpuBoard* board : boards) sum_j += board->plant().electricity_j(t);
    return sum_j;
  };
  return share;
}

std::optional<HeldSignals> held_of(const ServerPart& server, const JobSeat& seat) {
  if (!server.unit_signals) return std::nullopt;
  return HeldSignals{of_gpus(server.held_limits, seat), server.unit_signals->brake};
}

void wake_job(TrainingJob& model, const JobWiring& wiring, sim::SignalTable& signals) {
  for (const auto clock : wiring.clocks) signals.listen(clock, model, work, TrainingJob::clocks_tag);
  for (const auto fault : wiring.faults) signals.listen(fault, model, work, TrainingJob::faults_tag);
  signals.listen(wiring.server_fault, model, work, TrainingJob::faults_tag);
  for (const auto board : wiring.gone) signals.listen(board, model, work, TrainingJob::faults_tag);
  signals.listen(wiring.crash, model, work, TrainingJob::faults_tag);
  signals.listen(wiring.powered, model, work, TrainingJob::power_tag);
  for (const auto limit : wiring.limits) signals.listen(limit, model, work, TrainingJob::limits_tag);
  if (wiring.held) {
    for (const auto limit : wiring.held->limits) signals.listen(limit, model, work, TrainingJob::limits_tag);
    signals.listen(wiring.held->brake, model, work, TrainingJob::limits_tag);
  }
  for (const StopSignal& stop : wiring.stops) signals.listen(stop.asked, model, work, TrainingJob::stop_tag);
  signals.listen(wiring.share.changed, model, work, TrainingJob::others_tag);
}

JobTimes times_of(const JobSpec& job, const ServerSpec& spec, const StepCost& cost) {
  const double relaunch_s = spec.reboot_s + spec.software.startup_s + cost.restore_s;
  return {spec.software.startup_s,
          job.checkpoint.every_s,
          sink_constant_s(spec),
          job.restart.delay_s + relaunch_s,
          relaunch_s,
          spec.reboot_s};
}

}  // namespace

void assemble_job(const JobSpec& job, const ServerSpec& spec, double model_factor, Plant& plant) {
  auto& signals = plant.simulator.signals();
  const ServerPart& server = plant.servers.at(job.on);
  const auto named = [&](const JobSeat& seat) { return seat.job == job.name; };
  const JobSeat& seat = *std::find_if(server.seats.begin(), server.seats.end(), named);
  const StepCost& cost = seat.activities->cost();
  const JobWiring wiring{of_gpus(server.clocks, seat),
                         of_gpus(server.faults_told, seat),
                         server.server_fault,
                         of_gpus(server.gone, seat),
                         server.crash,
                         server.powered,
                         server.trip,
                         server.outage,
                         of_gpus(limits_set(server), seat),
                         seat.signals.activity,
                         seat.signals.peak_duration,
                         signals.create<OnOff>(0),
                         share_of(job, spec, server, seat),
                         held_of(server, seat),
                         plant.mains,
                         server.stops};
  auto& model = plant.simulator.add<TrainingJob>("job." + job.name, job, *seat.activities, times_of(job, spec, cost),
                                                 ideal_clocks(spec, cost), model_factor, wiring);
  wake_job(model, wiring, signals);
  plant.jobs.push_back(&model);
  plant.finished.push_back(wiring.finished);
}

}  // namespace rackcast::models
