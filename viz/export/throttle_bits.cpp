#include "viz/export/throttle_bits.hpp"

namespace rackcast::viz {

namespace {

struct ModeBits {
  std::string_view mode;
  std::uint64_t bits;
};
constexpr ModeBits table[] = {{"power_cap", sw_power_cap_bit},
                              {"thermal_die", sw_thermal_slowdown_bit},
                              {"thermal_memory", sw_thermal_slowdown_bit},
                              {"hw_slowdown", hw_slowdown_bit | hw_thermal_slowdown_bit},
                              {"shut_down", hw_slowdown_bit | hw_thermal_slowdown_bit}};

}  // namespace

std::uint64_t throttle_bits(std::string_view mode) {
  for (const ModeBits& row : table) {
    if (row.mode == mode) return row.bits;
  }
  return 0;
}

}  // namespace rackcast::viz
