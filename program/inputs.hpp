#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/arguments.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/path.hpp"

namespace rackcast::program {

/// One scenario file and the folder its output goes to.
struct Input {
  std::filesystem::path file;
  std::filesystem::path out;
};

/// Files as given and every *.toml of the folders given, by name. The output goes to `--out` for one file, to a folder
/// of the file's stem below `--out` (default `out`) otherwise. Throws UsageError for an empty folder and for two files
/// that would write to the same place.
std::vector<Input> inputs_of(const Arguments& arguments);

/// `--set`, `--seed` and `--replications` in that order. Throws UsageError for what is no PATH=VALUE.
std::vector<scenarios::Override> overrides_of(const Arguments& arguments);

/// The catalogue in the binary and the entries of `--catalog`. Throws UsageError with all that is wrong with those.
scenarios::Catalog load_catalog(const Arguments& arguments);

}  // namespace rackcast::program
