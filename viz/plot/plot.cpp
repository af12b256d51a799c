#include "viz/plot/plot.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "viz/plot/child.hpp"
#include "viz/plot/embedded_python.hpp"
#include "viz/write/environment_error.hpp"
#include "viz/write/file.hpp"

namespace rackcast::viz {

namespace fs = std::filesystem;

namespace {

constexpr const char* pythons[] = {"python3", "/usr/bin/python3"};
constexpr int lacks_packages = 77;  // of viz/python/plot.py
constexpr int most_own_codes = 2;   // what plot.py says of itself: done, environment, bad input
constexpr int interrupted = 130;

std::string_view python_file(std::string_view path) {
  for (const EmbeddedFile& file : embedded_python()) {
    if (file.path == path) return file.text;
  }
  throw std::logic_error("the binary carries no " + std::string(path));
}

void lay_out_python(const fs::path& folder) {
  for (const EmbeddedFile& file : embedded_python()) {
    const fs::path path = folder / file.path;
    fs::create_directories(path.parent_path());
    write_file(path, [&](const Sink& sink) { sink(file.text); });
  }
}

}  // namespace

std::vector<PlotKind> plot_kinds() {
  std::vector<PlotKind> kinds;
  const auto document = nlohmann::ordered_json::parse(python_file("rackcast_plots/kinds.json"));
  for (const auto& [name, help] : document.items()) {
    kinds.push_back({name, help.get<std::string>()});
  }
  return kinds;
}

int draw_plot(const PlotRequest& request) {
  const TemporaryFolder files;
  lay_out_python(files.path());
  const std::string script = (files.path() / "plot.py").string();
  // -B: leave no compiled files behind. The script's own folder comes first on Python's path, the working folder never.
  for (const char* python : pythons) {
    if (exit_code_of(python, {"-B", script}, Complaints::hidden) != 0) continue;
    const auto code = exit_code_of(python, {"-B", script, request.folder, request.kind, request.out, request.format},
                                   Complaints::shown);
    if (code && *code >= 0 && (*code <= most_own_codes || *code == interrupted)) return *code;
    throw EnvironmentError(std::string(python) + " ended while it drew (exit code " +
                           std::to_string(code.value_or(lacks_packages)) + ") try it again with more memory");
  }
  throw EnvironmentError(
      "no Python here has what plots need, matplotlib and pandas (tried python3 and /usr/bin/python3) install the "
      "Debian "
      "packages python3-matplotlib and python3-pandas");
}

}  // namespace rackcast::viz
