#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "scenarios/read/text_file.hpp"

namespace rackcast::scenarios {

/// The folder of a file, for what that file names: paths are relative to it and never lead out of it, not by `..`, not
/// from the root, not over a link.
class FileTree {
 public:
  /// `folder` empty: there is none, and nothing can be named.
  explicit FileTree(std::filesystem::path folder) : folder_{std::move(folder)} {}

  struct Found {
    TextFile file;
    std::filesystem::path path;  ///< as messages show it: the folder and the given name
  };
  /// The file that `name` names, or why it cannot be had.
  Found read(std::string_view name) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace rackcast::scenarios
