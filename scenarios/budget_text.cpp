// The budget sheet for people.
#include <fmt/format.h>

#include <cmath>

#include "models/collective/ring_search.hpp"
#include "models/outcome.hpp"
#include "scenarios/budget_sheet.hpp"
#include "scenarios/budget_text_parts.hpp"
#include "scenarios/fit_probability.hpp"
#include "scenarios/summary.hpp"
#include "scenarios/text_table.hpp"
#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

using sheet::block;
using sheet::line;

constexpr double hz_per_mhz = 1e6;
constexpr double si_giga = 1e9;
constexpr double us_per_s = 1e6;
constexpr double bytes_per_gib = 1024.0 * 1024 * 1024;

std::string gib(double bytes) { return number_text(bytes / bytes_per_gib); }

std::string stages_text(const models::StepProfile& step) {
  return step.bubble_s > 0 ? fmt::format(", {} for other stages", duration_text(step.bubble_s)) : "";
}

std::string plan_text(const models::PlanSpec& plan) {
  if (!(plan.tensor * plan.pipeline * plan.context > 1)) return "";
  return fmt::format(" (tensor {}, pipeline {}, context {}, data {})", number_text(plan.tensor),
                     number_text(plan.pipeline), number_text(plan.context), number_text(plan.data));
}

std::string step_lines(const Sheet& s) {
  const JobBudget& b = s.budget;
  const double rate = b.cost.samples * throughput_per_sample(s.job->workload) / b.step.step_s;
  const double compute_s = b.cost.compute_s * b.cost.peak_at_hz / b.clock_hz;
  const double mfu = b.cost.model_flops / (b.step.step_s * b.cost.peak_flops);
  const bool cpu = s.server->trained_on == models::Device::cpu;
  return line("step", fmt::format("{} at {:.0f} MHz, the clock that the power limit sustains at 25 °C intake",
                                  duration_text(b.step.step_s), b.clock_hz / hz_per_mhz)) +
         line("", fmt::format("{} {}, {} memory-bound kernels, {} exposed exchange, {} waiting for the host{}",
                              duration_text(compute_s), cpu ? "arithmetic and decoding" : "tensor kernels",
                              duration_text(b.cost.memory_s), duration_text(b.step.exchange_s),
                              duration_text(b.step.wait_s), stages_text(b.step))) +
         line("", fmt::format("{} {}, MFU {}; {:.0f} steps, {} if nothing is lost", number_text(rate),
                              throughput_unit(s.job->workload), sheet::share_text(mfu), b.cost.steps,
                              duration_text(b.cost.steps * b.step.step_s)));
}

std::string shown_text(const models::MemoryNeed& m) {
  const double shown = models::shown_bytes(m);
  return shown > m.total ? fmt::format("; a monitor may show {}", bytes_text(shown)) : "";
}

std::string memory_lines(const Sheet& s) {
  const JobBudget& b = s.budget;
  const models::MemoryNeed& m = b.memory;
  TextTable table(sheet::numbers(9));
  table.add(
      {sheet::label("memory"), "weights", "gradients", "optimizer", "activations", "reserved", "total", "of", "used"});
  const bool cpu = s.server->trained_on == models::Device::cpu;
  table.add({sheet::label(cpu ? "CPU, GiB" : "GPU, GiB"), gib(m.weights), gib(m.gradients), gib(m.optimizer),
             gib(m.activations), gib(m.reserved), gib(m.total), gib(m.available),
             sheet::share_text(m.total / m.available)});
  return block(table) +
         line("", fmt::format("{} to spare, fits with a probability of {}{}", bytes_text(m.available - m.total),
                              probability_text(fit_probability(m)), shown_text(m))) +
         line("host", fmt::format("{} of {} for the job (estimate), {} left as page cache; checkpoint {} GB, {} each",
                                  bytes_text(b.host.need_bytes), bytes_text(b.host.available_bytes),
                                  bytes_text(b.host.cache_bytes), number_text(b.checkpoint_bytes / si_giga),
                                  duration_text(b.cost.checkpoint_s)));
}

