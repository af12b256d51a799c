#include "scenarios/captures/topo_capture.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using rackcast::fuzz::require;
  const auto capture = rackcast::scenarios::parse_topo_capture(rackcast::fuzz::text_of(data, size));
  rackcast::fuzz::require_answer(capture);
  if (!capture.value) return 0;
  const auto& relations = capture.value->relations;
  require(relations.gpus() == capture.value->gpus.size());
  if (relations.gpus() > 12) return 0;  // a ring over more takes milliseconds: other inputs find more
  const auto ring = rackcast::scenarios::best_ring(relations);
  rackcast::fuzz::require_answer(ring);
  if (ring.value) require(ring.value->order.size() == relations.gpus());
  return 0;
}
