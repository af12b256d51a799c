#pragma once

#include <optional>
#include <string_view>

namespace rackcast::models {

/// Generation and width of a PCIe link: "PCIe 4.0 x16".
struct PcieLink {
  int generation = 0;  ///< 1 to 6
  int lanes = 0;
};

/// What a text says that begins like "PCIe 4.0 x16"; nothing if it does not.
std::optional<PcieLink> pcie_link(std::string_view text);

/// Payload one way, bytes/s: transfers per second and lane × lanes × line code × 0.86, the share that 27.1 GB/s
/// measured between two GPUs at "PCIe 4.0 x16" are of its 31.5 GB/s (peer access, noonghunna/club-3090): headers of
/// packets of 256 bytes and flow control. Rates and codes: PCI Express base specifications 1.1 to 6.0.
double pcie_bytes_per_s(PcieLink link);

}  // namespace rackcast::models
