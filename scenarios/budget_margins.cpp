#include <algorithm>
#include <cmath>
#include <limits>

#include "models/workload/exchange.hpp"
#include "scenarios/budget_parts.hpp"

namespace rackcast::scenarios {

namespace {

using models::JobSpec;
using models::ServerSpec;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double bytes_per_gib = 1024.0 * 1024 * 1024;

Margin share_of(Limit limit, std::string what, double value, double allowed, std::string unit) {
  return {limit, std::move(what), value / allowed, value, allowed, std::move(unit)};
}

// Degrees have no natural zero: what the outdoor air leaves is all that heat can use up.
Margin temperature(Limit limit, std::string what, double value_c, double allowed_c, double outdoor_c) {
  const double usable_k = allowed_c - outdoor_c;
  const double used = usable_k > 0 ? (value_c - outdoor_c) / usable_k : infinity;
  return {limit, std::move(what), used, value_c, allowed_c, "°C"};
}

// The peak that comes nearest to what is survived for its duration.
const Peak* binding_peak(const PowerBudget& power) {
  const Peak* binding = nullptr;
  for (const Peak& peak : power.peaks) {
    if (std::isinf(peak.duration_s) || std::isinf(peak.allowed_w)) continue;
    if (binding == nullptr || peak.power_w / peak.allowed_w > binding->power_w / binding->allowed_w) binding = &peak;
  }
  return binding;
}

void add_power(std::vector<Margin>& margins, const ServerSpec& server, const JobBudget& b) {
  const PowerBudget& power = b.power;
  margins.push_back(share_of(Limit::supply_steady, "supply rating, steady", power.steady_w, power.rating_w, "W"));
  if (const Peak* peak = binding_peak(power)) {
    margins.push_back(share_of(Limit::supply_peaks, "supply tolerance of peaks", peak->power_w, peak->allowed_w, "W"));
  }
  if (power.spare_rating_w < power.rating_w) {
    margins.push_back(
        share_of(Limit::supply_spare, "supply without its spare units", power.steady_w, power.spare_rating_w, "W"));
  }
  const char* what = b.outlet.socket_binds ? "socket" : "breaker, for hours";
  margins.push_back(share_of(Limit::outlet, server.outlet_count > 1 ? std::string("each ") + what : what,
                             b.outlet.current_a, b.outlet.allowed_a, "A"));
}

void add_heat(std::vector<Margin>& margins, const ServerSpec& server, const HeatBudget& heat) {
  const models::GpuThermalLimits& limits = server.gpus.gpu.limits;
  margins.push_back(temperature(Limit::die, "die temperature", heat.die_c, limits.target_c, heat.outdoor_c));
  if (server.trained_on == models::Device::gpu)
    margins.push_back(temperature(Limit::memory_temperature, "GPU memory temperature", heat.memory_c, limits.memory_c,
                                  heat.outdoor_c));
  if (std::isnan(server.inlet_limit_c)) return;
  margins.push_back(temperature(Limit::inlet, "air into the case", heat.inlet_c, server.inlet_limit_c, heat.outdoor_c));
}

}  // namespace

const char* name(Limit limit) {
  switch (limit) {
    case Limit::gpu_memory:
      return "gpu_memory";
    case Limit::host_memory:
      return "host_memory";
    case Limit::supply_steady:
      return "supply_steady";
    case Limit::supply_peaks:
      return "supply_peaks";
    case Limit::supply_spare:
      return "supply_spare";
    case Limit::outlet:
      return "outlet";
    case Limit::inlet:
      return "inlet";
    case Limit::die:
      return "die";
    case Limit::memory_temperature:
      return "memory_temperature";
    case Limit::data_path:
      return "data_path";
  }
  return "";
}

LinkBudget link_budget(const ServerSpec& server, const JobSpec& job, const JobBudget& b) {
  return {models::exchanged_bytes(server, job), b.cost.exchange_s + b.cost.inner_s, b.step.exchange_s,
          b.step.exchange_s / b.step.step_s};
}

std::vector<Margin> margins_of(const ServerSpec& server, const JobBudget& b) {
  std::vector<Margin> margins = {
      share_of(Limit::gpu_memory, server.trained_on == models::Device::cpu ? "memory of a CPU" : "GPU memory",
               b.memory.total / bytes_per_gib, b.memory.available / bytes_per_gib, "GiB"),
      share_of(Limit::host_memory, "main memory", b.host.need_bytes / bytes_per_gib,
               b.host.available_bytes / bytes_per_gib, "GiB")};
  add_power(margins, server, b);
  add_heat(margins, server, b.heat);
  if (b.data_path.known && std::isfinite(b.data_path.rate_per_s)) {
    margins.push_back(share_of(Limit::data_path, b.data_path.stages[b.data_path.slowest].what, b.data_path.needed_per_s,
                               b.data_path.rate_per_s, "samples/s"));
  }
  std::stable_sort(margins.begin(), margins.end(), [](const auto& x, const auto& y) { return x.used > y.used; });
  return margins;
}

}  // namespace rackcast::scenarios
