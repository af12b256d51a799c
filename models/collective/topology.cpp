#include "models/collective/topology.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "models/collective/topology_graph.hpp"

namespace rackcast::models {

namespace {

/// Of the bandwidth of two copies one after the other: topology.hpp.
constexpr double staged_share = 0.893;
/// Latency of a ring step; those of the catalogue's PCIe links with and without peer access.
constexpr double peer_step_s = 6e-6;
constexpr double staged_step_s = 20e-6;
/// Ways are searched between all pairs.
constexpr int most_gpus = 64;

bool alike(const BridgeSpec& bridge, int a, int b) {
  const auto& ends = bridge.gpus;
  return ends.size() == 2 && std::minmax(ends[0], ends[1]) == std::minmax<double>(a, b);
}

}  // namespace

const char* name(PathKind kind) {
  switch (kind) {
    case PathKind::bridge:
      return "bridge";
    case PathKind::peer:
      return "direct";
    case PathKind::staged:
      return "through host memory";
  }
  return "";
}

/// Works the transfers of a server out, once.
class TopologyBuilder {
 public:
  TopologyBuilder(const ServerSpec& server, Topology& made) : server_(server), graph_(server), made_(made) {}

  void build() {
    made_.edges_ = graph_.edges();
    made_.staging_bytes_per_s_ = server_.gpus.topology.staging_bytes_per_s;
    made_.bridges_ = server_.gpus.topology.bridges;
    const auto count = static_cast<std::size_t>(made_.gpus_);
    made_.mesh_.assign(count, std::vector<int>(count, 0));
    for (int gpu = 0; gpu < made_.gpus_; ++gpu) {
      sockets_.push_back(graph_.socket_above(gpu));
      made_.from_host_.push_back(graph_.way(graph_.socket(sockets_.back()), gpu));
    }
    for (int from = 0; from < made_.gpus_; ++from) {
      for (int to = 0; to < made_.gpus_; ++to) made_.transfers_.push_back(from == to ? Transfer{} : transfer(from, to));
    }
  }

 private:
  int socket_of(int gpu) const { return sockets_[static_cast<std::size_t>(gpu)]; }

  Transfer transfer(int from, int to) {
    if (const LinkSpec* link = made_.bridge(from, to)) return bridged(from, to, *link);
    return direct(from, to) ? peer(from, to) : staged(from, to);
  }

  // The library keeps away from CPUs that slow it.
  bool direct(int from, int to) const {
    switch (server_.gpus.topology.peer) {
      case PeerChoice::on:
        return true;
      case PeerChoice::off:
        return false;
      case PeerChoice::automatic:
        return server_.gpus.gpu.peer_copies == PeerCopies::yes &&
               (server_.cpu.peer_share >= 1 || !turns_at_cpu(graph_.way(from, to)));
    }
    return false;
  }

  bool turns_at_cpu(const std::vector<int>& way) const {
    return std::any_of(way.begin(), way.end(), [&](int e) { return graph_.is_socket(graph_.end(e)); });
  }

