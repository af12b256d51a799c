#include "sim/utf8.hpp"

#include <cstdint>

namespace rackcast::sim {

namespace {

std::uint8_t byte_at(std::string_view text, std::size_t i) { return static_cast<std::uint8_t>(text[i]); }

std::size_t announced_length(std::uint8_t lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// Over-long forms, surrogates and code points above U+10FFFF show in the second byte (Unicode 15, table 3-7).
bool second_byte_fits(std::uint8_t lead, std::uint8_t second) {
  if (lead == 0xE0) return second >= 0xA0;
  if (lead == 0xED) return second < 0xA0;
  if (lead == 0xF0) return second >= 0x90;
  if (lead == 0xF4) return second < 0x90;
  return true;
}

// Length of the well-formed sequence at `i`, 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t i) {
  const std::size_t length = announced_length(byte_at(text, i));
  if (length == 0 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_at(text, i + k) & 0xC0U) != 0x80) return 0;
  }
  return length == 1 || second_byte_fits(byte_at(text, i), byte_at(text, i + 1)) ? length : 0;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    out += length > 0 ? text.substr(i, length) : std::string_view("\xEF\xBF\xBD");
    i += length > 0 ? length : 1;
  }
  return out;
}

}  // namespace rackcast::sim
