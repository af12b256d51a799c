#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <thread>

#include "program/commands.hpp"
#include "program/guarded.hpp"
#include "program/inputs.hpp"
#include "program/interrupt.hpp"
#include "program/output.hpp"
#include "program/progress_bar.hpp"
#include "program/run_files.hpp"
#include "scenarios/fit.hpp"
#include "scenarios/forecast.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/summary_json.hpp"
#include "scenarios/wording.hpp"
#include "scenarios/write.hpp"

namespace rackcast::program {

namespace {

using scenarios::RunEnd;
using scenarios::RunResult;
using scenarios::Scenario;
using scenarios::Summary;

/// Wall and processor time since its construction.
class Stopwatch {
 public:
  double wall_s() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count(); }
  double cpu_s() const { return static_cast<double>(std::clock() - cpu_) / CLOCKS_PER_SEC; }

 private:
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  std::clock_t cpu_ = std::clock();
};

/// How one input ended: its code, the line a batch prints, and what was concluded.
struct Ending {
  ExitCode code = ExitCode::done;
  std::string line;
  std::string json;
};

Summary conclude(const Scenario& scenario, const RunResult& result) {
  std::vector<models::Outcome> outcomes;
  for (const auto& r : result.replications) outcomes.push_back(r.result.outcome);
  const std::vector<scenarios::Evidence> known = scenarios::embedded_evidence();
  std::vector<scenarios::JobEvidence> evidence;
  for (const auto& job : scenario.jobs) {
    evidence.push_back(scenarios::find_evidence(known, scenarios::server_seen_by(scenario, job), job));
  }
  return scenarios::summarize_run(scenario, outcomes, evidence, scenarios::unverified_values(scenario));
}

std::string one_line(const Summary& summary) {
  std::string text;
  for (const auto& job : summary.jobs) {
    if (!text.empty()) text += "; ";
    text += job.finished_fraction == 0
                ? fmt::format("{} does not finish", job.name)
                : fmt::format("{} {} to {}", job.name, scenarios::duration_text(job.duration_s.p10),
                              scenarios::duration_text(job.duration_s.p90));
  }
  return text.empty() ? "no job" : text;
}

class Runner {
 public:
  Runner(const Arguments& arguments, std::size_t inputs)
      : arguments_(arguments),
        many_(inputs > 1 ? Amount::many : Amount::one),
        catalog_(load_catalog(arguments)),
        overrides_(overrides_of(arguments)) {}

  Ending run(const Input& input) const;

 private:
  Ending simulate(const Input& input, const Scenario& scenario) const;
  RunResult replicate(const Scenario& scenario) const;
  void print_forecast(const Input& input, const Scenario& scenario, const Summary& summary) const;

  const Arguments& arguments_;
  enum class Amount { one, many } many_;
  scenarios::Catalog catalog_;
  std::vector<scenarios::Override> overrides_;
};

Ending Runner::run(const Input& input) const {
  const auto read = scenarios::read_scenario_file(input.file, catalog_, overrides_);
  if (!read.scenario) {
    complain_all(read.diagnostics);
    return {ExitCode::bad_usage_or_input,
            fmt::format("invalid ({} problem{})", read.diagnostics.size(), read.diagnostics.size() == 1 ? "" : "s"),
            ""};
  }
  const std::vector<std::string> obstacles = scenarios::obstacles(*read.scenario, catalog_);
  for (const std::string& obstacle : obstacles) complain(fmt::format("{}: {}\n", input.file.string(), obstacle));
  if (!obstacles.empty()) return {ExitCode::cannot_run, "cannot run as asked", ""};
  return simulate(input, *read.scenario);
}

Ending interrupted_at_once() {
  complain("interrupted before any replication was done: nothing is written\n");
  return {ExitCode::interrupted, "interrupted before any replication was done", ""};
}

RunResult Runner::replicate(const Scenario& scenario) const {
  ProgressBar bar(arguments_.verbosity == Verbosity::quiet ? ProgressBar::Show::never : ProgressBar::Show::on_terminal);
  const scenarios::RunOptions options{arguments_.threads, &interruption(),
                                      [&](const scenarios::Progress& p) { bar.update(p); }};
  return scenarios::run_replications(scenario, options);
}

Ending Runner::simulate(const Input& input, const Scenario& scenario) const {
  viz::OutputFolder folder(input.out);
  folder.prepare();
  const Stopwatch watch;
  const RunResult result = replicate(scenario);
  if (result.replications.empty()) return interrupted_at_once();
  const Summary summary = conclude(scenario, result);
  const int threads =
      arguments_.threads > 0 ? arguments_.threads : static_cast<int>(std::thread::hardware_concurrency());
  write_run(folder, scenario, result, summary,
            {arguments_.line, scenario.run.seed, scenarios::write_scenario(scenario), threads, watch.wall_s(),
             watch.cpu_s()});
  if (arguments_.report == Report::write) write_report_or_warn(folder);
  print_forecast(input, scenario, summary);
  const bool interrupted = result.end == RunEnd::interrupted;
  if (interrupted) complain(fmt::format("interrupted: {} replications kept\n", result.replications.size()));
  return {interrupted ? ExitCode::interrupted : ExitCode::done, one_line(summary) + ", in " + input.out.string(),
          arguments_.format == Format::json ? scenarios::summary_json(summary).text() : ""};
}

void Runner::print_forecast(const Input& input, const Scenario& scenario, const Summary& summary) const {
  if (many_ == Amount::many || arguments_.verbosity == Verbosity::quiet || arguments_.format == Format::json) return;
  print(scenarios::forecast_text(scenario, summary));
  print(fmt::format("  {:<13} {}\n", "written to", input.out.string()));
}

// An interrupted run does not begin what comes after.
std::vector<Ending> run_all(const Runner& runner, const std::vector<Input>& inputs) {
  std::vector<Ending> reports;
  for (const Input& input : inputs) {
    Ending report{ExitCode::interrupted, "not begun", ""};
    if (!interruption()) {
      report.line = "failed";
      report.code = guarded([&] {
        report = runner.run(input);
        return report.code;
      });
    }
    reports.push_back(std::move(report));
  }
  return reports;
}

void print_json(const std::vector<Ending>& reports) {
  if (reports.size() == 1) return print(reports.front().json);
  std::vector<std::string> texts;
  for (const Ending& r : reports) {
    if (!r.json.empty()) texts.push_back(r.json);
  }
  print(json_list(texts));
}

void print_lines(const std::vector<Input>& inputs, const std::vector<Ending>& reports) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    print(fmt::format("{}: {}\n", inputs[i].file.string(), reports[i].line));
    if (reports[i].code == ExitCode::done) ++done;
  }
  print(fmt::format("{} of {} done\n", done, reports.size()));
}

}  // namespace

ExitCode run_command(const Arguments& arguments) {
  const std::vector<Input> inputs = inputs_of(arguments);
  const Runner runner(arguments, inputs.size());
  catch_interruptions();
  const std::vector<Ending> reports = run_all(runner, inputs);
  if (arguments.format == Format::json) print_json(reports);
  const bool lines = reports.size() > 1 && arguments.format == Format::text;
  if (lines && arguments.verbosity == Verbosity::normal) print_lines(inputs, reports);
  ExitCode worst = ExitCode::done;
  for (const Ending& r : reports) worst = worse(worst, r.code);
  return worst;
}

}  // namespace rackcast::program
