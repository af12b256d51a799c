#include <fmt/format.h>

#include <cmath>

#include "models/outcome.hpp"
#include "scenarios/budget.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double hz_per_mhz = 1e6;
constexpr double si_giga = 1e9;

std::string line(const char* what, const std::string& text) { return fmt::format("  {:<11} {}\n", what, text); }

std::string memory_line(const models::MemoryNeed& m) {
  return line(
      "memory",
      fmt::format("{} of {} on each GPU ({}): weights {}, gradients {}, optimizer {}, activations {}, reserved {}",
                  bytes_text(m.total), bytes_text(m.available), percent_text(m.total / m.available),
                  bytes_text(m.weights), bytes_text(m.gradients), bytes_text(m.optimizer), bytes_text(m.activations),
                  bytes_text(m.reserved)));
}

std::string step_lines(const JobBudget& b, const models::JobSpec& job) {
  const double rate = b.cost.samples * throughput_per_sample(job.workload) / b.step.step_s;
  const double compute_s = b.cost.compute_s * b.cost.peak_at_hz / b.clock_hz;
  std::string out =
      line("step", fmt::format("{} at {:.0f} MHz, the clock that the power limit sustains at 25 °C intake",
                               duration_text(b.step.step_s), b.clock_hz / hz_per_mhz));
  out += line(
      "", fmt::format("{} in tensor kernels, {} in memory-bound kernels, {} exposed exchange, {} waiting for the host",
                      duration_text(compute_s), duration_text(b.cost.memory_s), duration_text(b.step.exchange_s),
                      duration_text(b.step.wait_s)));
  out += line("", fmt::format("{} {}, MFU {}; {:.0f} steps, {} if nothing is lost", number_text(rate),
                              throughput_unit(job.workload),
                              percent_text(b.cost.model_flops / (b.step.step_s * b.cost.peak_flops)), b.cost.steps,
                              duration_text(b.cost.steps * b.step.step_s)));
  return out + line("checkpoint", fmt::format("{} GB, {} each", number_text(b.checkpoint_bytes / si_giga),
                                              duration_text(b.cost.checkpoint_s)));
}

std::string survival(double limit_s) {
  return std::isinf(limit_s) ? "for ever" : "for " + duration_text(limit_s) + " at most, then latches off";
}

std::string power_lines(const JobBudget& b, const models::ServerSpec& server) {
  std::string out =
      line("power", fmt::format("{} steady of the supply's {} ({}; {} margin), {} at the outlet",
                                power_text(b.steady_w), power_text(b.rating_w), percent_text(b.steady_w / b.rating_w),
                                power_text(b.rating_w - b.steady_w), power_text(b.wall_w)));
  return out + line("", fmt::format(
                            "{} when the highest phases of all boards ({}) coincide ({}), which the supply survives {}",
                            power_text(b.peak_w), server.gpus.count, percent_text(b.peak_w / b.rating_w),
                            survival(b.peak_limit_s)));
}

std::string heat_lines(const JobBudget& b, const models::ServerSpec& server) {
  std::string out =
      line("heat", fmt::format("the case's air warms by {} K ({} into {} m^3/h)", number_text(b.case_rise_k),
                               power_text(b.wall_w), number_text(server.chassis.airflow_m3_per_s * 3600)));
  out += line("", fmt::format("outdoors {} at the hottest of the day, room {} then, warmest intake {}",
                              celsius_text(b.outdoor_c), celsius_text(b.room_c), celsius_text(b.intake_c)));
  const bool throttles = !(b.die_c <= server.gpus.gpu.limits.target_c);
  return out +
         line("", fmt::format("die {} there, if nothing regulates it; its target is {}{}", celsius_text(b.die_c),
                              celsius_text(server.gpus.gpu.limits.target_c), throttles ? ": it will throttle" : ""));
}

std::string margin_lines(const std::vector<Margin>& margins) {
  const Margin& tightest = margins.front();
  std::string out = line("tightest", fmt::format("{}: {} of the limit; {} would relieve it", tightest.what,
                                                 percent_text(tightest.used), tightest.relief));
  for (std::size_t i = 1; i < margins.size(); ++i) {
    out += line("", fmt::format("then {}: {}", margins[i].what, percent_text(margins[i].used)));
  }
  return out;
}

std::string link_line(const models::ServerSpec& server) {
  if (server.gpus.count < 2) return "";
  return line("link", fmt::format("{}: {} GB/s as a ring, {} us a step", server.gpus.link.name,
                                  number_text(server.gpus.link.bandwidth_bytes_per_s / si_giga),
                                  number_text(server.gpus.link.latency_s * 1e6)));
}

}  // namespace

std::string check_text(const Scenario& scenario) {
  std::string out = scenario.title + "\n";
  for (const models::JobSpec& job : scenario.jobs) {
    const models::ServerSpec& server = server_of(scenario, job);
    const JobBudget b = job_budget(scenario, job);
    out += fmt::format("\njob.{} on server.{}: {} on {} × {}, software {}\n", job.name, server.name, job.workload.name,
                       server.gpus.count, server.gpus.gpu.name, server.software.name);
    out +=
        memory_line(b.memory) + step_lines(b, job) + link_line(server) + power_lines(b, server) + heat_lines(b, server);
    out += margin_lines(b.margins);
  }
  return out;
}

}  // namespace rackcast::scenarios
