#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenarios/captures/relation.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {

struct PciGpu {
  std::string name;     ///< "NVIDIA Corporation GA102 [GeForce RTX 3090]"
  std::string address;  ///< "0000:41:00.0"
};

/// GPUs in the tree of `lspci -tv`, in the order of the tree, and what the paths between them cross:
///   PIX  below one switch (or one bridge), each at a port of it;
///   PXB  below a common bridge, with further bridges on the way;
///   PHB  different ports of one root complex;
///   SYS  different root complexes.
/// It stands in for `nvidia-smi topo -m` where there is no driver, but it cannot tell: NVLink; how wide a link is and
/// which generation; NODE (two root complexes of one socket) from SYS, so SYS is assumed; what class a device is, so
/// GPUs are known by vendor and name alone (NVIDIA, AMD/ATI), integrated graphics included. Inside a virtual machine it
/// shows the tree that the host makes up.
struct LspciCapture {
  std::vector<PciGpu> gpus;
  RelationMatrix relations;
};

/// Never throws; an error names its line.
Parsed<LspciCapture> parse_lspci_capture(std::string_view text);

}  // namespace rackcast::scenarios
