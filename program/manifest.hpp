#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scenarios/replications.hpp"

namespace rackcast::program {

/// What manifest.json says beside what it counts from the run.
struct RunRecord {
  std::string command;
  std::uint64_t seed = 0;
  std::string resolved;  ///< text of scenario.resolved.toml
  int threads = 0;
  double wall_s = 0;
  double cpu_s = 0;
};

/// manifest.json: the only file that tells of the machine and the moment. Nothing else in the folder depends on them.
std::string manifest_text(const RunRecord& record, const scenarios::RunResult& result);

/// FNV-1a, 64 bits, as 16 hexadecimal digits: tells two scenarios apart, protects against nothing.
std::string fnv1a_hex(std::string_view text);

}  // namespace rackcast::program
