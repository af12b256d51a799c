#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackcast::program {

enum class Command { none, run, check, catalog, validate, report, compare, plot, export_run };
enum class Verbosity { normal, quiet };
enum class Format { text, json };
enum class Report { write, leave };  ///< report.html of a run

/// What the command line asks for.
struct Arguments {
  Command command = Command::none;
  std::vector<std::string> inputs;  ///< files and folders
  std::string out;                  ///< empty: out/<stem>
  std::vector<std::string> sets;    ///< PATH=VALUE
  std::optional<std::int64_t> seed;
  std::optional<std::int64_t> replications;
  int threads = 0;  ///< 0: as many as the machine has
  std::string catalog;
  Verbosity verbosity = Verbosity::normal;
  Format format = Format::text;
  std::string catalog_kind;
  std::string catalog_name;                ///< of an entry, or a word to look for
  std::vector<std::string> catalog_where;  ///< KEY OP VALUE
  std::string catalog_sort;                ///< KEY or -KEY
  std::string validate_table;              ///< empty: all
  std::string validate_rows;               ///< file of rows to score instead of those in the binary
  Report report = Report::write;
  std::vector<std::string> folders;  ///< outputs of earlier runs
  std::string page;                  ///< file for the page of a comparison; empty: none
  std::string plot_folder;
  std::string plot_kind;
  std::string plot_format;  ///< empty: as --out ends
  std::string export_folder;
  std::string export_format;
  std::string export_start;   ///< RFC 3339
  std::string export_server;  ///< empty: the only one
  std::string line;           ///< the command as it was given, for the manifest
};

/// Reads the command line. Throws UsageError; `text` is set when there is something to print and nothing else to do
/// (--help, --version).
struct Parsed {
  Arguments arguments;
  std::optional<std::string> text;
};
Parsed parse_arguments(const std::vector<std::string>& words);

}  // namespace rackcast::program
