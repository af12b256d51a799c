#include <algorithm>

#include "program/commands.hpp"
#include "program/guarded.hpp"
#include "scenarios/suggest.hpp"
#include "viz/plot/plot.hpp"

namespace rackcast::program {

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& word, const std::vector<std::string>& known) {
  const std::string suggestion = scenarios::did_you_mean(word, known);
  std::string all;
  for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
  throw UsageError("there is no " + what + " \"" + word + "\" (there are " + all + ")" +
                   (suggestion.empty() ? "" : "; " + suggestion));
}

void check_known(const std::string& what, const std::string& word, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), word) == known.end()) refuse(what, word, known);
}

// --format, or what the file's name ends in.
std::string format_of(const Arguments& arguments) {
  if (!arguments.plot_format.empty()) return arguments.plot_format;
  const std::size_t dot = arguments.out.rfind('.');
  const bool named = dot != std::string::npos && arguments.out.find('/', dot) == std::string::npos;
  return named ? arguments.out.substr(dot + 1) : "svg";
}

}  // namespace

ExitCode plot_command(const Arguments& arguments) {
  std::vector<std::string> kinds;
  for (const viz::PlotKind& kind : viz::plot_kinds()) kinds.push_back(kind.name);
  check_known("plot", arguments.plot_kind, kinds);
  const std::string format = format_of(arguments);
  check_known("format", format, {"svg", "png", "pdf"});
  return static_cast<ExitCode>(viz::draw_plot({arguments.plot_folder, arguments.plot_kind, arguments.out, format}));
}

}  // namespace rackcast::program
