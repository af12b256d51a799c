// Runs every file of the folders and files given through the target it is linked with: what was found once stays fixed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.hpp"

namespace {

namespace fs = std::filesystem;

constexpr double slowest_s = 10;  // as libFuzzer's own limit here, for unoptimised builds with sanitizers too

std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator{path}) {
    if (entry.is_regular_file()) out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Seconds taken; negative if the file cannot be read.
double run(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  const std::vector<char> bytes{std::istreambuf_iterator<char>{file}, {}};
  if (!file.good() && !file.eof()) return -1;
  std::printf("%s\n", path.filename().c_str());
  std::fflush(stdout);  // the last name printed is the one that crashed
  const auto start = std::chrono::steady_clock::now();
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t files = 0;
  for (int i = 1; i < count; ++i) {
    for (const fs::path& path : files_of(arguments[i])) {
      const double seconds = run(path);
      if (seconds < 0 || seconds > slowest_s) {
        std::printf("%s: %s\n", path.c_str(), seconds < 0 ? "cannot be read" : "took longer than 10 s");
        return 1;
      }
      ++files;
    }
  }
  std::printf("%zu files\n", files);
  return files == 0 ? 1 : 0;
}
