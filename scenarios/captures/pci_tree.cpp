#include "scenarios/captures/pci_tree.hpp"

#include <algorithm>

#include "scenarios/captures/capture_text.hpp"

namespace rackcast::scenarios {
namespace {

constexpr std::uint32_t deepest = 64;         // real trees have fewer than ten bridges on a path
constexpr std::size_t most_buses = 65536;     // 256 domains of 256 buses
constexpr std::size_t most_devices = 262144;  // lines that end in a device
constexpr std::size_t slot_length = 4;        // dd.f

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool is_branch(char c) { return c == '+' || c == '\\'; }

bool is_slot(std::string_view text) {
  return text.size() >= slot_length && is_hex(text[0]) && is_hex(text[1]) && text[2] == '.' && is_hex(text[3]);
}

/// Whether dashes that lead to a bus or a device follow the branch at the beginning of `text`.
bool leads_somewhere(std::string_view text) {
  const std::size_t at = std::min(text.find_first_not_of('-', 1), text.size());
  return at > 1 && (text.substr(at).starts_with('[') || is_slot(text.substr(at)));
}

/// "0000:41-45" → "0000" and "41"; "41" → "" and "41".
struct BusLabel {
  std::string_view domain;
  std::string_view number;
};

std::optional<BusLabel> parse_label(std::string_view text) {
  BusLabel label;
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) label.domain = text.substr(0, colon);
  label.number = colon == std::string_view::npos ? text : text.substr(colon + 1);
  label.number = label.number.substr(0, label.number.find('-'));
  if (label.number.size() != 2 || label.domain.size() > 8) return std::nullopt;
  for (const char c : label.number) {
    if (!is_hex(c)) return std::nullopt;
  }
  for (const char c : label.domain) {
    if (!is_hex(c)) return std::nullopt;
  }
  return label;
}

}  // namespace

bool PciTree::read_line(std::string_view line, std::uint32_t number) {
  number_ = number;
  std::optional<Cursor> cursor = start_of(line);
  if (!cursor) return error_.problem.empty();
  return walk(std::move(*cursor));
}

/// Where the drawing begins in `line`, and below which bus.
std::optional<PciTree::Cursor> PciTree::start_of(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" |");
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(at);
  if (rest.starts_with("-[") || rest.starts_with("-+-[")) {
    branches_.clear();
    return Cursor{line, at, std::nullopt, ""};
  }
  if (!is_branch(rest[0]) || !leads_somewhere(rest)) return std::nullopt;
  if (rest.starts_with("+-[") || rest.starts_with("\\-[")) {  // a root complex, wherever a paste has moved it
    branches_.assign(1, Branch{at, std::nullopt});
    return Cursor{line, at + 1, std::nullopt, ""};
  }
  if (branches_.empty() && buses_.empty()) return std::nullopt;  // a list in the prose before the tree
  while (!branches_.empty() && branches_.back().column > at) branches_.pop_back();
  if (branches_.empty() || branches_.back().column != at) {
    fail("a branch at column " + std::to_string(at + 1) + " belongs to nothing above it",
         "the drawing is cut or moved");
    return std::nullopt;
  }
  return Cursor{line, at + 1, branches_.back().bus, ""};
}

bool PciTree::walk(Cursor cursor) {
  while (cursor.at < cursor.line.size()) {
    const std::size_t before = cursor.at;
    if (!step(cursor)) return false;
    if (cursor.at == before) break;  // no part of the drawing
  }
  if (!cursor.slot.empty()) end_device(cursor);
  return true;
}

/// Takes the next sign of the drawing: a dash, a branch, a bus, a device.
bool PciTree::step(Cursor& cursor) {
  const char c = cursor.line[cursor.at];
  if (c == '-') {
    ++cursor.at;
  } else if (c == '[') {
    return enter_bus(cursor);
  } else if (!cursor.slot.empty()) {
    return true;  // its name follows
  } else if (is_branch(c)) {
    branches_.push_back({cursor.at, cursor.bus});
    ++cursor.at;
  } else if (cursor.bus && is_slot(cursor.line.substr(cursor.at))) {
    cursor.slot = cursor.line.substr(cursor.at, slot_length);
    cursor.at += slot_length;
  }
  return true;
}

bool PciTree::enter_bus(Cursor& cursor) {
  const std::size_t end = cursor.line.find(']', cursor.at);
  if (end == std::string_view::npos) return fail("a bus number without its ]", "the line is cut");
  const std::optional<BusLabel> label = parse_label(cursor.line.substr(cursor.at + 1, end - cursor.at - 1));
  if (!label) return fail("a bus number that is none", "expected [41], [41-45] or [0000:40]");
  PciBus bus{cursor.bus, 0, std::string{label->domain}, std::string{label->number}};
  if (cursor.bus) {
    bus.depth = buses_[*cursor.bus].depth + 1;
    bus.domain = buses_[*cursor.bus].domain;
  }
  if (bus.depth > deepest || buses_.size() >= most_buses) {
    return fail("more bridges than any machine has", std::to_string(deepest) + " on a path are read");
  }
  buses_.push_back(std::move(bus));
  cursor.bus = buses_.size() - 1;
  cursor.slot.clear();
  cursor.at = end + 1;
  return true;
}

void PciTree::end_device(const Cursor& cursor) {
  if (devices_.size() >= most_devices) return;
  devices_.push_back({*cursor.bus, cursor.slot, std::string{trimmed(cursor.line.substr(cursor.at))}});
}

bool PciTree::fail(std::string problem, std::string why) {
  error_ = at_line(number_, std::move(problem), std::move(why), "give the whole output of lspci -tv");
  return false;
}

}  // namespace rackcast::scenarios
