#include <cmath>

#include "scenarios/captures/smi_capture.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using rackcast::fuzz::require;
  const auto capture = rackcast::scenarios::parse_smi_capture(rackcast::fuzz::text_of(data, size));
  rackcast::fuzz::require_answer(capture);
  if (!capture.value) return 0;
  require(!capture.value->gpus.empty());
  for (const auto& gpu : capture.value->gpus) {
    require(gpu.power_limit_w.value_or(0) >= 0 && std::isfinite(gpu.power_limit_w.value_or(0)));
    require(std::isfinite(gpu.shutdown_c.value_or(0)) && gpu.memory_bytes.value_or(0) >= 0);
  }
  return 0;
}
