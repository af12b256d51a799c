#include "scenarios/read/file_tree.hpp"

#include <algorithm>
#include <system_error>

namespace rackcast::scenarios {
namespace {

namespace fs = std::filesystem;

/// The text names a path as TOML gives it: UTF-8.
fs::path path_of(std::string_view name) {
  return fs::path{std::u8string{reinterpret_cast<const char8_t*>(name.data()), name.size()}};
}

bool below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

Message escape(const char* why) {
  return {"this path leads out of the folder of the file that names it", why,
          "copy the file into that folder and give a path relative to it"};
}

/// What is wrong with a path as such; the file need not exist.
Message refusal(const fs::path& folder, std::string_view name) {
  if (name.empty()) return {"the path is empty", "", "name a file"};
  if (name.find('\0') != std::string_view::npos) return {"the path holds a zero byte", "no file's does", ""};
  if (folder.empty()) return {"a file cannot be named here", "this text is in no folder", ""};
  const fs::path path = path_of(name);
  if (path.is_absolute()) return escape("it starts at the root");
  if (std::find(path.begin(), path.end(), fs::path{".."}) != path.end()) return escape("it has a \"..\"");
  return {};
}

/// A link on the way may lead anywhere.
Message link_refusal(const fs::path& folder, const fs::path& path) {
  std::error_code code;
  const fs::path root = fs::canonical(folder, code);
  if (code) return {"its folder cannot be read", code.message(), ""};
  const fs::path real = fs::weakly_canonical(path, code);
  if (code) return {"cannot be reached", code.message(), ""};
  return below(real, root) ? Message{} : escape("a link on the way leads elsewhere");
}

}  // namespace

FileTree::Found FileTree::read(std::string_view name) const {
  Found found;
  found.file.error = refusal(folder_, name);
  if (!found.file.error.problem.empty()) return found;
  found.path = folder_ == "." ? path_of(name) : folder_ / path_of(name);
  found.file.error = link_refusal(folder_, found.path);
  if (found.file.error.problem.empty()) found.file = read_text_file(found.path);
  return found;
}

}  // namespace rackcast::scenarios
