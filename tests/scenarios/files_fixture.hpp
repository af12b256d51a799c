#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "scenarios/read/reader.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/reader_fixture.hpp"

/// A folder of files of its own that goes with it.
class Folder {
 public:
  explicit Folder(const std::string& name)
      : path{std::filesystem::temp_directory_path() / ("rackcast-" + name + "-" + std::to_string(::getpid()))} {
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path); }

  const Folder& with(const std::string& name, std::string_view text) const {
    std::filesystem::create_directories((path / name).parent_path());
    std::ofstream{path / name, std::ios::binary} << text;
    return *this;
  }

  rackcast::scenarios::ReadResult read(std::string_view text,
                                       std::vector<rackcast::scenarios::Override> sets = {}) const {
    return rackcast::scenarios::read_scenario(text, "t.toml", rackcast::scenarios::test_catalog(), sets, path);
  }

  rackcast::scenarios::Scenario good(std::string_view text,
                                     std::vector<rackcast::scenarios::Override> sets = {}) const {
    auto result = read(text, std::move(sets));
    for (const auto& d : result.diagnostics) UNSCOPED_INFO(to_string(d));
    REQUIRE(result.scenario.has_value());
    return std::move(*result.scenario);
  }

  /// Every message, the folder's own path left out.
  std::string messages(std::string_view text) const {
    std::string out;
    for (const auto& d : read(text).diagnostics) out += to_string(d) + "\n";
    const std::string own = path.string() + "/";
    for (std::size_t at = out.find(own); at != std::string::npos; at = out.find(own)) out.erase(at, own.size());
    return out;
  }

  std::filesystem::path path;
};
