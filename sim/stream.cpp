#include "sim/stream.hpp"

#include <Random123/philox.h>

namespace rackcast::sim {

namespace {

constexpr int half_bits = 32;
constexpr double two_to_minus_53 = 0x1p-53;

std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> half_bits); }

// Mixes a word into a hash: the finaliser of SplitMix64.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

Stream::Stream(const RunIdentity& identity, std::string_view component, std::string_view purpose) {
  const std::uint64_t key = mix(identity.seed ^ mix(identity.replication));
  const std::uint64_t address = mix(hash_text(component) ^ mix(hash_text(purpose)));
  key_ = {low(key), high(key)};
  address_ = {low(address), high(address)};
}

double Stream::uniform_at(std::uint64_t n) const {
  r123::Philox4x32 generate;
  const r123::Philox4x32::ctr_type counter{{low(n), high(n), address_[0], address_[1]}};
  const r123::Philox4x32::key_type key{{key_[0], key_[1]}};
  const auto words = generate(counter, key);
  const std::uint64_t bits = (static_cast<std::uint64_t>(words[0]) << half_bits | words[1]) >> 12;
  return (static_cast<double>(bits) + 0.5) * (2 * two_to_minus_53);
}

}  // namespace rackcast::sim
