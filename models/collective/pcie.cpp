#include "models/collective/pcie.hpp"

#include <array>
#include <charconv>

namespace rackcast::models {

namespace {

constexpr double bits_per_byte = 8;
constexpr double code_8b10b = 8.0 / 10;
constexpr double code_128b130b = 128.0 / 130;
constexpr double code_flits = 236.0 / 256;  // of 256 bytes, 236 of packets
constexpr double payload_share = 0.86;

struct Generation {
  double transfers_per_s;
  double code;
};
constexpr std::array<Generation, 6> generations{{{2.5e9, code_8b10b},
                                                 {5e9, code_8b10b},
                                                 {8e9, code_128b130b},
                                                 {16e9, code_128b130b},
                                                 {32e9, code_128b130b},
                                                 {64e9, code_flits}}};
constexpr int most_lanes = 16;

/// The number at the front of `text`, which is taken away.
int take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc{} ? number : 0;
}

bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

}  // namespace

std::optional<PcieLink> pcie_link(std::string_view text) {
  PcieLink link;
  if (!take(text, "PCIe ")) return std::nullopt;
  link.generation = take_number(text);
  if (!take(text, ".0 x")) return std::nullopt;
  link.lanes = take_number(text);
  const bool exists = link.generation >= 1 && link.generation <= static_cast<int>(generations.size());
  return exists && link.lanes >= 1 && link.lanes <= most_lanes ? std::optional(link) : std::nullopt;
}

double pcie_bytes_per_s(PcieLink link) {
  const Generation& g = generations.at(static_cast<std::size_t>(link.generation - 1));
  return g.transfers_per_s * link.lanes * g.code / bits_per_byte * payload_share;
}

}  // namespace rackcast::models
