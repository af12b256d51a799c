#pragma once

#include <string>
#include <vector>

namespace rackcast::models {

/// The link between the GPUs of one server, as a ring collective sees it: time of a ring step = latency +
/// bytes/bandwidth.
struct LinkSpec {
  std::string name;
  double bandwidth_bytes_per_s = 0;  ///< bus bandwidth B of the ring: all-reduce takes 2(n−1)/n · S/B
  double latency_s = 0;              ///< α, per ring step
  std::string relation;              ///< label of the pair in `nvidia-smi topo -m`: NV4, PIX, PHB, SYS...
  std::vector<std::string> gpus;     ///< types it is built into; empty: any
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

}  // namespace rackcast::models
