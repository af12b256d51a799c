#include "scenarios/captures/lspci_capture.hpp"

#include <algorithm>
#include <array>

#include "scenarios/captures/capture_text.hpp"
#include "scenarios/captures/pci_tree.hpp"

namespace rackcast::scenarios {
namespace {

constexpr std::size_t most_gpus = 256;
constexpr std::string_view how_to = "give the output of lspci -tv";

/// What else these vendors build: the other functions of a card, switches, chipsets. Device numbers after the public
/// PCI ID list: NVSwitches that an older list does not name.
constexpr auto other_parts = std::to_array<std::string_view>({"Audio",
                                                              "USB",
                                                              "UCSI",
                                                              "Bridge",
                                                              "bridge",
                                                              "Controller",
                                                              "Port of PCI",
                                                              "Root",
                                                              "NVSwitch",
                                                              "Device 1af1",
                                                              "Device 22a3",
                                                              "Device 22a4",
                                                              "SMBus",
                                                              "SATA",
                                                              "IDE",
                                                              "Ethernet",
                                                              "IOMMU",
                                                              "Co-processor",
                                                              "System Management",
                                                              "DPU",
                                                              "BlueField"});

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool is_gpu(const PciDevice& device) {
  const std::string_view name = device.name;
  const bool vendor = name.starts_with("NVIDIA Corporation") || name.starts_with("nVidia Corporation") ||
                      (name.starts_with("Advanced Micro Devices") && has(name, "[AMD/ATI]"));
  if (!vendor || !device.slot.ends_with(".0")) return false;
  return std::none_of(other_parts.begin(), other_parts.end(), [&](std::string_view part) { return has(name, part); });
}

std::string address_of(const PciDevice& device, const PciTree& tree) {
  const PciBus& bus = tree.buses()[device.bus];
  return (bus.domain.empty() ? std::string{"0000"} : bus.domain) + ":" + bus.number + ":" + device.slot;
}

GpuRelation relation_of(std::size_t a, std::size_t b, const std::vector<PciBus>& buses) {
  std::uint32_t below_a = 0;
  std::uint32_t below_b = 0;
  while (a != b) {
    const bool climb_a = buses[a].depth >= buses[b].depth;
    std::size_t& climber = climb_a ? a : b;
    if (!buses[climber].parent) return {Relation::sys, 0};
    climber = *buses[climber].parent;
    ++(climb_a ? below_a : below_b);
  }
  if (buses[a].depth == 0) return {Relation::phb, 0};
  return {below_a <= 1 && below_b <= 1 ? Relation::pix : Relation::pxb, 0};
}

Message no_tree(std::string_view text) {
  if (has(text, "VGA compatible controller:") || has(text, "3D controller:")) {
    return {"a list of devices, not their tree", "it does not say what hangs below what", std::string{how_to}};
  }
  return {"no PCI tree", "no line begins with -[0000:00] or -+-[", std::string{how_to}};
}

Message no_gpu(const PciTree& tree) {
  const bool named = std::any_of(tree.devices().begin(), tree.devices().end(),
                                 [](const PciDevice& device) { return !device.name.empty(); });
  if (named) return {"no GPU in the tree", "no device of NVIDIA or AMD/ATI looks like one", ""};
  return {"the tree has no names", "without them no GPU can be told", "give the output of lspci -tv, not -t"};
}

LspciCapture capture_of(const PciTree& tree, const std::vector<const PciDevice*>& found) {
  LspciCapture out{{}, RelationMatrix{found.size()}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    out.gpus.push_back({found[i]->name, address_of(*found[i], tree)});
    for (std::size_t j = 0; j < i; ++j)
      out.relations.set(i, j, relation_of(found[i]->bus, found[j]->bus, tree.buses()));
  }
  return out;
}

}  // namespace

Parsed<LspciCapture> parse_lspci_capture(std::string_view text) {
  if (std::optional<Message> why_not = unreadable(text, "a PCI tree")) return {std::nullopt, *why_not};
  const std::string plain = plain_text(text);
  PciTree tree;
  for (Lines lines{plain}; lines.next();) {
    if (!tree.read_line(lines.text(), lines.number())) return {std::nullopt, tree.error()};
  }
  if (tree.buses().empty()) return {std::nullopt, no_tree(plain)};
  std::vector<const PciDevice*> found;
  for (const PciDevice& device : tree.devices()) {
    if (is_gpu(device)) found.push_back(&device);
  }
  if (found.empty()) return {std::nullopt, no_gpu(tree)};
  if (found.size() > most_gpus) return {std::nullopt, {"more GPUs than any machine has", "", ""}};
  return {capture_of(tree, found), {}};
}

}  // namespace rackcast::scenarios
