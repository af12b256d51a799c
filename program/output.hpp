#pragma once

#include <string_view>

namespace rackcast::program {

/// To standard output. Throws viz::EnvironmentError when it cannot be written (a full disk behind a redirection).
void print(std::string_view text);
/// To standard error.
void complain(std::string_view text);

}  // namespace rackcast::program
