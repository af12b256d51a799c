#include "viz/write/output_folder.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "viz/write/file.hpp"

namespace rackcast::viz {

namespace fs = std::filesystem;

namespace {

constexpr const char* manifest_name = "manifest.json";
constexpr std::string_view incomplete_manifest = "{\n \"tool\": \"rackcast\",\n \"complete\": false\n}\n";

[[noreturn]] void refuse(const std::string& what, const fs::path& path, const std::error_code& code) {
  throw EnvironmentError("cannot " + what + " '" + path.string() + "' (" + code.message() + ")");
}

bool is_empty_folder(const fs::path& path) {
  std::error_code code;
  const bool empty = fs::is_empty(path, code);
  if (code) refuse("read the folder", path, code);
  return empty;
}

bool holds_our_manifest(const fs::path& path) {
  std::error_code code;
  if (!fs::is_regular_file(path / manifest_name, code)) return false;
  std::ifstream file(path / manifest_name, std::ios::binary);
  if (!file) return false;
  return is_manifest_of_rackcast(std::string(std::istreambuf_iterator<char>(file), {}));
}

void check_ours(const fs::path& path) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (status.type() == fs::file_type::not_found) return;
  if (status.type() == fs::file_type::none) refuse("look at", path, code);
  if (!fs::is_directory(status)) {
    throw FolderNotOurs("'" + path.string() + "' is a file (the output is a folder) name another with --out");
  }
  if (is_empty_folder(path) || holds_our_manifest(path)) return;
  throw FolderNotOurs("'" + path.string() +
                      "' is not empty and rackcast did not write it (its manifest.json does not say so; it is left "
                      "untouched) name another folder with --out");
}

}  // namespace

OutputFolder::OutputFolder(fs::path path) : path_(std::move(path)) { check_ours(path_); }

void OutputFolder::prepare() const {
  std::error_code code;
  fs::create_directories(path_, code);
  if (code) refuse("create the folder", path_, code);
  probe_writable(path_);
}

void OutputFolder::mark_incomplete() {
  if (state_ == State::open) return;
  prepare();
  check_ours(path_);
  write_file(path_ / manifest_name, [](const Sink& sink) { sink(incomplete_manifest); });
  state_ = State::open;
}

void OutputFolder::write(const std::string& name, const Producer& producer) {
  mark_incomplete();
  write_file(path_ / name, producer);
}

void OutputFolder::write(const std::string& name, std::string_view text) {
  write(name, [text](const Sink& sink) { sink(text); });
}

void OutputFolder::finish(std::string_view manifest) { write(manifest_name, manifest); }

}  // namespace rackcast::viz
