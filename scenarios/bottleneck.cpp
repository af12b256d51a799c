#include "scenarios/bottleneck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scenarios/wording.hpp"

namespace rackcast::scenarios {

namespace {

using models::DataStage;
using models::PageCache;

constexpr double limiting_wait = 0.02;  // share of the steps' time from which waiting for data is what limits a job

std::string stage_text(const models::ServerSpec& server, const DataLimit& limit) {
  switch (limit.stage) {
    case DataStage::storage:
      return fmt::format("the storage ({}{})", server.storage.name,
                         limit.cache == PageCache::cold ? ", first epoch" : ", what the page cache cannot hold");
    case DataStage::cpu:
      return fmt::format("the CPU cores ({}x {}, decoding and augmenting)", number_text(server.cpu_count),
                         server.cpu.name);
    case DataStage::host_link:
      return "the way from the host to the GPUs (PCIe)";
  }
  return {};
}

// What takes most of the step when the data are there.
std::string busy_text(const models::ServerSpec& server, const models::StepCost& cost, const models::StepProfile& step,
                      double clock_hz) {
  const bool cpu = server.trained_on == models::Device::cpu;
  const std::pair<double, const char*> parts[] = {
      {cost.compute_s * cost.peak_at_hz / clock_hz,
       cpu ? "the CPU: its arithmetic rate" : "tensor kernels (the GPU's arithmetic rate)"},
      {cost.memory_s, cpu ? "the CPU: its memory bandwidth" : "memory-bound kernels (the GPU's memory bandwidth)"},
      {step.exchange_s, cpu ? "the gradient exchange (the link between the sockets)"
                            : "the gradient exchange (the link between the GPUs)"},
      {step.wait_s, "waiting for the host (CPU and software)"},
      {step.bubble_s, "waiting for other stages of the pipeline"}};
  const auto largest = std::max_element(std::begin(parts), std::end(parts),
                                        [](const auto& x, const auto& y) { return x.first < y.first; });
  return fmt::format("{} of the ideal step goes to {}", percent_text(largest->first / step.step_s), largest->second);
}

}  // namespace

DataLimit data_limit(const models::StepCost& cost, double busy_s) {
  const models::DataPath& data = cost.data;
  DataLimit limit;
  if (!data.known() || !(busy_s > 0)) return limit;
  const double cold_steps = std::min(cost.steps, data.epoch_steps);
  const auto wait_s = [&](PageCache cache, double steps) { return steps * std::max(0.0, data.step_s(cache) - busy_s); };
  const double cold_s = wait_s(PageCache::cold, cold_steps);
  const double warm_s = wait_s(PageCache::warm, cost.steps - cold_steps);
  // What lasts counts more than the first epoch where both wait for the same stage.
  const bool lasts = warm_s > 0 && data.slowest(PageCache::warm) == data.slowest(PageCache::cold);
  limit.cache = lasts || warm_s > cold_s ? PageCache::warm : PageCache::cold;
  limit.stage = data.slowest(limit.cache);
  limit.samples_per_s = data.samples_per_s(limit.stage, limit.cache);
  limit.needed_per_s = data.samples / busy_s;
  limit.wait_share = (cold_s + warm_s) / (cold_s + warm_s + cost.steps * busy_s);
  return limit;
}

std::string bottleneck_text(const models::ServerSpec& server, const models::StepCost& cost,
                            const models::StepProfile& step, double clock_hz) {
  const DataLimit limit = data_limit(cost, step.step_s);
  if (limit.wait_share < limiting_wait) return busy_text(server, cost, step, clock_hz);
  return fmt::format("{}: {} samples/s of the {} that the {} would take; {} of the steps' time they wait for data",
                     stage_text(server, limit), number_text(limit.samples_per_s), number_text(limit.needed_per_s),
                     server.trained_on == models::Device::cpu ? "CPUs" : "GPUs", percent_text(limit.wait_share));
}

}  // namespace rackcast::scenarios
