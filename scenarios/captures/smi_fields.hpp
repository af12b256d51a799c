#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "scenarios/captures/smi_gpu.hpp"
#include "scenarios/diagnostics.hpp"

namespace rackcast::scenarios {

/// Margins that newer drivers print in place of temperatures.
struct SmiMargins {
  std::optional<double> shutdown_k;
  std::optional<double> slowdown_k;
  std::optional<double> max_operating_k;
};

/// A line of the capture: which section it stands in, its title and its value.
struct SmiLine {
  std::string_view section;  ///< "PCIe Generation"
  std::string_view key;      ///< "Max"
  std::string_view value;    ///< "4"
  std::uint32_t number = 0;
};

/// Puts the line's value where it belongs, if anywhere. Of titles that mean the same the first that holds a value wins.
/// An error if a value is no number of its unit, or outside all that exists.
std::optional<Message> take_smi_line(const SmiLine& line, SmiGpu& gpu, SmiMargins& margins);

/// What follows from the other fields: absolute limits from margins, the limit in force from the one requested.
void complete_smi_gpu(SmiGpu& gpu, const SmiMargins& margins);

}  // namespace rackcast::scenarios
