#pragma once

#include "program/arguments.hpp"
#include "program/exit_code.hpp"

namespace rackcast::program {

ExitCode run_command(const Arguments& arguments);
ExitCode check_command(const Arguments& arguments);
ExitCode catalog_command(const Arguments& arguments);
ExitCode report_command(const Arguments& arguments);
ExitCode compare_command(const Arguments& arguments);
ExitCode plot_command(const Arguments& arguments);
ExitCode export_command(const Arguments& arguments);

}  // namespace rackcast::program
