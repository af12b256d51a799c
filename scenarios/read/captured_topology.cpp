#include "scenarios/read/captured_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace rackcast::scenarios {
namespace {

Node list_node(Mark mark) {
  Node node;
  node.kind = Node::Kind::array;
  node.where = mark;
  return node;
}

void put(Node& table, std::string_view key, Node value) {
  table.entries.push_back({std::string{key}, table.where, std::move(value)});
}

/// Numbers sets of GPUs that are joined by relations at least as near as `farthest`, by their first GPU. An NVLink
/// hides what else joins two GPUs: it is taken for one socket, not for one switch.
std::vector<std::size_t> sets_within(const RelationMatrix& relations, Relation farthest) {
  std::vector<std::size_t> set_of(relations.gpus());
  for (std::size_t gpu = 0; gpu < set_of.size(); ++gpu) {
    set_of[gpu] = gpu;
    for (std::size_t before = 0; before < gpu; ++before) {
      const Relation kind = relations.at(before, gpu).kind;
      if (kind > farthest || (kind == Relation::nvlink && farthest < Relation::node)) continue;
      const std::size_t taken = set_of[gpu];
      const std::size_t joined = std::min(set_of[before], taken);
      for (std::size_t& set : set_of) {
        if (set == taken || set == set_of[before]) set = joined;
      }
    }
  }
  return set_of;
}

class CapturedTopology {
 public:
  CapturedTopology(const RelationMatrix& relations, int cpus, Mark mark)
      : relations_{relations}, switch_of_{sets_within(relations, Relation::pxb)}, mark_{mark} {
    place_sockets(static_cast<std::size_t>(std::max(1, cpus)));
  }

  Node table(const models::GpuSpec* gpu, const Catalog& catalog) const {
    Node table;
    table.where = mark_;
    const Node switches = switches_list();
    const Node bridges = bridges_list(gpu, catalog);
    const bool one_place = switches.items.empty() && *std::max_element(socket_of_.begin(), socket_of_.end()) == 0;
    if (!switches.items.empty()) put(table, "switches", switches);
    if (!one_place) put(table, "slots", slots_list());
    if (!bridges.items.empty()) put(table, "bridges", bridges);
    return table;
  }

 private:
  void place_sockets(std::size_t cpus) {
    const std::vector<std::size_t> set_of = sets_within(relations_, Relation::node);
    std::vector<std::size_t> known;
    for (const std::size_t set : set_of) {
      const auto found = std::find(known.begin(), known.end(), set);
      socket_of_.push_back(std::min(static_cast<std::size_t>(found - known.begin()), cpus - 1));
      if (found == known.end()) known.push_back(set);
    }
  }

  bool shares_switch(std::size_t gpu) const {
    return std::count(switch_of_.begin(), switch_of_.end(), switch_of_[gpu]) > 1;
  }
  std::string switch_name(std::size_t gpu) const { return fmt::format("switch of GPU {}", switch_of_[gpu]); }
  std::string socket_name(std::size_t gpu) const { return fmt::format("socket {}", socket_of_[gpu]); }

  Node switches_list() const {
    Node list = list_node(mark_);
    for (std::size_t gpu = 0; gpu < relations_.gpus(); ++gpu) {
      if (switch_of_[gpu] != gpu || !shares_switch(gpu)) continue;
      Node item;
      item.where = mark_;
      put(item, "name", text_node(switch_name(gpu), mark_));
      put(item, "to", text_node(socket_name(gpu), mark_));
      list.items.push_back(std::move(item));
    }
    return list;
  }

  Node slots_list() const {
    Node list = list_node(mark_);
    for (std::size_t gpu = 0; gpu < relations_.gpus(); ++gpu) {
      Node item;
      item.where = mark_;
      put(item, "to", text_node(shares_switch(gpu) ? switch_name(gpu) : socket_name(gpu), mark_));
      list.items.push_back(std::move(item));
    }
    return list;
  }

  Node bridges_list(const models::GpuSpec* gpu, const Catalog& catalog) const {
    Node list = list_node(mark_);
    for (std::size_t b = 0; b < relations_.gpus(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        const GpuRelation relation = relations_.at(a, b);
        if (relation.kind != Relation::nvlink) continue;
        const models::LinkSpec* link = link_of(to_string(relation), gpu, catalog);
        if (link != nullptr) list.items.push_back(bridge(a, b, link->name));
      }
    }
    return list;
  }

  Node bridge(std::size_t a, std::size_t b, const std::string& link) const {
    Node item;
    item.where = mark_;
    Node pair = list_node(mark_);
    for (const std::size_t gpu : {a, b}) pair.items.push_back(number_node(static_cast<double>(gpu), mark_));
    put(item, "gpus", std::move(pair));
    put(item, "link", text_node(link, mark_));
    return item;
  }

  const RelationMatrix& relations_;
  std::vector<std::size_t> switch_of_;  ///< by GPU: the first GPU that shares its switch
  std::vector<std::size_t> socket_of_;
  Mark mark_;
};

}  // namespace

const models::GpuSpec* captured_type(const Node& group, const Catalog& catalog) {
  const Node* use = group.find("use");
  const Node* model = use != nullptr ? use : group.find("model");
  return model != nullptr && model->is(Node::Kind::text) ? catalog.gpu(model->text) : nullptr;
}

/// The link that pairs of this relation have between GPUs of this type.
const models::LinkSpec* link_of(const std::string& relation, const models::GpuSpec* gpu, const Catalog& catalog) {
  const models::LinkSpec* any = nullptr;
  for (const std::string& name : catalog.names("links")) {
    const models::LinkSpec* link = catalog.link(name);
    if (link->relation != relation) continue;
    const auto& types = link->gpus;
    if (gpu != nullptr && std::find(types.begin(), types.end(), gpu->name) != types.end()) return link;
    if (types.empty()) any = link;
  }
  return any;
}

void add_topology(Node& group, const RelationMatrix& relations, int cpus, const Catalog& catalog) {
  if (group.find("topology") != nullptr) return;
  const Node* count = group.find("count");
  const auto shown = static_cast<double>(relations.gpus());
  if (count == nullptr || (static_cast<double>(count->integer) != shown && count->real != shown)) return;  // of others
  Node table = CapturedTopology{relations, cpus, group.where}.table(captured_type(group, catalog), catalog);
  if (!table.entries.empty()) put(group, "topology", std::move(table));
}

}  // namespace rackcast::scenarios
