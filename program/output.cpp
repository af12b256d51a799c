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

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  const std::string reason = std::system_category().message(errno);
  throw viz::EnvironmentError("cannot write to standard output (" + reason + ")");
}

void complain(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    shown += (byte < ' ' && c != '\n' && c != '\t') || byte == delete_character ? fmt::format("\\x{:02x}", byte)
                                                                                : std::string(1, c);
  }
  std::fwrite(shown.data(), 1, shown.size(), stderr);
}

std::string json_list(const std::vector<std::string>& texts) { return fmt::format("[{}]\n", fmt::join(texts, ",")); }

}  // namespace rackcast::program
