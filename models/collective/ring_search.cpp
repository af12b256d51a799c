#include "models/collective/ring_search.hpp"

#include <algorithm>
#include <numeric>

#include "models/collective/pcie.hpp"
#include "models/collective/ring.hpp"

namespace rackcast::models {

namespace {

constexpr int try_all_up_to = 7;  // 6! orders
constexpr int swap_up_to = 16;    // beyond, orders of nearest neighbours are taken as they are
constexpr int starts = 4;         // of such orders, spread over the GPUs
constexpr int mesh_up_to = 8;     // mesh.hpp

using Order = std::vector<int>;

std::vector<std::pair<int, int>> hops(const Order& order) {
  std::vector<std::pair<int, int>> hops;
  for (std::size_t i = 0; i < order.size(); ++i) hops.emplace_back(order[i], order[(i + 1) % order.size()]);
  return hops;
}

class RingChoice {
 public:
  explicit RingChoice(const Topology& topology) : topology_(topology) {}

  GpuRing best() {
    Order order(static_cast<std::size_t>(topology_.gpus()));
    std::iota(order.begin(), order.end(), 0);
    best_ = {order, rate(order)};
    if (topology_.gpus() <= try_all_up_to) {
      while (std::next_permutation(order.begin() + 1, order.end())) offer(order);
    } else {
      improve(best_.order);
      for (int i = 0; i < starts; ++i) improve(nearest_neighbours(i * topology_.gpus() / starts));
    }
    return described();
  }

 private:
  struct Found {
    Order order;
    Reached reached;
  };

  Reached rate(const Order& order) const { return topology_.slowest(hops(order)); }

  void offer(const Order& order) {
    Reached reached = rate(order);
    if (reached.bytes_per_s > best_.reached.bytes_per_s) best_ = {order, std::move(reached)};
  }

  double alone(int a, int b) const { return topology_.slowest({{a, b}, {b, a}}).bytes_per_s; }

  Order nearest_neighbours(int start) const {
    Order order{start};
    while (static_cast<int>(order.size()) < topology_.gpus()) {
      int next = -1;
      for (int gpu = 0; gpu < topology_.gpus(); ++gpu) {
        if (std::find(order.begin(), order.end(), gpu) != order.end()) continue;
        if (next < 0 || alone(order.back(), gpu) > alone(order.back(), next)) next = gpu;
      }
      order.push_back(next);
    }
    return order;
  }

  // One exchange after another as long as one helps.
  void improve(Order order) {
    offer(order);
    if (topology_.gpus() > swap_up_to) return;
    double reached = rate(order).bytes_per_s;
    for (bool better = true; better;) {
      better = false;
      for (std::size_t a = 0; a + 1 < order.size(); ++a) {
        for (std::size_t b = a + 1; b < order.size(); ++b) {
          std::swap(order[a], order[b]);
          const double now = rate(order).bytes_per_s;
          better = better || now > reached;
          if (now > reached)
            reached = now;
          else
            std::swap(order[a], order[b]);
        }
      }
    }
    offer(order);
  }

  GpuRing described() const {
    GpuRing ring{best_.order, best_.reached};
    for (const auto& [a, b] : hops(ring.order)) {
      const Transfer& t = topology_.between(a, b);
      ring.step_s = std::max(ring.step_s, t.step_s);
      ring.worst = std::max(ring.worst, t.kind);
    }
    return ring;
  }

  const Topology& topology_;
  Found best_;
};

/// Rings over bridges alone that run side by side, if they make more of the mesh than one ring does.
void use_mesh(const Topology& topology, GpuRing& ring) {
  if (ring.worst != PathKind::bridge || topology.gpus() > mesh_up_to) return;
  const int rings = disjoint_rings(topology.mesh(), topology.gpus());
  const LinkSpec* link = topology.bridge(ring.order[0], ring.order[1]);
  const double all = rings * link->bandwidth_bytes_per_s;
  if (all < ring.reached.bytes_per_s) return;
  ring.rings = rings;
  ring.reached.bytes_per_s = all;
}

}  // namespace

GpuRing best_ring(const Topology& topology) {
  if (topology.gpus() < 2) return {};
  GpuRing ring = RingChoice(topology).best();
  use_mesh(topology, ring);
  return ring;
}

LinkFrom link_from(const ServerSpec& server) {
  const bool pcie = pcie_link(server.gpus.link.name).has_value();
  return pcie && server.gpus.topology.given() ? LinkFrom::topology : LinkFrom::link;
}

LinkSpec ring_link(const ServerSpec& server) {
  if (link_from(server) == LinkFrom::link || server.gpus.count < 2) return server.gpus.link;
  const Topology topology(server);
  const GpuRing ring = best_ring(topology);
  LinkSpec link = server.gpus.link;
  if (ring.worst == PathKind::bridge) {
    link = parallel_rings(*topology.bridge(ring.order[0], ring.order[1]), ring.rings);
  }
  link.name = "best ring of the topology";
  link.bandwidth_bytes_per_s = ring.reached.bytes_per_s;
  link.latency_s = ring.step_s;
  return link;
}

}  // namespace rackcast::models
