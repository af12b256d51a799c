// Reading, validating and writing back scenarios: a typical file, and 1 MB of 10,000 entries beside parsing its TOML.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "scenarios/catalog.hpp"
#include "scenarios/embedded.hpp"
#include "scenarios/read/document.hpp"
#include "scenarios/read/reader.hpp"
#include "scenarios/write.hpp"
#include "tests/bench/harness.hpp"

namespace {

using namespace rackcast;

constexpr double megabyte = 1e6;
constexpr int repeats = 7;

std::string file_text(const std::string& path) {
  std::ifstream stream{path};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

/// One server and job, and rooms and alarms up to `entries` tables of a hundred bytes each.
std::string rooms_and_alarms(int entries) {
  std::string text =
      "[[server]]\nname = \"box\"\nroom = \"room-0\"\ncpu = \"Ryzen 9 5950X\"\npsu = { rating = \"1600 W\" }\n"
      "gpu = [{ model = \"RTX 3090\", count = 2 }]\n[[job]]\nname = \"train\"\nmodel = \"ResNet-50\"\n"
      "dataset = { name = \"ImageNet-1k\", epochs = 1 }\nbatch = { global = 512 }\n";
  for (int i = 0; i < entries / 2; ++i) {
    text += fmt::format(
        "[[room]]\nname = \"room-{}\"\nvolume = \"{} m^3\"\nventilation = \"{} m^3/h\"\nwalls = \"1.5 "
        "W/m^2/K\"\n\n",
        i, 20 + i % 50, 60 + i % 100);
    text += fmt::format("[[alarm]]\nwhen = \"room.room-{}.air > {} degC\"\nfor = \"{} s\" # the air of a room\n\n", i,
                        30 + i % 9, 60 + i % 60);
  }
  return text;
}

/// A server and the job on it, again and again.
std::string servers_and_jobs(int entries) {
  std::string text;
  for (int i = 0; i < entries / 2; ++i) {
    text += fmt::format(
        "[[server]]\nname = \"box-{0}\"\ncpu = \"Ryzen 9 5950X\"\npsu = {{ rating = \"1600 W\" }}\ngpu = "
        "[{{ model = \"RTX 3090\" }}]\n[[job]]\nname = \"job-{0}\"\non = \"box-{0}\"\nmodel = "
        "\"ResNet-50\"\ndataset = {{ name = \"ImageNet-1k\", epochs = 1 }}\nbatch = {{ global = 256 }}\n",
        i);
  }
  return text;
}

void measure(const char* what, const std::string& text, const scenarios::Catalog& catalog, double limit_ms) {
  std::size_t written = 0;
  const bench::Cost parse = bench::median_cost(repeats, [&] {
    scenarios::Diagnostics diagnostics{"bench"};
    bench::keep(scenarios::parse_document(text, 0, diagnostics));
  });
  const bench::Cost whole = bench::median_cost(repeats, [&] {
    const auto read = scenarios::read_scenario(text, "bench.toml", catalog);
    for (const auto& problem : read.diagnostics) std::printf("%s\n", scenarios::to_string(problem).c_str());
    written = scenarios::write_scenario(read.scenario.value()).size();
  });
  std::printf("%s: %.3f MB in, %.3f MB out; %.2f times parsing its TOML\n", what,
              static_cast<double>(text.size()) / megabyte, static_cast<double>(written) / megabyte, whole.s / parse.s);
  bench::report("read, validate, write back", whole, 1e-3, "ms", limit_ms);
}

}  // namespace

int main() {
  constexpr double typical_ms = 10;
  constexpr double large_ms = 500;
  constexpr int entries = 10'000;
  constexpr int server_entries = 8'200;
  const auto loaded = scenarios::Catalog::load(scenarios::embedded_catalog());
  const std::string examples = std::string(RACKCAST_SOURCE_DIR) + "/scenarios/examples/";
  measure("a typical file", file_text(examples + "two-3090-workstation.toml"), loaded.catalog, typical_ms);
  measure("10,000 rooms and alarms", rooms_and_alarms(entries), loaded.catalog, large_ms);
  measure("8,200 servers and jobs", servers_and_jobs(server_entries), loaded.catalog, large_ms);
  const bench::Cost at_once =
      bench::median_cost(repeats, [] { bench::keep(scenarios::Catalog::load(scenarios::embedded_catalog())); });
  const bench::Cost on_demand = bench::median_cost(repeats, [] {
    bench::keep(scenarios::Catalog::load(scenarios::embedded_catalog(), {}, scenarios::Embedded::on_demand));
  });
  std::printf("the catalogue: %.2f ms all at once, %.2f ms on demand\n", 1e3 * at_once.s, 1e3 * on_demand.s);
}
