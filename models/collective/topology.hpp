#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/collective/mesh.hpp"
#include "models/collective/topology_graph.hpp"

namespace rackcast::models {

/// How bytes get from one GPU to another: over their bridge, directly over PCIe, or through host memory.
enum class PathKind { bridge, peer, staged };
const char* name(PathKind kind);

/// What one transfer needs. Edges are numbered in both directions: edge e is 2e there and 2e + 1 back.
struct Transfer {
  PathKind kind = PathKind::peer;
  std::vector<int> out;  ///< directed edges to the other GPU; staged: to the host memory
  std::vector<int> in;   ///< staged: from the host memory
  double share = 1;      ///< of the edges' bandwidth that it reaches
  int memory = -1;       ///< staged: socket whose memory it passes
  double step_s = 0;     ///< latency of a ring step over it
};

/// What a transfer reaches, and the edge that holds it back.
struct Reached {
  double bytes_per_s = 0;
  std::string bottleneck;
};

/// The GPUs of a server, what they hang on and how transfers between them go: a graph (Boost.Graph) whose vertices are
/// GPUs, PCIe switches, the chipset and the sockets (root complexes with their memory), whose edges are links. A path
/// is one of the fewest edges.
///
/// Which path (as NCCL chooses): over a bridge where there is one; else directly over PCIe where the GPU type allows it
/// and both hang on one socket (`p2p = "on"` and "off" overrule that); else staged. Direct transfers that turn at a
/// root complex keep the CPU's `peer_share`.
///
/// A staged transfer copies twice, to host memory and from there, one piece after the other:
///   rate = s/(1/out + 1/in),   s = 0.893,
/// out and in the narrowest edge of each way: 11.3 GB/s measured one way at PCIe 4.0 x16, where 13.55 would be ideal
/// (noonghunna/club-3090), and 25.8 GB/s both ways where 27.1 would be (tinygrad/open-gpu-kernel-modules): s is the
/// mean of the two. All staged transfers through one socket's memory share `staging`. Transfers at the same time share
/// each direction of an edge equally.
class Topology {
 public:
  /// Throws std::invalid_argument for a topology that does not say where its GPUs are.
  explicit Topology(const ServerSpec& server);

  int gpus() const { return gpus_; }
  const Transfer& between(int from, int to) const;

  /// The slowest of transfers that go on at the same time.
  Reached slowest(const std::vector<std::pair<int, int>>& pairs) const;
  /// From host memory to one GPU while no other loads.
  Reached from_host(int gpu) const;
  /// From host memory to the GPU that gets least while all load, each from its own socket.
  double from_host_all_bytes_per_s() const;

  /// Bridges by pair, and the link of the first between two GPUs; null: none.
  const LinkMesh& mesh() const { return mesh_; }
  const LinkSpec* bridge(int a, int b) const;

 private:
  friend class TopologyBuilder;
  std::vector<int> uses(const std::vector<const Transfer*>& transfers) const;
  struct Least {
    double bytes_per_s = 0;
    int edge = -1;  ///< that binds; −1: copies through host memory
  };
  Least way(const std::vector<int>& edges, const std::vector<int>& uses) const;
  Least reached(const Transfer& transfer, const std::vector<int>& uses, int in_memory) const;
  Reached named(const Least& least) const;

  int gpus_ = 0;
  double staging_bytes_per_s_ = 0;
  std::vector<TopologyEdge> edges_;
  std::vector<Transfer> transfers_;          ///< from × GPUs + to
  std::vector<std::vector<int>> from_host_;  ///< directed edges, by GPU
  LinkMesh mesh_;
  std::vector<BridgeSpec> bridges_;
};

}  // namespace rackcast::models
