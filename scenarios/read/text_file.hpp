#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/diagnostics.hpp"

namespace rackcast::scenarios {

/// Larger files are refused: a scenario of a hall has a few hundred lines.
inline constexpr std::uintmax_t largest_text_file = 64U << 20U;

struct TextFile {
  std::optional<std::string> text;
  Message error;  ///< when there is no text
};

/// Reads a regular file whole. Never waits: pipes, devices and folders are refused.
TextFile read_text_file(const std::filesystem::path& path);

/// Where `text` stops being text: a zero byte, another control character, or bytes that are not UTF-8.
std::optional<Diagnostic> find_non_text(std::string_view text, const std::string& file);

}  // namespace rackcast::scenarios
