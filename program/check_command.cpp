#include <fmt/format.h>

#include "program/commands.hpp"
#include "program/guarded.hpp"
#include "program/inputs.hpp"
#include "program/output.hpp"
#include "scenarios/budget.hpp"
#include "scenarios/fit.hpp"
#include "scenarios/read/reader.hpp"

namespace rackcast::program {

namespace {

using scenarios::Scenario;

void print_budget(const Scenario& scenario, const Arguments& arguments) {
  if (arguments.verbosity == Verbosity::quiet) return;
  print(arguments.format == Format::json ? scenarios::check_json(scenario).text() : scenarios::check_text(scenario));
}

ExitCode check(const Input& input, const scenarios::Catalog& catalog, const std::vector<scenarios::Override>& overrides,
               const Arguments& arguments) {
  const auto read = scenarios::read_scenario_file(input.file, catalog, overrides);
  if (!read.scenario) {
    complain_all(read.diagnostics);
    return ExitCode::bad_usage_or_input;
  }
  const std::vector<std::string> obstacles = scenarios::obstacles(*read.scenario);
  for (const std::string& obstacle : obstacles) complain(fmt::format("{}: {}\n", input.file.string(), obstacle));
  if (!obstacles.empty()) return ExitCode::cannot_run;
  print_budget(*read.scenario, arguments);
  return ExitCode::done;
}

}  // namespace

ExitCode check_command(const Arguments& arguments) {
  const std::vector<Input> inputs = inputs_of(arguments);
  const scenarios::Catalog catalog = load_catalog(arguments);
  const std::vector<scenarios::Override> overrides = overrides_of(arguments);
  ExitCode worst = ExitCode::done;
  for (const Input& input : inputs) {
    worst = worse(worst, guarded([&] { return check(input, catalog, overrides, arguments); }));
  }
  return worst;
}

}  // namespace rackcast::program
