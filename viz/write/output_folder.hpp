#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "viz/write/environment_error.hpp"
#include "viz/write/sink.hpp"

namespace rackcast::viz {

/// The folder named for the output holds something that rackcast did not write.
class FolderNotOurs : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The folder of one run's output. A folder is ours if it does not exist, is empty, or holds a manifest.json whose
/// "tool" is "rackcast"; any other is refused and never touched. Every file is written under a temporary name beside
/// its final one and then renamed, so a reader sees the old file or the new one, never half of one. From the first
/// write until `finish` the manifest says "complete": false: a folder left by a killed run is still ours, and is
/// recognised as unfinished.
class OutputFolder {
 public:
  /// Checks that `path` is ours. Throws FolderNotOurs or EnvironmentError; creates and changes nothing.
  explicit OutputFolder(std::filesystem::path path);

  /// Creates the folder with its parents and shows that it can be written to, before any long computation. What an
  /// earlier run left there stays as it is.
  void prepare() const;

  /// Writes one file, replacing an earlier one.
  void write(const std::string& name, const Producer& producer);
  void write(const std::string& name, std::string_view text);

  /// Writes manifest.json, the last file.
  void finish(std::string_view manifest);

  const std::filesystem::path& path() const { return path_; }

 private:
  void mark_incomplete();

  std::filesystem::path path_;
  enum class State { untouched, open } state_ = State::untouched;
};

/// Whether `json` is an object with the member "tool": "rackcast" at its top level.
bool is_manifest_of_rackcast(std::string_view json);

}  // namespace rackcast::viz
