#include "scenarios/read/captured_gpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "scenarios/quantity.hpp"
#include "scenarios/read/captured_topology.hpp"
#include "scenarios/suggest.hpp"

namespace rackcast::scenarios {
namespace {

constexpr double hz_per_mhz = 1e6;
constexpr double bytes_per_mib = 1048576;
constexpr std::string_view model_key = "model";

/// Sets a dotted key unless the table has it.
void add(Node& table, std::string_view dotted, Node value) {
  const std::size_t dot = dotted.find('.');
  if (dot != std::string_view::npos) {
    Node& group = table.at_or_add(dotted.substr(0, dot), value.where);
    if (group.is(Node::Kind::table)) add(group, dotted.substr(dot + 1), std::move(value));
    return;
  }
  if (table.find(dotted) == nullptr) table.entries.push_back({std::string{dotted}, value.where, std::move(value)});
}

void add_quantity(Node& table, std::string_view dotted, std::optional<double> value, std::string_view unit, Mark mark) {
  if (value) add(table, dotted, text_node(fmt::format("{} {}", format_number(*value), unit), mark));
}

/// A driver's name without what makers put in front of it.
std::string_view bare_product(std::string_view product) {
  for (const std::string_view front : {"NVIDIA ", "GeForce ", "Tesla ", "AMD "}) {
    if (product.starts_with(front)) product.remove_prefix(front.size());
  }
  return product;
}

/// The type that drivers call so; null: none.
const models::GpuSpec* gpu_of_product(std::string_view product, const Catalog& catalog) {
  for (const std::string& name : catalog.names("gpus")) {
    const models::GpuSpec* gpu = catalog.gpu(name);
    if (std::find(gpu->products.begin(), gpu->products.end(), product) != gpu->products.end()) return gpu;
  }
  return catalog.gpu(bare_product(product));
}

const Node* model_of(const Node& group) {
  const Node* use = group.find("use");
  return use != nullptr ? use : group.find(model_key);
}

Message add_type(Node& group, const SmiCapture& capture, const Catalog& catalog) {
  const std::string& product = capture.gpus.front().product;
  if (model_of(group) != nullptr) return {};
  if (product.empty()) return {"the capture does not say what GPUs these are", "", "give model = \"...\""};
  const models::GpuSpec* gpu = gpu_of_product(product, catalog);
  if (gpu != nullptr) {
    add(group, model_key, text_node(gpu->name, group.where));
    return {};
  }
  const std::string near = nearest(bare_product(product), catalog.names("gpus"));
  return {fmt::format("no GPU of the catalogue is called {} by its driver", in_quotes(product)), "",
          near.empty() ? "give model = \"...\" (rackcast catalog gpus lists them)"
                       : fmt::format("give model = {} if that is it", in_quotes(near))};
}

Message refuse_mixture(const SmiCapture& capture) {
  for (const SmiGpu& gpu : capture.gpus) {
    if (gpu.product == capture.gpus.front().product) continue;
    return {fmt::format("the capture shows {} and {}", in_quotes(capture.gpus.front().product), in_quotes(gpu.product)),
            "a server has GPUs of one type: they share every step of its job", "give model and count without smi"};
  }
  return {};
}

/// Limits of the first; all of one type have the same.
void add_limits(Node& group, const SmiGpu& gpu) {
  const Mark mark = group.where;
  add_quantity(group, "power.default", gpu.power_default_w, "W", mark);
  add_quantity(group, "power.min", gpu.power_min_w, "W", mark);
  add_quantity(group, "power.max", gpu.power_max_w, "W", mark);
  add_quantity(group, "limits.shutdown", gpu.shutdown_c, "degC", mark);
  add_quantity(group, "limits.slowdown", gpu.slowdown_c, "degC", mark);
  add_quantity(group, "limits.target", gpu.target_c ? gpu.target_c : gpu.max_operating_c, "degC", mark);
  add_quantity(group, "limits.memory", gpu.memory_max_operating_c, "degC", mark);
  if (gpu.memory_bytes) add_quantity(group, "memory", *gpu.memory_bytes / bytes_per_mib, "MiB", mark);
  if (gpu.max_sm_clock_hz) add_quantity(group, "max_clock", *gpu.max_sm_clock_hz / hz_per_mhz, "MHz", mark);
  if (gpu.power_limit_w && gpu.power_default_w && *gpu.power_limit_w != *gpu.power_default_w) {
    add_quantity(group, "power_limit", gpu.power_limit_w, "W", mark);
  }
}

}  // namespace

Message add_smi(Node& group, const SmiCapture& capture, const Catalog& catalog) {
  if (capture.gpus.empty()) return {"the capture shows no GPU", "", ""};
  if (group.find("count") == nullptr) {
    if (Message mixture = refuse_mixture(capture); !mixture.problem.empty()) return mixture;
  }
  if (Message type = add_type(group, capture, catalog); !type.problem.empty()) return type;
  add(group, "count", number_node(static_cast<double>(capture.gpus.size()), group.where));
  add_limits(group, capture.gpus.front());
  return {};
}

Message add_relations(Node& group, const RelationMatrix& relations, int cpus, const Catalog& catalog) {
  add(group, "count", number_node(static_cast<double>(relations.gpus()), group.where));
  if (relations.gpus() < 2) return {};
  const Parsed<Ring> ring = best_ring(relations);
  if (!ring.value) return ring.error;
  if (ring.value->bottleneck.kind != Relation::nvlink) {
    add_topology(group, relations, cpus, catalog);
    return {};
  }
  const std::string relation = to_string(ring.value->bottleneck);
  const models::LinkSpec* link = link_of(relation, captured_type(group, catalog), catalog);
  if (link == nullptr && group.find("link") == nullptr) {
    return {fmt::format("no link of the catalogue is {} between GPUs of this type", relation), "",
            "give link = \"...\" (rackcast catalog links lists them)"};
  }
  if (link != nullptr) add(group, "link", text_node(link->name, group.where));
  return {};
}

// A ring is as fast as its slowest link.
void add_pcie_link(Node& group, const SmiCapture& capture, const Catalog& catalog) {
  std::optional<double> generation;
  std::optional<double> lanes;
  for (const SmiGpu& gpu : capture.gpus) {
    const auto width = gpu.pcie_lanes ? gpu.pcie_lanes : gpu.pcie_lanes_max;
    if (!gpu.pcie_generation_max || !width) return;
    generation = std::min(generation.value_or(*gpu.pcie_generation_max), *gpu.pcie_generation_max);
    lanes = std::min(lanes.value_or(*width), *width);
  }
  const std::string name = fmt::format("PCIe {}.0 x{}", format_number(*generation), format_number(*lanes));
  if (catalog.link(name) != nullptr) add(group, "link", text_node(name, group.where));
}

}  // namespace rackcast::scenarios
