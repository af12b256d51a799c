#include "program/manifest.hpp"

#include <fmt/format.h>

#include "sim/json.hpp"

namespace rackcast::program {

namespace {

using scenarios::RunEnd;
using sim::Json;

const char* end_name(RunEnd end) {
  switch (end) {
    case RunEnd::complete:
      return "all replications";
    case RunEnd::precise:
      return "precision reached";
    case RunEnd::interrupted:
      return "interrupted";
  }
  return "";
}

}  // namespace

std::string fnv1a_hex(std::string_view text) {
  constexpr std::uint64_t offset_basis = 14695981039346656037ULL;
  constexpr std::uint64_t prime = 1099511628211ULL;
  std::uint64_t hash = offset_basis;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
  return fmt::format("{:016x}", hash);
}

std::string manifest_text(const RunRecord& record, const scenarios::RunResult& result) {
  std::uint64_t events = 0;
  std::uint64_t profiles = 0;
  for (const auto& r : result.replications) {
    events += r.result.outcome.events;
    profiles += r.result.outcome.profiles;
  }
  return Json(Json::Object{{"tool", "rackcast"},
                           {"version", RACKCAST_VERSION},
                           {"complete", Json::truth(true)},
                           {"command", record.command},
                           {"seed", record.seed},
                           {"scenario_fnv1a", fnv1a_hex(record.resolved)},
                           {"replications", static_cast<std::uint64_t>(result.replications.size())},
                           {"ended_by", end_name(result.end)},
                           {"threads", record.threads},
                           {"wall_s", record.wall_s},
                           {"cpu_s", record.cpu_s},
                           {"events", events},
                           {"step_profiles", profiles}})
      .text();
}

}  // namespace rackcast::program
