#pragma once

#include <functional>
#include <string>
#include <vector>

#include "program/exit_code.hpp"
#include "scenarios/diagnostics.hpp"

namespace rackcast::program {

/// Runs `action`; what it throws is told on standard error, each kind in its own words, and becomes its exit code.
ExitCode guarded(const std::function<ExitCode()>& action);

/// Told on standard error, a line each.
void complain_all(const std::vector<scenarios::Diagnostic>& diagnostics);

/// The worse of two: a bug or a refusing machine, then an interruption, then bad input, then what cannot run.
ExitCode worse(ExitCode a, ExitCode b);

}  // namespace rackcast::program
