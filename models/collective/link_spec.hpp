#pragma once

#include <string>
#include <vector>

namespace rackcast::models {

/// The link between the GPUs of one server, as a ring collective sees it (the law: ring.hpp).
struct LinkSpec {
  std::string name;
  double bandwidth_bytes_per_s = 0;  ///< bus bandwidth B of a long ring and a large message
  double latency_s = 0;              ///< α, per ring step
  double start_s = 0;                ///< β, once per collective
  double own_share = 0;              ///< λ: time of a GPU's own pass over the message, relative to S over the wire
  double fill_bytes = 0;             ///< F: messages of this size take a time S/B longer, for the pipeline to fill
  std::string relation;              ///< label of the pair in `nvidia-smi topo -m`: NV4, PIX, PHB, SYS...
  std::vector<std::string> gpus;     ///< types it is built into; empty: any
  std::string source;
  std::string confidence;
  std::vector<std::string> unverified;
};

}  // namespace rackcast::models
