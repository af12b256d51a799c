#pragma once

#include <cstdint>
#include <string_view>

namespace rackcast::viz {

/// Why a driver says that a clock is held back: bits of nvmlClocksEventReasons (formerly nvmlClocksThrottleReasons)
/// in NVIDIA's NVML reference.
inline constexpr std::uint64_t sw_power_cap_bit = 0x4;
inline constexpr std::uint64_t hw_slowdown_bit = 0x8;
inline constexpr std::uint64_t sw_thermal_slowdown_bit = 0x20;
inline constexpr std::uint64_t hw_thermal_slowdown_bit = 0x40;

/// The bits that a driver would set for a value of the column `mode`; none for a word it has none for.
std::uint64_t throttle_bits(std::string_view mode);

}  // namespace rackcast::viz
