#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/captures/smi_gpu.hpp"
#include "scenarios/quantity.hpp"

namespace rackcast::scenarios {

struct SmiCapture {
  std::optional<std::string> driver;
  std::vector<SmiGpu> gpus;
};

/// Reads `nvidia-smi -q` of drivers 390 to 570, all of it or some sections (-d), whatever stands before it. A paste
/// that lost its indentation is read by its section titles. Other outputs of nvidia-smi are named and the right command
/// is told. Never throws; an error names its line.
Parsed<SmiCapture> parse_smi_capture(std::string_view text);

}  // namespace rackcast::scenarios
