#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/server_spec.hpp"

namespace rackcast::models {

/// Two places that are joined, and what one direction carries.
struct TopologyEdge {
  std::string name;  ///< "PCIe 4.0 x16 of GPU 1", "up-link of the chipset"
  double bytes_per_s = 0;
};

/// Places and links of a server as a graph, and the shortest ways through it.
class TopologyGraph {
 public:
  explicit TopologyGraph(const ServerSpec& server);

  /// Directed edges from one place to another by the fewest links; throws std::invalid_argument if there is no way.
  std::vector<int> way(int from, int to) const;

  int gpu(int number) const { return number; }  ///< GPUs come first
  /// The place of a socket.
  int socket(int number) const { return gpus_ + number; }
  /// The number of the socket that a place hangs on.
  int socket_above(int place) const;
  bool is_socket(int place) const { return place >= gpus_ && place < gpus_ + sockets_; }
  int end(int directed_edge) const;  ///< the place that a directed edge leads to

  const std::vector<TopologyEdge>& edges() const { return edges_; }

 private:
  void search();
  void join(int a, int b, std::string name, double bytes_per_s);
  int place(const std::string& name) const;
  [[noreturn]] void refuse_no_way(int from, int to) const;
  void add_sockets(const ServerSpec& server);
  void add_switches(const GpuGroupSpec& group);
  void add_slots(const GpuGroupSpec& group);

  int gpus_ = 0;
  int sockets_ = 0;
  std::vector<std::string> names_;  ///< of places
  std::vector<TopologyEdge> edges_;
  std::vector<std::pair<int, int>> ends_;  ///< of edges
  /// By place of departure and place: the directed edge that leads there; −1: none.
  std::vector<std::vector<int>> last_edge_;
};

}  // namespace rackcast::models
