#pragma once

#include <optional>
#include <string>

namespace rackcast::scenarios {

enum class SmiSwitch { off, on };

/// How the limits of temperature were printed.
enum class SmiLimits {
  stated,   ///< as temperatures
  derived,  ///< as margins to the throttling temperature ("T.Limit", Ada and Hopper on), added to the temperature now
};

/// One GPU of `nvidia-smi -q`. What was not printed, "N/A", "Unknown Error" and the like are absent.
struct SmiGpu {
  std::string bus_id;   ///< "00000000:19:00.0"
  std::string product;  ///< "NVIDIA H100 80GB HBM3"; empty if not printed
  std::optional<std::string> uuid;
  std::optional<double> memory_bytes;  ///< as the driver offers it, ECC and reserves taken off or not by generation

  std::optional<double> power_default_w;
  std::optional<double> power_min_w;
  std::optional<double> power_max_w;
  std::optional<double> power_limit_w;      ///< in force
  std::optional<double> power_requested_w;  ///< as set; the driver may enforce less
  std::optional<double> power_draw_w;

  std::optional<double> shutdown_c;
  std::optional<double> slowdown_c;
  std::optional<double> max_operating_c;  ///< from where software throttles
  std::optional<double> target_c;
  std::optional<double> memory_max_operating_c;
  SmiLimits limits = SmiLimits::stated;
  std::optional<double> die_c;
  std::optional<double> memory_c;
  std::optional<double> margin_k;  ///< "GPU T.Limit Temp": what is left to the throttling temperature

  std::optional<double> max_sm_clock_hz;
  std::optional<double> max_memory_clock_hz;
  std::optional<double> sm_clock_hz;
  std::optional<double> memory_clock_hz;
  std::optional<double> application_sm_clock_hz;
  std::optional<double> application_memory_clock_hz;

  std::optional<double> pcie_generation;  ///< now; an idle link often trains down
  std::optional<double> pcie_generation_max;
  std::optional<double> pcie_lanes;
  std::optional<double> pcie_lanes_max;
  std::optional<double> fan_fraction;

  std::optional<SmiSwitch> persistence;
  std::optional<SmiSwitch> ecc;
  std::optional<SmiSwitch> mig;
};

}  // namespace rackcast::scenarios
