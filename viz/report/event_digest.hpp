#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sim/trace.hpp"
#include "viz/report/documents.hpp"

namespace rackcast::viz {

/// What all replications say of one kind of event of one component.
struct EventFacts {
  std::uint64_t count = 0;
  std::uint64_t replications = 0;  ///< in which it happened
  std::int64_t last_replication = -1;
  double first_s = 0;  ///< earliest over the replications
};

/// (severity, component, event), so that errors can be told first; ordered, since it is printed.
using EventKind = std::tuple<sim::Severity, std::string, std::string>;

/// How long a board was held back by heat or protection while a job of its server trained, over all replications.
struct HeldBack {
  double held_s = 0;
  double training_s = 0;
  double share() const { return training_s > 0 ? held_s / training_s : 0; }
};

/// events.csv in the memory a page needs: the lines of the first replication up to `most_shown`, and facts of all.
struct EventDigest {
  std::int64_t replication = 0;         ///< the one shown
  std::vector<sim::EventRecord> shown;  ///< its events; warnings and errors have precedence over infos where cut
  std::uint64_t of_shown = 0;           ///< how many it has
  std::uint64_t total = 0;              ///< of all replications
  std::map<EventKind, EventFacts> kinds;
  std::map<std::string, HeldBack> held_back;            ///< by board
  std::map<std::string, std::vector<double>> finish_s;  ///< by job, in the order of the replications
};

inline constexpr std::size_t most_shown_events = 2000;

/// Reads events.csv; which board belongs to whose job follows from `parts`. A replication that did not finish ends at
/// `horizon_s`.
EventDigest read_events(const std::filesystem::path& file, const std::vector<Part>& parts, double horizon_s);

}  // namespace rackcast::viz
