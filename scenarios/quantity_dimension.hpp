#pragma once

#include <array>
#include <cstdint>

namespace rackcast::scenarios {

/// Exponents of the base dimensions: mass, length, time, temperature, current, data (byte), operations, money.
struct Dimension {
  std::array<std::int8_t, 8> exponent{};
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

}  // namespace rackcast::scenarios