  // The edge of a bridge is added when its first direction is asked for.
  Transfer bridged(int from, int to, const LinkSpec& link) {
    int& mesh = made_.mesh_[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
    for (const BridgeSpec& bridge : made_.bridges_)
      mesh += alike(bridge, from, to) ? static_cast<int>(bridge.links) : 0;
    Transfer t{PathKind::bridge, {}, {}, 1, -1, link.latency_s};
    if (from < to) {
      made_.edges_.push_back({link.name, link.bandwidth_bytes_per_s * mesh});
      t.out = {2 * static_cast<int>(made_.edges_.size() - 1)};
    } else {
      t.out = {made_.between(to, from).out.front() + 1};
    }
    return t;
  }

  Transfer peer(int from, int to) const {
    Transfer t{PathKind::peer, graph_.way(from, to), {}, 1, -1, peer_step_s};
    if (turns_at_cpu(t.out)) t.share = server_.cpu.peer_share;
    return t;
  }

  // Through the memory of the sender's socket.
  Transfer staged(int from, int to) const {
    const int socket = graph_.socket(socket_of(from));
    return {PathKind::staged, graph_.way(from, socket), graph_.way(socket, to),
            staged_share,     socket_of(from),          staged_step_s};
  }

  const ServerSpec& server_;
  TopologyGraph graph_;
  Topology& made_;
  std::vector<int> sockets_;  ///< by GPU
};

Topology::Topology(const ServerSpec& server) : gpus_(server.gpus.count) {
  if (gpus_ > most_gpus) throw std::invalid_argument("a topology is worked out for at most 64 GPUs");
  TopologyBuilder(server, *this).build();
}

const Transfer& Topology::between(int from, int to) const {
  return transfers_.at(static_cast<std::size_t>(from) * static_cast<std::size_t>(gpus_) + static_cast<std::size_t>(to));
}

const LinkSpec* Topology::bridge(int a, int b) const {
  const auto found =
      std::find_if(bridges_.begin(), bridges_.end(), [&](const BridgeSpec& bridge) { return alike(bridge, a, b); });
  return found == bridges_.end() ? nullptr : &found->link;
}

std::vector<int> Topology::uses(const std::vector<const Transfer*>& transfers) const {
  std::vector<int> uses(2 * edges_.size(), 0);
  for (const Transfer* t : transfers) {
    for (const int e : t->out) ++uses[static_cast<std::size_t>(e)];
    for (const int e : t->in) ++uses[static_cast<std::size_t>(e)];
  }
  return uses;
}

Topology::Least Topology::way(const std::vector<int>& edges, const std::vector<int>& uses) const {
  Least least{std::numeric_limits<double>::infinity(), -1};
  for (const int e : edges) {
    const double rate =
        edges_[static_cast<std::size_t>(e / 2)].bytes_per_s / std::max(1, uses[static_cast<std::size_t>(e)]);
    if (rate < least.bytes_per_s) least = {rate, e / 2};
  }
  return least;
}

Topology::Least Topology::reached(const Transfer& t, const std::vector<int>& uses, int in_memory) const {
  const Least out = way(t.out, uses);
  if (t.kind != PathKind::staged) return {t.share * out.bytes_per_s, out.edge};
  const Least in = way(t.in, uses);
  const double copies = t.share / (1 / out.bytes_per_s + 1 / in.bytes_per_s);
  const double memory = staging_bytes_per_s_ / std::max(1, in_memory);
  if (memory < copies) return {memory, -1};
  return {copies, (out.bytes_per_s <= in.bytes_per_s ? out : in).edge};
}

Reached Topology::named(const Least& least) const {
  if (std::isinf(least.bytes_per_s)) return {least.bytes_per_s, ""};
  if (least.edge < 0) return {least.bytes_per_s, "copies through host memory"};
  return {least.bytes_per_s, edges_[static_cast<std::size_t>(least.edge)].name};
}

Reached Topology::slowest(const std::vector<std::pair<int, int>>& pairs) const {
  std::vector<const Transfer*> all;
  for (const auto& [from, to] : pairs) all.push_back(&between(from, to));
  const std::vector<int> shared = uses(all);
  Least least{std::numeric_limits<double>::infinity(), -1};
  for (const Transfer* t : all) {
    const auto same = std::count_if(all.begin(), all.end(), [&](const Transfer* u) { return u->memory == t->memory; });
    const Least one = reached(*t, shared, static_cast<int>(same));
    if (one.bytes_per_s < least.bytes_per_s) least = one;
  }
  return named(least);
}

Reached Topology::from_host(int gpu) const {
  return named(way(from_host_.at(static_cast<std::size_t>(gpu)), std::vector<int>(2 * edges_.size(), 1)));
}

double Topology::from_host_all_bytes_per_s() const {
  std::vector<int> uses(2 * edges_.size(), 0);
  for (const auto& edges : from_host_) {
    for (const int e : edges) ++uses[static_cast<std::size_t>(e)];
  }
  double least = std::numeric_limits<double>::infinity();
  for (const auto& edges : from_host_) least = std::min(least, way(edges, uses).bytes_per_s);
  return least;
}

}  // namespace rackcast::models
