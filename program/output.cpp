#include "program/output.hpp"

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "viz/write/environment_error.hpp"

namespace rackcast::program {

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  const std::string reason = std::system_category().message(errno);
  throw viz::EnvironmentError("cannot write to standard output (" + reason + ")");
}

void complain(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace rackcast::program
