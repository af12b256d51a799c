#pragma once

#include <vector>

#include "models/collective/topology.hpp"

namespace rackcast::models {

/// A ring over all GPUs of a server and what it reaches.
struct GpuRing {
  std::vector<int> order;
  Reached reached;                    ///< its slowest hop while all hops go on at once
  double step_s = 0;                  ///< latency of its slowest step
  PathKind worst = PathKind::bridge;  ///< of its hops: bridge, direct, staged
  int rings = 1;                      ///< that run side by side (bridges that form a mesh)
};

/// The fastest ring. Every hop is a transfer; hops share the edges and the memory that they have in common. Up to 7
/// GPUs every order is tried; beyond that orders are improved by exchanging two places until no exchange helps, from
/// the order of the numbers and from the nearest neighbours of each GPU. Of equally fast rings the first. Where bridges
/// alone make rings, as many count as run side by side (mesh.hpp).
GpuRing best_ring(const Topology& topology);

/// What the ring collectives of a server see: the link of its GPUs; where a topology is given and that link is one of
/// PCIe, the bandwidth and latency of the best ring (start, own pass and filling of a collective as the bridges have
/// them, if the ring runs over bridges alone). Throws std::invalid_argument for a topology that makes no sense.
LinkSpec ring_link(const ServerSpec& server);

/// Whether ring_link() is worked out from the topology.
enum class LinkFrom { link, topology };
LinkFrom link_from(const ServerSpec& server);

}  // namespace rackcast::models
