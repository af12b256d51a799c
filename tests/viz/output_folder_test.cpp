#include "viz/write/output_folder.hpp"

#include <signal.h>
#include <sys/resource.h>

#include <iterator>

#include "tests/catch.hpp"
#include "tests/viz/scratch.hpp"

using namespace rackcast::viz;
namespace {

std::size_t entries(const fs::path& path) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator{}));
}

// Lowers the largest file this process may write: writes beyond it fail with EFBIG, as on a full disk with ENOSPC.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, SIG_DFL);
  }

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("a new folder is created with its parents and ends with the manifest") {
  const Scratch scratch;
  OutputFolder folder(scratch / "a/b/c");
  CHECK_FALSE(fs::exists(scratch / "a"));
  folder.prepare();
  CHECK(entries(scratch / "a/b/c") == 0);
  folder.write("summary.json", "{}\n");
  CHECK(read(scratch / "a/b/c/manifest.json").find("\"complete\": false") != std::string::npos);
  folder.finish("{\"tool\": \"rackcast\", \"complete\": true}\n");
  CHECK(read(scratch / "a/b/c/manifest.json") == "{\"tool\": \"rackcast\", \"complete\": true}\n");
  CHECK(read(scratch / "a/b/c/summary.json") == "{}\n");
  CHECK(entries(scratch / "a/b/c") == 2);
}

TEST_CASE("a folder that an unfinished run left is still ours") {
  const Scratch scratch;
  OutputFolder(scratch / "out").write("trace.csv", "x\n");
  OutputFolder again(scratch / "out");
  again.write("trace.csv", "y\n");
  CHECK(read(scratch / "out/trace.csv") == "y\n");
}

TEST_CASE("a folder that is not ours is refused and left as it was") {
  const Scratch scratch;
  put(scratch / "thesis/chapter.txt", "years of work");
  CHECK_THROWS_AS(OutputFolder(scratch / "thesis"), FolderNotOurs);
  put(scratch / "other/manifest.json", R"({"tool": "webpack", "nested": {"tool": "rackcast"}})");
  CHECK_THROWS_AS(OutputFolder(scratch / "other"), FolderNotOurs);
  put(scratch / "odd/manifest.json/inside", "a folder of that name");
  CHECK_THROWS_AS(OutputFolder(scratch / "odd"), FolderNotOurs);
  put(scratch / "file", "text");
  CHECK_THROWS_AS(OutputFolder(scratch / "file"), FolderNotOurs);
  CHECK(read(scratch / "thesis/chapter.txt") == "years of work");
  CHECK(entries(scratch / "thesis") == 1);
  CHECK(read(scratch / "file") == "text");
}

TEST_CASE("an empty folder is ours, and one that filled up meanwhile is not") {
  const Scratch scratch;
  fs::create_directories(scratch / "out");
  OutputFolder folder(scratch / "out");
  put(scratch / "out/someone.txt", "here");
  CHECK_THROWS_AS(folder.write("summary.json", "{}"), FolderNotOurs);
  CHECK(entries(scratch / "out") == 1);
}

TEST_CASE("only a top-level tool member makes a manifest ours") {
  CHECK(is_manifest_of_rackcast(R"({"version": "1", "tool" : "rackcast"})"));
  CHECK(is_manifest_of_rackcast(R"({"a": {"b": ["x", {"c": 1}]}, "tool": "rackcast"})"));
  for (const char* text : {"", "null", "{", R"({"tool")", R"({"tool": "rack)", R"(["tool", "rackcast"])",
                           R"({"tool": "other"})", R"({"a": {"tool": "rackcast"}})", R"({"a": "tool: rackcast"})",
                           R"({"a": "\"tool\": \"rackcast\""})", R"({"tool": ["rackcast"]})", R"({"a\)"}) {
    INFO(text);
    CHECK_FALSE(is_manifest_of_rackcast(text));
  }
}

TEST_CASE("a write that fails names the reason, keeps the earlier file and leaves no temporary") {
  const Scratch scratch;
  OutputFolder folder(scratch / "out");
  folder.write("trace.csv", "earlier\n");
  const std::string large(1U << 16U, 'x');
  std::string message;
  {
    const FileSizeLimit limit(4096);
    try {
      folder.write("trace.csv", large);
    } catch (const EnvironmentError& e) {
      message = e.what();
    }
  }
  CHECK(message.find("trace.csv") != std::string::npos);
  CHECK(message.find("File too large") != std::string::npos);
  CHECK(read(scratch / "out/trace.csv") == "earlier\n");
  CHECK(entries(scratch / "out") == 2);
}

TEST_CASE("a producer that throws leaves no file behind") {
  const Scratch scratch;
  OutputFolder folder(scratch / "out");
  CHECK_THROWS_AS(folder.write("a.csv",
                               [](const Sink& sink) {
                                 sink("half");
                                 throw std::runtime_error("stop");
                               }),
                  std::runtime_error);
  CHECK_FALSE(fs::exists(scratch / "out/a.csv"));
  CHECK(entries(scratch / "out") == 1);
}

TEST_CASE("a folder below a file cannot be created and says why") {
  const Scratch scratch;
  put(scratch / "file", "text");
  try {
    OutputFolder(scratch / "file/out").prepare();
    FAIL("accepted");
  } catch (const EnvironmentError& e) {
    CHECK(std::string(e.what()).find("Not a directory") != std::string::npos);
  }
}

TEST_CASE("a folder without write permission says so") {
  if (::geteuid() == 0) return;  // root may write anywhere
  const Scratch scratch;
  fs::create_directories(scratch / "locked");
  fs::permissions(scratch / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  CHECK_THROWS_WITH(OutputFolder(scratch / "locked").prepare(), Catch::Matchers::Contains("Permission denied"));
  fs::permissions(scratch / "locked", fs::perms::owner_all);
}
