#include "program/arguments.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>

#include "program/exit_code.hpp"
#include "scenarios/suggest.hpp"
#include "viz/export/export.hpp"
#include "viz/plot/plot.hpp"

namespace rackcast::program {

namespace {

constexpr int most_threads = 1024;

constexpr const char* main_footer =
    "Examples:\n"
    "  rackcast check box.toml                      is there room for it? memory, power, heat, airflow\n"
    "  rackcast run box.toml                        forecast; writes out/box/\n"
    "  rackcast run box.toml --set server.box.psu.rating='\"850 W\"' --out out/small\n"
    "  rackcast catalog gpus \"RTX 3090\"             what is known of it, and from where\n"
    "  rackcast report out/box                      the page of a run again, from its folder\n"
    "  rackcast compare out/box out/small           what the other box would change\n"
    "  rackcast plot out/box waterfall              where the time goes, as a picture for a paper or a proposal\n"
    "  rackcast export out/box openmetrics          for the tools you use: netcdf, openmetrics, nvidia-smi, perfetto\n"
    "  rackcast validate                            how far off the models are from published measurements\n"
    "Exit codes: 0 done, 1 internal or environment error, 2 bad usage or input, 3 cannot run as asked, 130 "
    "interrupted.";
constexpr const char* run_footer =
    "Writes manifest.json, scenario.resolved.toml, layout.json, summary.json, trace.csv, bands.csv, events.csv,\n"
    "timeline.svg and report.html, a page of its own for any browser. Several files, or a folder of them, run one "
    "after the other.\n"
    "Example: rackcast run box.toml --replications 500 --set job.train.batch.global=256 --out out/batch-256";
constexpr const char* check_footer =
    "Reads and validates; simulates nothing.\n"
    "Example: rackcast check box.toml --set server.box.gpu.power_limit='\"280 W\"'";
constexpr const char* catalog_footer =
    "Without KIND the kinds, without NAME the entries of a kind; a NAME that none has lists those it is part of.\n"
    "KIND keys: what a scenario may say. OP: = != > >= < <=, and ~ for what contains VALUE.\n"
    "Examples:\n"
    "  rackcast catalog gpus \"RTX 3090\"\n"
    "  rackcast catalog gpus --where \"memory >= 24 GiB\" --where \"power.default < 300 W\" --sort -memory_bandwidth\n"
    "  rackcast catalog links --where \"gpus ~ A100\"\n"
    "  rackcast catalog keys job";

constexpr const char* report_footer =
    "Reads nothing but the folder and writes report.html there: one file with pictures, tables and what to change.\n"
    "Example: rackcast report out/box";
constexpr const char* plot_footer =
    "Reads nothing but the folder. Needs Python 3 with matplotlib and pandas (Debian: python3-matplotlib, "
    "python3-pandas).\n"
    "Examples:\n"
    "  rackcast plot out/box time\n"
    "  rackcast plot out/box waterfall --out losses.pdf";
constexpr const char* compare_footer =
    "Means of every figure, what differs from the first run, and whether chance may explain it.\n"
    "Example: rackcast compare out/box out/box-280w --page compare.html";
constexpr const char* export_footer =
    "Reads nothing but the folder and writes one file, into the folder unless --out names another.\n"
    "Examples:\n"
    "  rackcast export out/box netcdf --out box.nc\n"
    "  rackcast export out/box openmetrics --start 2026-03-01T08:00:00+01:00";
constexpr const char* validate_footer =
    "Without TABLE every table, its worst rows; with one, all of its rows. Tables: allreduce_single_node, "
    "interconnect,\n"
    "memory, scaling, vision_training. What is known to be missed says why.\n"
    "Examples:\n"
    "  rackcast validate --json > validate.json\n"
    "  rackcast validate scaling --rows my_measurements.csv";

std::string plot_help() {
  std::string out = "Kinds:\n";
  for (const viz::PlotKind& kind : viz::plot_kinds()) out += fmt::format("  {:<12} {}\n", kind.name, kind.help);
  return out + plot_footer;
}

// The formats with what each is for.
std::string export_formats() {
  std::string out = "Formats:\n";
  for (const viz::Exporter& exporter : viz::exporters()) {
    out += fmt::format("  {:<12} {} ({})\n", exporter.name, exporter.help, exporter.file_name);
  }
  return out;
}

// CLI11's own range check spells out the largest double.
CLI::Validator whole_number_check(const std::string& rule) {
  const auto check = [rule](const std::string& word) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = error == std::errc() && end == word.data() + word.size() && value >= 0;
    return whole ? std::string() : "\"" + word + "\" does not do (" + rule + ")";
  };
  return CLI::Validator(check, "");
}

// Declares every command and option over one Arguments.
class CommandLine {
 public:
  CommandLine() : app_("Forecasts GPU servers and rooms before they are built.", "rackcast") {
    app_.set_version_flag("--version", "rackcast " RACKCAST_VERSION);
    app_.footer(main_footer);
    add_run();
    add_check();
    add_catalog();
    add_validate();
    add_report();
    add_compare();
    add_plot();
    add_export();
  }