std::string link_lines(const Sheet& s) {
  if (s.server->gpus.count < 2) return "";
  const models::LinkSpec link = models::ring_link(*s.server);
  const LinkBudget& b = s.budget.link;
  std::string out =
      line("link",
           fmt::format("{}, {} GB/s and {} us: {} a step{} take {}, of which {} exposed ({} of the step)", link.name,
                       number_text(link.bandwidth_bytes_per_s / si_giga), number_text(link.latency_s * us_per_s),
                       bytes_text(b.message_bytes), s.budget.cost.inner_s > 0 ? " and what one network exchanges" : "",
                       duration_text(b.exchange_s), duration_text(b.exposed_s), sheet::share_text(b.exposed_share)));
  if (!s.link.set.path.empty()) {
    out += line("", fmt::format("relieved by {} ({} exposed, {})", sheet::change_text(s, s.link.set),
                                sheet::share_text(s.link.used), sheet::speed_text(s.link.slower_share)));
  }
  return out + sheet::topology_lines(s);
}

std::string data_table(const DataPathBudget& d) {
  TextTable table(sheet::numbers(d.stages.size() + 2));
  std::vector<std::string> heads{sheet::label("data path"), "needed"};
  std::vector<std::string> rates{sheet::label("samples/s"), number_text(d.needed_per_s)};
  std::vector<std::string> ratios{sheet::label("the need"), ""};
  for (const DataStage& stage : d.stages) {
    heads.push_back(stage.what);
    rates.push_back(std::isfinite(stage.samples_per_s) ? number_text(stage.samples_per_s) : "any");
    ratios.push_back(std::isfinite(stage.samples_per_s) ? number_text(stage.samples_per_s / d.needed_per_s) + " ×"
                                                        : "");
  }
  for (auto* row : {&heads, &rates, &ratios}) table.add(std::move(*row));
  return block(table);
}

constexpr double worth_waiting = 0.001;  ///< share of the time

std::string data_lines(const Sheet& s) {
  const DataPathBudget& d = s.budget.data_path;
  if (!d.known) return line("data path", "not looked at: the data set says no sample_size");
  std::string out = data_table(d);
  out += line(
      "", fmt::format("the data set takes {}; the page cache can hold {} of it and would serve {} of the reads "
                      "of an epoch",
                      bytes_text(d.dataset_bytes), sheet::share_text(d.cached_share), sheet::share_text(d.hit_share)));
  if (d.wait_share > worth_waiting) {
    out += line("", fmt::format("{}s would wait {} of the time, first for: {}",
                                s.server->trained_on == models::Device::cpu ? "CPU" : "GPU",
                                sheet::share_text(d.wait_share), d.stages[d.slowest].what));
  }
  return out;
}

std::string head(const std::vector<const Sheet*>& same) {
  const Sheet& s = *same.front();
  std::string also = s.beside > 0 ? fmt::format(" beside {} other{}", s.beside, s.beside == 1 ? "" : "s") : "";
  if (same.size() > 1) {
    also += fmt::format(" (and {} more alike, the last job.{})", same.size() - 1, same.back()->job->name);
  }
  return fmt::format("\njob.{} on server.{}{}: {} on {} × {}{}, software {}\n", s.job->name, s.server->name, also,
                     s.job->workload.name, s.server->gpus.count, s.server->gpus.gpu.name, plan_text(s.job->plan),
                     s.server->software.name);
}

std::string how_to_try(const Sheet& s) {
  return line("to try one",
              fmt::format("--set server.{}.KEY=VALUE or --set job.{}.KEY=VALUE", s.server->name, s.job->name));
}

std::string body(const Sheet& s) {
  return step_lines(s) + memory_lines(s) + link_lines(s) + sheet::power_lines(s) + sheet::heat_lines(s) +
         data_lines(s) + sheet::limit_lines(s) + sheet::assumption_lines(s);
}

}  // namespace

std::string check_text(const Scenario& scenario, const Catalog& catalog) {
  const std::vector<Sheet> sheets = budget_sheets(scenario, catalog);
  std::vector<std::pair<std::string, std::vector<const Sheet*>>> groups;  // by body, in order of the first
  for (const Sheet& s : sheets) {
    std::string text = body(s);
    if (groups.empty() || groups.back().first != text) groups.push_back({std::move(text), {}});
    groups.back().second.push_back(&s);
  }
  std::string out = scenario.title + "\n";
  for (const auto& [text, same] : groups) out += head(same) + text + how_to_try(*same.front());
  return out;
}

}  // namespace rackcast::scenarios
