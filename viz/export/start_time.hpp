#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rackcast::viz {

/// The instant at which a run is said to start where a format wants dates: a run itself knows none.
inline constexpr std::string_view usual_start = "2026-01-01T00:00:00Z";

/// Nanoseconds since 1970-01-01T00:00:00Z.
struct Instant {
  std::int64_t ns = 0;
};

/// Reads RFC 3339 (2026-01-01T00:00:00Z, with a fraction, with +01:00 instead of Z) of the years 1970 to 2150; none if
/// `text` is anything else.
std::optional<Instant> parse_instant(std::string_view text);

/// `start` plus a time of a run. Throws FolderUnreadable beyond a hundred years: no trace goes so far.
Instant instant_at(Instant start, double time_s);

/// 1767225600.5: the shortest that is exact.
std::string unix_seconds(Instant instant);

/// 2026/01/01 00:00:00.000 in UTC, as a driver's log prints its time of day.
std::string log_date(Instant instant);

/// 2026-01-01T00:00:00Z, with as much of a fraction as there is.
std::string rfc3339(Instant instant);

}  // namespace rackcast::viz