  Parsed parse(const std::vector<std::string>& words);

 private:
  CLI::App* add(const char* name, const char* help, const std::string& footer) {
    CLI::App* command = app_.add_subcommand(name, help);
    command->footer(footer);
    command->allow_extras();  // unknown options get a suggestion from us
    return command;
  }

  void add_run() {
    run_ = add("run", "Simulate; write the output folder; print the forecast", run_footer);
    add_inputs(run_);
    run_->add_option("--out", arguments_.out, "Output folder (default out/<stem>; of several inputs the parent)");
    run_->add_option("--jobs", arguments_.threads, "Threads (default: all)")->check(CLI::Range(1, most_threads));
    run_->add_flag_callback(
        "--no-report", [this] { arguments_.report = Report::leave; }, "Do not write report.html");
    run_->add_flag_callback(
        "--quiet", [this] { arguments_.verbosity = Verbosity::quiet; }, "Print errors only");
    run_->add_flag_callback(
        "--json", [this] { arguments_.format = Format::json; }, "Print summary.json");
  }

  void add_check() {
    check_ = add("check", "Read and validate; print the budget: memory, power, heat, airflow", check_footer);
    add_inputs(check_);
    check_->add_flag_callback(
        "--quiet", [this] { arguments_.verbosity = Verbosity::quiet; }, "Print errors only");
    check_->add_flag_callback(
        "--json", [this] { arguments_.format = Format::json; }, "Print the budget as JSON");
  }

  void add_catalog() {
    catalog_ = add("catalog", "List or show catalogue entries with their sources", catalog_footer);
    catalog_->add_option("KIND", arguments_.catalog_kind, "gpus, cpus, software, workloads, ...");
    catalog_->add_option("NAME", arguments_.catalog_name, "An entry of that kind, or a word to look for");
    catalog_->add_option("--where", arguments_.catalog_where, "KEY OP VALUE: only entries that fit (repeatable)")
        ->take_all()
        ->allow_extra_args(false);
    catalog_->add_option("--sort", arguments_.catalog_sort, "KEY: order by it; -KEY: the largest first");
    add_catalog_folder(catalog_);
    catalog_->add_flag_callback(
        "--json", [this] { arguments_.format = Format::json; }, "Print as JSON");
  }

  void add_validate() {
    validate_ = add("validate", "Reproduce published measurements; print the errors", validate_footer);
    validate_->add_option("TABLE", arguments_.validate_table, "A table of measurements");
    validate_->add_option("--rows", arguments_.validate_rows, "CSV file of other rows in the columns of TABLE");
    add_catalog_folder(validate_);
    validate_->add_flag_callback(
        "--json", [this] { arguments_.format = Format::json; }, "Print as JSON, with every row");
  }

  void add_report() {
    report_ = add("report", "Write report.html from the folder of an earlier run", report_footer);
    report_->add_option("DIR", arguments_.folders, "Output folders of earlier runs")->required();
  }

  void add_plot() {
    plot_ = add("plot", "Draw a run's folder for a paper: SVG, PNG or PDF", plot_help().c_str());
    plot_->add_option("DIR", arguments_.plot_folder, "Output folder of an earlier run")->required();
    plot_->add_option("KIND", arguments_.plot_kind, "One of those below")->required();
    plot_->add_option("--out", arguments_.out, "File to write (default DIR/KIND.svg)");
    plot_->add_option("--format", arguments_.plot_format, "svg, png or pdf (default: the ending of --out, or svg)");
  }

  void add_compare() {
    compare_ = add("compare", "Two or more runs side by side", compare_footer);
    compare_->add_option("DIR", arguments_.folders, "Output folders of earlier runs, two or more")->required();
    compare_->add_option("--page", arguments_.page, "Write the comparison as a page to this file too");
  }

  void add_export() {
    export_ = add("export", "Write a run's folder as a file of another tool", export_formats() + export_footer);
    export_->add_option("DIR", arguments_.export_folder, "Output folder of an earlier run")->required();
    export_->add_option("FORMAT", arguments_.export_format, "One of those below")->required();
    export_->add_option("--out", arguments_.out, "File to write (default: in the folder)");
    export_->add_option("--start", arguments_.export_start,
                        "When the run is said to start, RFC 3339 (default " + std::string(viz::usual_start) + ")");
    export_->add_option("--server", arguments_.export_server, "The server whose log nvidia-smi would write");
  }

  void add_catalog_folder(CLI::App* command) {
    command->add_option("--catalog", arguments_.catalog, "Folder of more entries: DIR/<kind>/*.toml");
  }

