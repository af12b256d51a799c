#include "models/collective/topology_graph.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/visitors.hpp>
#include <numeric>
#include <stdexcept>

#include "models/collective/pcie.hpp"

namespace rackcast::models {

namespace {

constexpr const char* chipset = "chipset";
constexpr const char* slot_if_nothing_says = "PCIe 4.0 x16";

using EdgeNumber = boost::property<boost::edge_index_t, int>;
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property, EdgeNumber>;

Graph::vertex_descriptor vertex_of(int place) { return static_cast<Graph::vertex_descriptor>(place); }

std::string gpu_name(int gpu) { return "GPU " + std::to_string(gpu); }

double bytes_per_s(const std::string& link) {
  const auto pcie = pcie_link(link);
  if (!pcie) throw std::invalid_argument("'" + link + "' is no PCIe link; write it like \"PCIe 4.0 x16\"");
  return pcie_bytes_per_s(*pcie);
}

/// Generation and width that a place gives, or else those of the group's link.
std::string link_or(const std::string& given, const GpuGroupSpec& group) {
  if (pcie_link(given)) return given;
  return pcie_link(group.link.name) ? group.link.name : slot_if_nothing_says;
}

}  // namespace

TopologyGraph::TopologyGraph(const ServerSpec& server) : gpus_(server.gpus.count) {
  for (int gpu = 0; gpu < gpus_; ++gpu) names_.push_back(gpu_name(gpu));
  add_sockets(server);
  add_switches(server.gpus);
  add_slots(server.gpus);
  search();
}

void TopologyGraph::join(int a, int b, std::string name, double rate) {
  edges_.push_back({std::move(name), rate});
  ends_.emplace_back(a, b);
}

int TopologyGraph::place(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) {
    throw std::invalid_argument("the topology has no '" + name + "'; there are sockets, \"chipset\" and its switches");
  }
  return static_cast<int>(found - names_.begin());
}

// Every socket is joined to every other.
void TopologyGraph::add_sockets(const ServerSpec& server) {
  sockets_ = std::max(1, static_cast<int>(server.cpu_count));
  for (int i = 0; i < sockets_; ++i) {
    for (int before = 0; before < i; ++before) {
      join(socket(before), socket(i), "link between the sockets", server.gpus.topology.socket_link_bytes_per_s);
    }
    names_.push_back("socket " + std::to_string(i));
  }
  names_.push_back(chipset);
  const std::string& up_link = server.gpus.topology.chipset_link;
  if (!up_link.empty()) join(place(chipset), socket(0), "up-link of the chipset", bytes_per_s(up_link));
}

// A switch may hang on one that is named after it.
void TopologyGraph::add_switches(const GpuGroupSpec& group) {
  for (const PcieSwitchSpec& one : group.topology.switches) names_.push_back(one.name);
  for (const PcieSwitchSpec& one : group.topology.switches) {
    const std::string link = link_or(one.link, group);
    join(place(one.name), place(one.to), "up-link of " + one.name, bytes_per_s(link));
  }
}

void TopologyGraph::add_slots(const GpuGroupSpec& group) {
  int gpu = 0;
  const auto add = [&](const std::string& to, const std::string& link) {
    if (gpu >= gpus_) throw std::invalid_argument("the topology has more slots in use than there are GPUs");
    join(gpu, place(to), link + " of " + gpu_name(gpu), bytes_per_s(link));
    ++gpu;
  };
  for (const SlotSpec& slot : group.topology.slots) {
    for (int i = 0; i < slot.gpus; ++i) add(slot.to, link_or(slot.link, group));
  }
  if (group.topology.slots.empty()) {
    while (gpu < gpus_) add(names_.at(static_cast<std::size_t>(socket(0))), link_or("", group));
  }
  if (gpu < gpus_) throw std::invalid_argument("the topology has fewer slots in use than there are GPUs");
}

int TopologyGraph::end(int directed_edge) const {
  const auto& [a, b] = ends_.at(static_cast<std::size_t>(directed_edge / 2));
  return directed_edge % 2 == 0 ? b : a;
}

void TopologyGraph::refuse_no_way(int from, int to) const {
  const auto called = [&](int place) { return names_.at(static_cast<std::size_t>(place)); };
  throw std::invalid_argument("the topology has no way from " + called(from) + " to " + called(to));
}

void TopologyGraph::search() {
  Graph graph(names_.size());
  for (std::size_t e = 0; e < ends_.size(); ++e) {
    add_edge(vertex_of(ends_[e].first), vertex_of(ends_[e].second), EdgeNumber(static_cast<int>(e)), graph);
  }
  last_edge_.assign(names_.size(), std::vector<int>(names_.size(), -1));
  std::vector<Graph::vertex_descriptor> before(names_.size());
  for (Graph::vertex_descriptor from = 0; from < names_.size(); ++from) {
    std::iota(before.begin(), before.end(), Graph::vertex_descriptor{0});
    breadth_first_search(
        graph, from,
        visitor(boost::make_bfs_visitor(boost::record_predecessors(before.data(), boost::on_tree_edge()))));
    for (Graph::vertex_descriptor at = 0; at < names_.size(); ++at) {
      if (before[at] == at) continue;
      const int number = get(boost::edge_index, graph, edge(before[at], at, graph).first);
      last_edge_[from][at] = 2 * number + (vertex_of(ends_[vertex_of(number)].second) == at ? 0 : 1);
    }
  }
}

std::vector<int> TopologyGraph::way(int from, int to) const {
  const std::vector<int>& last = last_edge_[static_cast<std::size_t>(from)];
  std::vector<int> way;
  for (int at = to; at != from; at = end(way.back() ^ 1)) {
    const int e = last[static_cast<std::size_t>(at)];
    if (e < 0) refuse_no_way(from, to);
    way.push_back(e);
  }
  std::reverse(way.begin(), way.end());
  return way;
}

int TopologyGraph::socket_above(int place) const {
  std::vector<int> shortest;
  int found = -1;
  for (int i = 0; i < sockets_; ++i) {
    std::vector<int> there = way(place, socket(i));
    if (found >= 0 && there.size() >= shortest.size()) continue;
    shortest = std::move(there);
    found = i;
  }
  return found;
}

}  // namespace rackcast::models
