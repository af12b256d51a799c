#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "viz/report/run_folder.hpp"

namespace rackcast::viz {

/// One run of a comparison.
struct Compared {
  std::string name;  ///< the folder as it was given
  RunFacts facts;
  ForecastData forecast;
};

/// Whether a difference is more than chance: the 95 % intervals of the means lie apart.
enum class Certainty { same, within_chance, clear };

struct ComparedCell {
  Spread spread;
  double first = 0;  ///< mean of the first run
  Certainty certainty = Certainty::same;
};

/// A figure of every run, in their order.
struct ComparedRow {
  enum class Unit { seconds, share, watts, celsius, plain };

  std::string title;
  Unit unit = Unit::plain;
  std::vector<ComparedCell> cells;
};

/// Figures that belong together: those of a job, or of the run as a whole.
struct ComparedGroup {
  std::string title;
  std::vector<ComparedRow> rows;
};

struct Comparison {
  std::vector<Compared> runs;
  std::vector<ComparedGroup> groups;
  std::vector<std::string> findings;  ///< sentences, plain text, the most important first
};

/// Reads manifest and summary of each folder. Throws FolderUnreadable and EnvironmentError as read_run does.
std::vector<Compared> read_compared(const std::vector<std::string>& folders);

/// At least two runs. Jobs of the same name are compared; of runs with a single job each, those, whatever their names.
/// Figures that no run has, and losses under 0.05 % of the time in all of them, have no row.
Comparison compare(std::vector<Compared> runs);

std::string value_text(const ComparedRow& row, double value);
/// Against the first run: "−32 %", of what grew more than threefold "×8", of shares in points ("+12 points"), of
/// temperatures in K; "≈" where chance explains the difference, nothing where there is none.
std::string change_text(const ComparedRow& row, const ComparedCell& cell);

/// The comparison as a page like that of a run.
std::string comparison_page(const Comparison& comparison);

}  // namespace rackcast::viz
