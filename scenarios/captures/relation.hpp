#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {

/// What the path between two GPUs of one machine crosses, nearest first, in the words of `nvidia-smi topo -m`.
enum class Relation {
  self,
  nvlink,  ///< NV#: a bonded set of # NVLinks
  pix,     ///< at most one PCIe bridge (one switch)
  pxb,     ///< several PCIe bridges, no host bridge
  phb,     ///< a PCIe host bridge, typically the CPU
  node,    ///< two host bridges of one NUMA node
  sys,     ///< the link between NUMA nodes
};

struct GpuRelation {
  Relation kind = Relation::sys;
  int nvlinks = 0;  ///< only with nvlink
  friend bool operator==(const GpuRelation&, const GpuRelation&) = default;
};

/// "X", "NV12", "PIX", ...
std::string to_string(GpuRelation relation);

/// The same in reverse. SOC is what drivers before 2017 call SYS.
std::optional<GpuRelation> parse_relation(std::string_view text);

/// Whether `a` is a shorter path than `b`; of two NVLink sets the larger.
bool nearer(GpuRelation a, GpuRelation b);

/// Relation of each pair of GPUs.
class RelationMatrix {
 public:
  explicit RelationMatrix(std::size_t gpus = 0);
  std::size_t gpus() const { return gpus_; }
  GpuRelation at(std::size_t a, std::size_t b) const { return cells_[a * gpus_ + b]; }
  /// Of the pair, both ways round.
  void set(std::size_t a, std::size_t b, GpuRelation relation);

 private:
  std::size_t gpus_;
  std::vector<GpuRelation> cells_;
};

/// A closed tour over all GPUs.
struct Ring {
  std::vector<std::size_t> order;  ///< from GPU 0
  GpuRelation bottleneck;          ///< its farthest neighbours
};

inline constexpr std::size_t largest_ring = 16;

/// The ring whose worst link is best: what bounds a ring all-reduce over all GPUs. Thresholds from the nearest relation
/// on; for each, whether a Hamiltonian cycle over the pairs at least as near exists (the sets of ends reachable per
/// subset, 2^(n-1) subsets, at most 16 GPUs). Of two GPUs the ring is their link; a single one has none.
Parsed<Ring> best_ring(const RelationMatrix& relations);

}  // namespace rackcast::scenarios
