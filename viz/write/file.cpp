#include "viz/write/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

#include "viz/write/environment_error.hpp"

namespace rackcast::viz {

namespace fs = std::filesystem;

namespace {

constexpr mode_t file_mode = 0666;  // narrowed by the user's umask

[[noreturn]] void refuse(const fs::path& path, int error) {
  const std::string reason = std::system_category().message(error);
  throw EnvironmentError("cannot write '" + path.string() + "' (" + reason + ")");
}

fs::path temporary_beside(const fs::path& path) {
  return path.parent_path() / fmt::format(".{}.{}.part", path.filename().string(), ::getpid());
}

// A file under a temporary name that disappears unless it is published.
class TemporaryFile {
 public:
  explicit TemporaryFile(fs::path target) : target_(std::move(target)), path_(temporary_beside(target_)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, file_mode);
    if (descriptor_ < 0) refuse(target_, errno);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (state_ == State::temporary) ::unlink(path_.c_str());
  }

  void append(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) refuse(target_, errno);
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  const fs::path& path() const { return path_; }

  void publish() {
    if (::close(std::exchange(descriptor_, -1)) != 0) refuse(target_, errno);
    if (std::rename(path_.c_str(), target_.c_str()) != 0) refuse(target_, errno);
    state_ = State::published;
  }

 private:
  fs::path target_;
  fs::path path_;
  int descriptor_ = -1;
  enum class State { temporary, published } state_ = State::temporary;
};

}  // namespace

void write_file(const fs::path& path, const Producer& producer) {
  TemporaryFile file(path);
  producer([&file](std::string_view text) { file.append(text); });
  file.publish();
}

void write_file_by_name(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  TemporaryFile file(path);
  write(file.path());
  file.publish();
}

void probe_writable(const fs::path& folder) { TemporaryFile(folder / "probe").append("rackcast"); }

}  // namespace rackcast::viz
