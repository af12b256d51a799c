#include "scenarios/captures/lspci_capture.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using rackcast::fuzz::require;
  const auto capture = rackcast::scenarios::parse_lspci_capture(rackcast::fuzz::text_of(data, size));
  rackcast::fuzz::require_answer(capture);
  if (!capture.value) return 0;
  require(!capture.value->gpus.empty() && capture.value->gpus.size() == capture.value->relations.gpus());
  for (std::size_t a = 0; a < capture.value->gpus.size(); ++a) {
    require(capture.value->relations.at(a, a).kind == rackcast::scenarios::Relation::self);
  }
  return 0;
}
