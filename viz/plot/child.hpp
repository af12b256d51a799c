#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rackcast::viz {

/// A folder of one's own below the system's temporary folder (mode 0700), removed with all it holds at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();  ///< Throws EnvironmentError where that is impossible.
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

enum class Complaints { shown, hidden };  ///< what the child writes to its standard error

/// Runs a program, found on the search path unless it has a slash, with these arguments and waits. Returns its exit
/// code; nothing if there is no such program; 128 + the signal's number if one ended it. Throws EnvironmentError if the
/// system starts nothing.
std::optional<int> exit_code_of(const std::string& program, const std::vector<std::string>& arguments,
                                Complaints complaints);

}  // namespace rackcast::viz
