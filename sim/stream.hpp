#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rackcast::sim {

/// Which run this is: with a component's path and a purpose it addresses every random number of the project.
struct RunIdentity {
  std::uint64_t seed = 0;
  std::uint32_t replication = 0;
};

/// 64-bit FNV-1a of a text: stable across machines and versions.
constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

/// Counter-based random numbers (Philox4x32-10, Salmon et al., SC11) addressed by (seed, replication, component path,
/// purpose): neither the order of construction nor other streams nor threads change what it gives.
class Stream {
 public:
  Stream(const RunIdentity& identity, std::string_view component, std::string_view purpose);

  /// The n-th number of the stream, uniform in (0, 1): never 0 or 1.
  double uniform_at(std::uint64_t n) const;
  /// The next number of the stream.
  double uniform() { return uniform_at(next_++); }

 private:
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 2> address_;
  std::uint64_t next_ = 0;
};

}  // namespace rackcast::sim
