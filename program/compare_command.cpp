#include <fmt/format.h>

#include "program/commands.hpp"
#include "program/interrupt.hpp"
#include "program/output.hpp"
#include "scenarios/text_table.hpp"
#include "viz/report/comparison.hpp"
#include "viz/write/file.hpp"

namespace rackcast::program {

namespace {

using scenarios::Flush;

// "17.7 h" and what it changes.
std::string cell(const viz::ComparedRow& row, const viz::ComparedCell& c) {
  if (!c.spread.given()) return "-";
  const std::string change = viz::change_text(row, c);
  return viz::value_text(row, c.spread.mean) + (change.empty() ? "" : " (" + change + ")");
}

std::string group_text(const viz::Comparison& comparison, const viz::ComparedGroup& group) {
  std::vector<Flush> flush(comparison.runs.size() + 1, Flush::right);
  flush.front() = Flush::left;
  scenarios::TextTable table(flush);
  std::vector<std::string> head{group.title};
  for (const viz::Compared& run : comparison.runs) head.push_back(run.name);
  table.add(head);
  for (const viz::ComparedRow& row : group.rows) {
    std::vector<std::string> cells{row.title};
    for (const viz::ComparedCell& c : row.cells) cells.push_back(cell(row, c));
    table.add(cells);
  }
  return table.text("") + "\n";
}

}  // namespace

ExitCode compare_command(const Arguments& arguments) {
  if (arguments.folders.size() < 2) {
    throw UsageError("compare needs two folders or more\nusage: rackcast compare DIR DIR... (rackcast compare --help)");
  }
  survive_size_limits();
  const viz::Comparison comparison = viz::compare(viz::read_compared(arguments.folders));
  std::string text;
  for (const viz::ComparedGroup& group : comparison.groups) text += group_text(comparison, group);
  for (const std::string& finding : comparison.findings) text += finding + "\n";
  print(text + "In brackets: the change against the first run; ≈: chance may explain it (95 % intervals overlap).\n");
  if (!arguments.page.empty()) {
    viz::write_file(arguments.page, [&](const viz::Sink& sink) { sink(viz::comparison_page(comparison)); });
  }
  return ExitCode::done;
}

}  // namespace rackcast::program
