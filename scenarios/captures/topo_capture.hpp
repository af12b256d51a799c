#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/captures/relation.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {

/// Where a GPU stands, as far as the driver says.
struct TopoGpu {
  std::string name;                         ///< "GPU0"
  std::optional<std::string> cpu_affinity;  ///< "0-31,64-95"
  std::optional<int> numa_node;
  std::vector<std::optional<GpuRelation>> nics;  ///< in the order of TopoCapture::nics
};

/// What `nvidia-smi topo -m` prints. It says what a path crosses, not how fast it is: NVLink and PCIe generations and
/// PCIe widths are not in it (see nvidia-smi -q).
struct TopoCapture {
  std::vector<TopoGpu> gpus;
  RelationMatrix relations;
  std::vector<std::string> nics;                                 ///< as the columns call them: "mlx5_0" or "NIC0"
  std::vector<std::pair<std::string, std::string>> nic_devices;  ///< "NIC0" is "mlx5_0", where a legend says so
};

/// Reads the matrix wherever it stands in `text`: prompts before it, terminal escapes, tabs or blanks between the
/// columns do no harm. Drivers from 375 (SOC) to 570 (GPU NUMA ID). Never throws; an error names its line.
Parsed<TopoCapture> parse_topo_capture(std::string_view text);

}  // namespace rackcast::scenarios
