#include <cmath>

#include "scenarios/captures/model_config.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

/// What a scenario's own keys would accept.
void check(const rackcast::models::WorkloadSpec& workload) {
  using rackcast::fuzz::require;
  require(workload.parameters >= 1 && workload.parameters <= 1e15);
  require(workload.layers >= 1 && workload.hidden >= 1 && workload.heads >= 1 && workload.kv_heads >= 1);
  require(workload.ffn_hidden >= 1 && workload.vocabulary >= 1 && workload.sequence >= 1);
  require(std::fmod(workload.heads, workload.kv_heads) == 0);
  require(!workload.name.empty() && workload.name.size() <= 80);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto config = rackcast::scenarios::parse_model_config(rackcast::fuzz::text_of(data, size));
  rackcast::fuzz::require_answer(config);
  if (config.value) check(config.value->workload);
  return 0;
}
