#include "scenarios/memory_knobs.hpp"

#include <algorithm>
#include <cmath>

#include "models/workload/memory.hpp"
#include "models/workload/plan.hpp"
#include "models/workload/precision.hpp"
#include "scenarios/quantity.hpp"
#include "scenarios/write.hpp"

namespace rackcast::scenarios {

namespace {

constexpr double memory_gb[] = {16,  32,  64,   96,   128,  192,  256, 384,
                                512, 768, 1024, 1536, 2048, 3072, 4096};  ///< sizes that are sold
constexpr double si_giga = 1e9;
constexpr double adam_bytes = 8;        // two fp32 moments a parameter
constexpr double adam_8_bit_bytes = 2;  // two moments of a byte; a scale for 2048 of them is left out

std::string job_key(const Design& d, const char* key) { return "job." + d.job.name + "." + key; }

bool is_transformer(const models::JobSpec& job) { return job.workload.kind == models::WorkloadKind::transformer; }

// Smaller parts of what a GPU takes per step, largest first, all of them equal.
Knob micro_batch(const Design& d) {
  Knob knob{job_key(d, "batch.micro"), {}};
  const double whole = models::per_gpu_batch(d.server, d.job);
  const double now = models::micro_batch(d.server, d.job);
  constexpr double most_parts = 4096;
  for (double parts = 2; parts <= std::min(whole, most_parts); ++parts) {
    const double micro = whole / parts;
    if (micro >= now || std::fmod(whole, parts) != 0) continue;
    knob.settings.push_back({format_number(micro), [micro](Design& x) { x.job.batch.micro = micro; }});
  }
  return knob;
}

Knob recomputation(const Design& d) {
  constexpr std::pair<models::Recompute, const char*> all[] = {{models::Recompute::selective, "\"selective\""},
                                                               {models::Recompute::operations, "\"operations\""},
                                                               {models::Recompute::full, "\"full\""}};
  Knob knob{job_key(d, "recompute"), {}};
  if (!is_transformer(d.job)) return knob;
  for (const auto& [value, text] : all) {
    const bool none_kept = d.server.software.attention == models::AttentionKernel::fused;
    if (value <= d.job.recompute || (value == models::Recompute::selective && none_kept)) continue;
    knob.settings.push_back({text, [value = value](Design& x) { x.job.recompute = value; }});
  }
  return knob;
}

Knob sharding(const Design& d) {
  constexpr std::pair<models::Sharding, const char*> all[] = {{models::Sharding::optimizer, "\"optimizer\""},
                                                              {models::Sharding::gradients, "\"gradients\""},
                                                              {models::Sharding::parameters, "\"parameters\""}};
  Knob knob{job_key(d, "sharding"), {}};
  for (const auto& [value, text] : all) {
    if (value <= d.job.sharding || models::weight_copies(d.server, d.job) < 2) continue;
    knob.settings.push_back({text, [value = value](Design& x) { x.job.sharding = value; }});
  }
  return knob;
}

Knob offloading(const Design& d) {
  Knob knob{job_key(d, "offload"), {}};
  if (d.job.offload != models::Offload::none) return knob;
  knob.settings.push_back({"\"optimizer\"", [](Design& x) { x.job.offload = models::Offload::optimizer; }});
  return knob;
}

// The same global batch over fewer groups.
void split_tensors(Design& d, double tensor) {
  d.job.plan.tensor = tensor;
  d.job.plan.data = models::data_groups(d.server, d.job);
  d.job.batch.per_gpu = d.job.batch.global / d.job.plan.data;
}

Knob tensors(const Design& d) {
  Knob knob{job_key(d, "plan.tensor"), {}, Knob::Effect::mixed};
  if (!is_transformer(d.job)) return knob;
  const double most = d.server.gpus.count / (d.job.plan.pipeline * d.job.plan.context);
  for (double tensor = d.job.plan.tensor + 1; tensor <= most; ++tensor) {
    if (std::fmod(most, tensor) != 0 || std::fmod(d.job.workload.heads, tensor) != 0) continue;
    knob.settings.push_back({format_number(tensor), [tensor](Design& x) { split_tensors(x, tensor); }});
  }
  return knob;
}

}  // namespace

std::vector<Knob> memory_knobs(const Design& d) {
  return {micro_batch(d), recomputation(d), sharding(d), offloading(d), tensors(d)};
}

Knob main_memory_knob(const Design& d) {
  Knob knob{"server." + d.server.name + ".memory", {}};
  for (const double gb : memory_gb) {
    if (gb * si_giga <= d.server.memory_bytes) continue;
    knob.settings.push_back(
        {toml_text(format_number(gb) + " GB"), [gb](Design& x) { x.server.memory_bytes = gb * si_giga; }});
  }
  return knob;
}

Knob optimizer_knob(const Design& d) {
  Knob knob{job_key(d, "optimizer"), {}};
  if (d.job.optimizer_bytes_per_parameter != adam_bytes) return knob;
  knob.settings.push_back(
      {"\"adam 8-bit\"", [](Design& x) { x.job.optimizer_bytes_per_parameter = adam_8_bit_bytes; }});
  return knob;
}

Knob larger_gpu_knob(const Design& d, const Catalog& catalog) {
  Knob knob{"server." + d.server.name + ".gpu.model", {}, Knob::Effect::mixed};
  const models::GpuSpec& now = d.server.gpus.gpu;
  std::vector<const models::GpuSpec*> larger;
  for (const std::string& name : catalog.names("gpus")) {
    const models::GpuSpec* gpu = catalog.gpu(name);
    const bool able = gpu->vendor == now.vendor && gpu->form_factor == now.form_factor &&
                      models::peak_rate(gpu->peak, d.job.precision) > 0;
    if (able && gpu->memory_bytes > now.memory_bytes) larger.push_back(gpu);
  }
  std::stable_sort(larger.begin(), larger.end(),
                   [](const auto* a, const auto* b) { return a->memory_bytes < b->memory_bytes; });
  for (const models::GpuSpec* gpu : larger) {
    knob.settings.push_back({toml_text(gpu->name), [gpu](Design& x) { x.server.gpus.gpu = *gpu; }});
  }
  return knob;
}

}  // namespace rackcast::scenarios
