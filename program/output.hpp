#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rackcast::program {

/// To standard output. Control characters, as in a title or in the name of a file, print as \xNN, here and below: they
/// would steer the terminal. Throws viz::EnvironmentError when it cannot be written (a full disk behind a redirection).
void print(std::string_view text);
/// To standard error.
void complain(std::string_view text);

/// Several JSON texts as one list of them.
std::string json_list(const std::vector<std::string>& texts);

}  // namespace rackcast::program
