#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rackcast::program {

/// To standard output. Throws viz::EnvironmentError when it cannot be written (a full disk behind a redirection).
void print(std::string_view text);
/// To standard error. Control characters, as in the names of files, print as \xNN: they would steer the terminal.
void complain(std::string_view text);

/// Several JSON texts as one list of them.
std::string json_list(const std::vector<std::string>& texts);

}  // namespace rackcast::program
