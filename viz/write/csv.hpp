#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/trace.hpp"
#include "viz/write/sink.hpp"

namespace rackcast::viz {

/// `text` as one CSV field (RFC 4180): quoted where it holds a comma, a quote or a line break.
std::string csv_field(std::string_view text);

/// A point in time as seconds, exact to the nanosecond, in the shortest decimal form.
std::string csv_seconds(sim::Time time);

/// trace.csv and bands.csv: `time_s,<name_header>,<columns...>`, a line per row; NaN is an empty field, a labelled
/// column prints its label. Lines end in a line feed.
void write_table_csv(const Sink& sink, const sim::TraceTable& table, std::string_view name_header);

/// Events of one replication.
struct ReplicationEvents {
  int replication = 0;
  std::span<const sim::EventRecord> events;
};

/// events.csv: `id,cause_id,replication,time_s,severity,component,event,detail`, sorted by replication, time and
/// sequence (id). Ids count within a replication; cause 0 is an empty field.
void write_events_csv(const Sink& sink, std::span<const ReplicationEvents> replications);

}  // namespace rackcast::viz
