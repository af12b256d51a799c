#include "scenarios/embedded.hpp"
#include "scenarios/read/reader.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

const rackcast::scenarios::Catalog& catalog() {
  static const rackcast::scenarios::Catalog loaded =
      rackcast::scenarios::Catalog::load(rackcast::scenarios::embedded_catalog()).catalog;
  return loaded;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto result = rackcast::scenarios::read_scenario(rackcast::fuzz::text_of(data, size), "fuzz.toml", catalog());
  rackcast::fuzz::require(result.scenario.has_value() == result.diagnostics.empty());
  return 0;
}
