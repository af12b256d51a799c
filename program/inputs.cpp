#include "program/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>

#include "program/exit_code.hpp"
#include "scenarios/diagnostics.hpp"
#include "scenarios/embedded.hpp"

namespace rackcast::program {

namespace fs = std::filesystem;

namespace {

constexpr const char* default_out = "out";

std::vector<fs::path> scenarios_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (it->path().extension() == ".toml") files.push_back(it->path());
  }
  if (code) throw UsageError(fmt::format("cannot read the folder '{}' ({})", folder.string(), code.message()));
  if (files.empty()) throw UsageError(fmt::format("the folder '{}' holds no *.toml file", folder.string()));
  std::sort(files.begin(), files.end());
  return files;
}

enum class Layout { single, batch };

struct Listed {
  std::vector<fs::path> files;
  Layout layout = Layout::single;
};

Listed files_of(const std::vector<std::string>& inputs) {
  Listed listed;
  for (const std::string& input : inputs) {
    std::error_code code;
    if (!fs::is_directory(input, code)) {
      listed.files.emplace_back(input);
      continue;
    }
    const std::vector<fs::path> found = scenarios_in(input);
    listed.files.insert(listed.files.end(), found.begin(), found.end());
    listed.layout = Layout::batch;
  }
  if (listed.files.size() > 1) listed.layout = Layout::batch;
  return listed;
}

fs::path out_of(const fs::path& file, const Arguments& arguments, Layout layout) {
  if (layout == Layout::single && !arguments.out.empty()) return arguments.out;
  const fs::path stem = file.stem();
  if (stem.empty() || stem == "." || stem == "..") {
    throw UsageError(fmt::format("no folder can be named after '{}' name one with --out", file.string()));
  }
  return fs::path(arguments.out.empty() ? default_out : arguments.out.c_str()) / stem;
}

void refuse_shared_folders(const std::vector<Input>& inputs) {
  std::map<fs::path, fs::path> taken;
  for (const Input& input : inputs) {
    const auto [place, added] = taken.try_emplace(input.out.lexically_normal(), input.file);
    if (added) continue;
    throw UsageError(
        fmt::format("'{}' and '{}' would both write to '{}' (the folder is named after the file) "
                    "run them apart, each with its --out",
                    place->second.string(), input.file.string(), input.out.string()));
  }
}

}  // namespace

std::vector<Input> inputs_of(const Arguments& arguments) {
  const Listed listed = files_of(arguments.inputs);
  std::vector<Input> inputs;
  for (const fs::path& file : listed.files) inputs.push_back({file, out_of(file, arguments, listed.layout)});
  refuse_shared_folders(inputs);
  return inputs;
}

std::vector<scenarios::Override> overrides_of(const Arguments& arguments) {
  std::vector<scenarios::Override> overrides;
  for (const std::string& set : arguments.sets) {
    const auto parsed = scenarios::parse_override(set);
    if (!parsed.value) throw UsageError("--set " + set + ": " + to_string(parsed.error));
    overrides.push_back(*parsed.value);
  }
  if (arguments.seed) overrides.push_back({"run.seed", std::to_string(*arguments.seed)});
  if (arguments.replications) overrides.push_back({"run.replications", std::to_string(*arguments.replications)});
  return overrides;
}

scenarios::Catalog load_catalog(const Arguments& arguments) {
  auto loaded =
      scenarios::Catalog::load(scenarios::embedded_catalog(), arguments.catalog, scenarios::Embedded::on_demand);
  if (loaded.diagnostics.empty()) return std::move(loaded.catalog);
  std::string text = "the catalogue has errors";
  for (const auto& diagnostic : loaded.diagnostics) text += fmt::format("\n{}", to_string(diagnostic));
  throw UsageError(text);
}

}  // namespace rackcast::program
