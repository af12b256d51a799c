#include "program/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "viz/write/environment_error.hpp"

namespace rackcast::program {

namespace {

constexpr unsigned char delete_character = 0x7F;

bool steers(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < ' ' && c != '\n' && c != '\t') || byte == delete_character;
}

// Control characters spelt out.
std::string harmless(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (steers(c)) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      shown += c;
    }
  }
  return shown;
}

}  // namespace

void print(std::string_view text) {
  const std::string shown = harmless(text);
  if (std::fwrite(shown.data(), 1, shown.size(), stdout) == shown.size() && std::fflush(stdout) == 0) return;
  const std::string reason = std::system_category().message(errno);
  throw viz::EnvironmentError("cannot write to standard output (" + reason + ")");
}

void complain(std::string_view text) {
  const std::string shown = harmless(text);
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

std::string json_list(const std::vector<std::string>& texts) { return fmt::format("[{}]\n", fmt::join(texts, ",")); }

}  // namespace rackcast::program
