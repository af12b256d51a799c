#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// What each target defines: takes any bytes, returns 0. It is called by libFuzzer, or by replay_main.cpp with the
/// files of a folder.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace rackcast::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the program where a promise is broken, so that libFuzzer keeps the input.
inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

/// A reading ends in a value or in a message, never in both or neither.
template <class Parsed>
void require_answer(const Parsed& parsed) {
  require(parsed.value.has_value() == parsed.error.problem.empty());
}

}  // namespace rackcast::fuzz
