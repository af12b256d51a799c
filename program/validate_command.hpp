#pragma once

#include "program/arguments.hpp"
#include "program/exit_code.hpp"

namespace rackcast::program {

/// Scores every table of published measurements, or the one named, or the rows of `--rows` as that table; prints the
/// errors as text or as validate.json. Throws UsageError for a table that does not exist and for `--rows` without one.
ExitCode validate_command(const Arguments& arguments);

}  // namespace rackcast::program
