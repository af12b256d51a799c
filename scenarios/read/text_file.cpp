#include "scenarios/read/text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace rackcast::scenarios {
namespace {

namespace fs = std::filesystem;

TextFile failed(std::string problem, std::string why, std::string suggestion) {
  return {std::nullopt, {std::move(problem), std::move(why), std::move(suggestion)}};
}

std::optional<Message> refusal(const fs::path& path) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (status.type() == fs::file_type::not_found) return Message{"no such file", "", "check the spelling of its path"};
  if (code) return Message{"cannot be read", code.message(), ""};
  if (fs::is_directory(status)) return Message{"is a folder", "a file is needed", "name a .toml file in it"};
  if (!fs::is_regular_file(status)) return Message{"is not a regular file", "it may never end", "give a .toml file"};
  const std::uintmax_t size = fs::file_size(path, code);
  if (code) return Message{"cannot be read", code.message(), ""};
  if (size > largest_text_file) {
    return Message{"is too large", fmt::format("{} MiB; at most {} MiB", size >> 20U, largest_text_file >> 20U),
                   "is it a scenario?"};
  }
  return std::nullopt;
}

/// Length of the well-formed UTF-8 sequence at the front of `s`, 0 if there is none (RFC 3629).
std::size_t utf8_length(std::string_view s) {
  const auto byte = [&](std::size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0U; };
  const auto tail = [&](std::size_t i, unsigned low, unsigned high) { return byte(i) >= low && byte(i) <= high; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return tail(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;
    return tail(1, low, high) && tail(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return tail(1, low, high) && tail(2, 0x80, 0xBF) && tail(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

bool forbidden_control(unsigned char c) { return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F; }

}  // namespace

TextFile read_text_file(const std::filesystem::path& path) {
  if (auto message = refusal(path)) return {std::nullopt, std::move(*message)};
  errno = 0;
  std::ifstream stream{path, std::ios::binary};
  if (!stream) return failed("cannot be opened", std::generic_category().message(errno), "");
  std::string text{std::istreambuf_iterator<char>{stream}, std::istreambuf_iterator<char>{}};
  if (stream.bad()) return failed("cannot be read", std::generic_category().message(errno), "");
  return {std::move(text), {}};
}

std::optional<Diagnostic> find_non_text(std::string_view text, const std::string& file) {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    const std::size_t length = utf8_length(text.substr(at, 4));
    if (length == 0) {
      return Diagnostic{
          file, line, column, {"the file is not UTF-8 text", fmt::format("byte 0x{:02x}", c), "save it as UTF-8"}};
    }
    if (forbidden_control(c)) {
      return Diagnostic{
          file, line, column, {fmt::format("control character 0x{:02x}", c), "a scenario is plain text", "remove it"}};
    }
    at += length;
    ++column;
    if (c == '\n') {
      ++line;
      column = 1;
    }
  }
  return std::nullopt;
}

}  // namespace rackcast::scenarios
