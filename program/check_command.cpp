#include <fmt/format.h>

#include "program/commands.hpp"
#include "program/guarded.hpp"
#include "program/inputs.hpp"
#include "program/output.hpp"
#include "scenarios/budget_sheet.hpp"
#include "scenarios/fit.hpp"
#include "scenarios/read/reader.hpp"

namespace rackcast::program {

namespace {

/// What one input came to: its code and its budget, as text or as JSON.
struct Sheet {
  ExitCode code = ExitCode::done;
  std::string text;
};

Sheet check(const Input& input, const scenarios::Catalog& catalog, const std::vector<scenarios::Override>& overrides,
            const Arguments& arguments) {
  const auto read = scenarios::read_scenario_file(input.file, catalog, overrides);
  if (!read.scenario) {
    complain_all(read.diagnostics);
    return {ExitCode::bad_usage_or_input, ""};
  }
  const std::vector<std::string> obstacles = scenarios::obstacles(*read.scenario, catalog);
  for (const std::string& obstacle : obstacles) complain(fmt::format("{}: {}\n", input.file.string(), obstacle));
  if (!obstacles.empty()) return {ExitCode::cannot_run, ""};
  const bool json = arguments.format == Format::json;
  return {ExitCode::done, json ? scenarios::check_json(*read.scenario, catalog).text()
                               : scenarios::check_text(*read.scenario, catalog)};
}

}  // namespace

ExitCode check_command(const Arguments& arguments) {
  const std::vector<Input> inputs = inputs_of(arguments);
  const scenarios::Catalog catalog = load_catalog(arguments);
  const std::vector<scenarios::Override> overrides = overrides_of(arguments);
  const bool text = arguments.format == Format::text;
  ExitCode worst = ExitCode::done;
  std::vector<std::string> budgets;
  for (const Input& input : inputs) {
    worst = worse(worst, guarded([&] {
                    const Sheet sheet = check(input, catalog, overrides, arguments);
                    if (text && arguments.verbosity == Verbosity::normal) print(sheet.text);
                    if (!sheet.text.empty()) budgets.push_back(sheet.text);
                    return sheet.code;
                  }));
  }
  if (!text) print(inputs.size() == 1 ? fmt::format("{}", fmt::join(budgets, "")) : json_list(budgets));
  return worst;
}

}  // namespace rackcast::program
