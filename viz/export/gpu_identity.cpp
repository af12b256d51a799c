#include "viz/export/gpu_identity.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace rackcast::viz {

namespace {

// 64-bit FNV-1a (Fowler, Noll, Vo; draft-eastlake-fnv), from another offset for each half of the number.
constexpr std::uint64_t fnv_prime = 1099511628211U;
constexpr std::uint64_t first_offset = 14695981039346656037U;
constexpr std::uint64_t second_offset = ~first_offset;

std::uint64_t hash(std::string_view text, std::uint64_t offset) {
  for (const char c : text) offset = (offset ^ static_cast<unsigned char>(c)) * fnv_prime;
  return offset;
}

}  // namespace

std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

std::string uuid_of(const Part& gpu) {
  const std::string digits = fmt::format("{:016x}{:016x}", hash(gpu.path, first_offset), hash(gpu.path, second_offset));
  return fmt::format("GPU-{}-{}-{}-{}-{}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 4),
                     digits.substr(16, 4), digits.substr(20));
}

}  // namespace rackcast::viz
