#include <string>
#include <vector>

#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/guarded.hpp"
#include "program/output.hpp"
#include "program/validate_command.hpp"

namespace {

using namespace rackcast::program;

ExitCode run(const std::vector<std::string>& words) {
  const Parsed parsed = parse_arguments(words);
  if (parsed.text) {
    print(*parsed.text);
    return ExitCode::done;
  }
  switch (parsed.arguments.command) {
    case Command::run:
      return run_command(parsed.arguments);
    case Command::check:
      return check_command(parsed.arguments);
    case Command::catalog:
      return catalog_command(parsed.arguments);
    case Command::validate:
      return validate_command(parsed.arguments);
    case Command::report:
      return report_command(parsed.arguments);
    case Command::plot:
      return plot_command(parsed.arguments);
    case Command::compare:
      return compare_command(parsed.arguments);
    case Command::export_run:
      return export_command(parsed.arguments);
    case Command::none:
      break;
  }
  return ExitCode::bad_usage_or_input;
}

}  // namespace

int main(int argc, char** argv) {
  return static_cast<int>(guarded([&] { return run({argv + 1, argv + argc}); }));
}