  void add_inputs(CLI::App* command) {
    command->add_option("FILE", arguments_.inputs, "Scenario files, or folders of them")->required();
    command->add_option("--set", arguments_.sets, "PATH=VALUE: change a value of the scenario (repeatable)")
        ->take_all()
        ->allow_extra_args(false);
    command->add_option("--seed", arguments_.seed, "Random seed")
        ->check(whole_number_check("a seed is a whole number from 0 to 9.2e18"));
    command->add_option("--replications", arguments_.replications, "Number of replications")
        ->check(whole_number_check("replications are counted in whole numbers"));
    add_catalog_folder(command);
  }

  std::vector<std::string> command_names() const {
    return {"run", "check", "catalog", "validate", "report", "compare", "plot", "export"};
  }
  void refuse_unknown_command(const std::vector<std::string>& words) const;
  void refuse_unknown_option(const CLI::App& command) const;
  Command chosen() const;

  CLI::App app_;
  CLI::App* run_ = nullptr;
  CLI::App* check_ = nullptr;
  CLI::App* catalog_ = nullptr;
  CLI::App* validate_ = nullptr;
  CLI::App* report_ = nullptr;
  CLI::App* compare_ = nullptr;
  CLI::App* plot_ = nullptr;
  CLI::App* export_ = nullptr;
  Arguments arguments_;
};

// "--sort -memory" as one word: CLI11 would take "-memory" for an option.
std::vector<std::string> with_joined_sort(const std::vector<std::string>& words) {
  std::vector<std::string> joined;
  for (const std::string& word : words) {
    const bool key = !joined.empty() && joined.back() == "--sort" && word.starts_with("-") && !word.starts_with("--");
    if (key) {
      joined.back() += "=" + word;
    } else {
      joined.push_back(word);
    }
  }
  return joined;
}

std::string with_suggestion(const std::string& problem, const std::string& word,
                            const std::vector<std::string>& known) {
  const std::string suggestion = scenarios::did_you_mean(word, known);
  return suggestion.empty() ? problem : problem + "; " + suggestion;
}

void CommandLine::refuse_unknown_command(const std::vector<std::string>& words) const {
  if (words.empty()) throw UsageError("no command given\n\n" + app_.help());
  const std::vector<std::string> known = command_names();
  if (words[0].starts_with("-") || std::find(known.begin(), known.end(), words[0]) != known.end()) return;
  throw UsageError(with_suggestion("unknown command \"" + words[0] + "\"", words[0], known) +
                   "\nusage: rackcast run|check|catalog|validate|report|compare|plot|export ... (rackcast --help)");
}

void CommandLine::refuse_unknown_option(const CLI::App& command) const {
  const std::vector<std::string> extras = command.remaining();
  if (extras.empty()) return;
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::string word = extras.front().substr(0, extras.front().find('='));
  const char* what = word.starts_with("-") ? "unknown option \"" : "one argument too many: \"";
  throw UsageError(
      with_suggestion(what + word + "\"", word, word.starts_with("-") ? known : std::vector<std::string>{}) +
      "\nusage: rackcast " + command.get_name() + " --help");
}

Command CommandLine::chosen() const {
  if (run_->parsed()) return Command::run;
  if (check_->parsed()) return Command::check;
  if (validate_->parsed()) return Command::validate;
  if (report_->parsed()) return Command::report;
  if (plot_->parsed()) return Command::plot;
  if (compare_->parsed()) return Command::compare;
  if (export_->parsed()) return Command::export_run;
  return catalog_->parsed() ? Command::catalog : Command::none;
}

Parsed CommandLine::parse(const std::vector<std::string>& words) {
  refuse_unknown_command(words);
  try {
    const std::vector<std::string> joined = with_joined_sort(words);
    app_.parse(std::vector<std::string>(joined.rbegin(), joined.rend()));  // CLI11 takes the words from the back
  } catch (const CLI::CallForHelp&) {
    const auto commands = app_.get_subcommands();
    return {{}, commands.empty() ? app_.help() : commands.front()->help("rackcast")};
  } catch (const CLI::CallForVersion& e) {
    return {{}, std::string(e.what()) + "\n"};
  } catch (const CLI::ParseError& e) {
    for (const CLI::App* command : app_.get_subcommands()) refuse_unknown_option(*command);
    const auto commands = app_.get_subcommands();
    const std::string command = commands.empty() ? "" : " " + commands.front()->get_name();
    throw UsageError(std::string(e.what()) + "\nusage: rackcast" + command + " --help");
  }
  for (const CLI::App* command : {run_, check_, catalog_, validate_, report_, compare_, plot_, export_})
    refuse_unknown_option(*command);
  arguments_.command = chosen();
  if (arguments_.command == Command::none) throw UsageError("no command given\n\n" + app_.help());
  return {arguments_, std::nullopt};
}

}  // namespace

Parsed parse_arguments(const std::vector<std::string>& words) {
  CommandLine line;
  Parsed parsed = line.parse(words);
  parsed.arguments.line = "rackcast";
  for (const std::string& word : words) parsed.arguments.line += " " + word;
  return parsed;
}

}  // namespace rackcast::program
