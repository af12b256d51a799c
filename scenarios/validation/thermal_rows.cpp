#include "scenarios/validation/thermal_rows.hpp"

#include <algorithm>
#include <cmath>

namespace rackcast::scenarios {

namespace {

constexpr double coldest_inlet_c = 18;
constexpr double warmest_inlet_c = 35;
constexpr const char* all_columns[] = {"id",
                                       "source",
                                       "kind",
                                       "system",
                                       "gpu",
                                       "gpus",
                                       "cooling",
                                       "workload",
                                       "precision",
                                       "power_limit_w",
                                       "gpu_power_w",
                                       "sm_clock_mhz",
                                       "mem_clock_mhz",
                                       "start_temp_c",
                                       "gpu_temp_c",
                                       "gpu_temps_by_index",
                                       "ambient_c",
                                       "perf_value",
                                       "perf_unit",
                                       "rel_perf",
                                       "tau_s",
                                       "t90_s",
                                       "load_duration_s",
                                       "fast_jump_c",
                                       "server_power_w",
                                       "other_metric",
                                       "other_value",
                                       "other_unit",
                                       "notes",
                                       "confidence"};

}  // namespace

CsvColumns thermal_columns(const std::vector<std::string>& texts, const std::vector<std::string>& numbers) {
  CsvColumns columns{texts, {}, numbers};
  columns.required.insert(columns.required.end(), numbers.begin(), numbers.end());
  for (const char* name : all_columns) {
    const auto& needed = columns.required;
    if (std::find(needed.begin(), needed.end(), name) == needed.end()) columns.optional.emplace_back(name);
  }
  return columns;
}

std::string cooling_class(const models::GpuSpec& gpu) {
  if (gpu.name.find("Max-Q") != std::string::npos || gpu.name.find("Laptop") != std::string::npos) return "laptop";
  if (gpu.cooling != "passive") return gpu.cooling;
  return gpu.form_factor.find("PCIe") != std::string::npos ? "passive in chassis" : "mezzanine in chassis";
}

double assumed_inlet_c(double coldest_idle_c, double rise_k) {
  return std::clamp(coldest_idle_c - rise_k, coldest_inlet_c, warmest_inlet_c);
}

Bar kelvin_bar(const std::string& name, const std::vector<double>& errors_k, double limit_k) {
  return {name, median_of(errors_k), limit_k, "K", errors_k.size()};
}

}  // namespace rackcast::scenarios
