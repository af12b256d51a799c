#include "tests/scenarios/captures_fixture.hpp"

#include <fstream>
#include <iterator>

#include "tests/catch.hpp"

namespace rackcast::scenarios {

std::string capture_file(std::string_view path) {
  const std::string name = std::string{RACKCAST_SOURCE_DIR} + "/tests/captures/" + std::string{path};
  std::ifstream file{name, std::ios::binary};
  INFO(name);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace rackcast::scenarios
