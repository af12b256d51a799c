#include "viz/plot/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "viz/write/environment_error.hpp"

namespace rackcast::viz {

namespace fs = std::filesystem;

namespace {

constexpr int signal_base = 128;  // of shells: 130 is an interrupt

std::string reason(int error) { return std::generic_category().message(error); }

// The parent's environment as it is.
char** environment() { return environ; }

class FileActions {
 public:
  explicit FileActions(Complaints complaints) {
    posix_spawn_file_actions_init(&actions_);
    if (complaints == Complaints::hidden) {
      posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

int waited(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw EnvironmentError("cannot wait for a program that was started (" + reason(errno) + ")");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : signal_base + WTERMSIG(status);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code code;
  const fs::path parent = fs::temp_directory_path(code);
  if (code) throw EnvironmentError("there is no temporary folder (" + code.message() + ")");
  std::string name = (parent / "rackcast-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw EnvironmentError("cannot create a folder in '" + parent.string() + "' (" + reason(errno) + ")");
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::optional<int> exit_code_of(const std::string& program, const std::vector<std::string>& arguments,
                                Complaints complaints) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const FileActions actions(complaints);
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), actions.get(), nullptr, pointers.data(), environment());
  if (error == ENOENT || error == EACCES || error == ENOTDIR) return std::nullopt;
  if (error != 0) throw EnvironmentError("cannot start '" + program + "' (" + reason(error) + ")");
  return waited(child);
}

}  // namespace rackcast::viz
