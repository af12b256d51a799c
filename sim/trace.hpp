#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/time.hpp"

namespace rackcast::sim {

enum class Severity { info, warning, error };

/// Something that happened: one line of events.csv. `cause` is the id of the record that led to it, 0 for none.
struct EventRecord {
  std::uint64_t id = 0;
  std::uint64_t cause = 0;
  Time time;
  Severity severity = Severity::info;
  std::string component;
  std::string event;
  std::string detail;
};

/// A column of the sampled trace. With labels, a value is an index into them and is printed as the label.
struct TraceColumn {
  std::string name;
  std::vector<std::string> labels;
};

/// Samples of many components: row r belongs to time[r] and components[component[r]], its values stand at
/// r·columns.size(); NaN is printed as an empty cell.
struct TraceTable {
  std::vector<TraceColumn> columns;
  std::vector<std::string> components;
  std::vector<Time> time;
  std::vector<std::uint32_t> component;
  std::vector<double> values;

  std::size_t rows() const { return time.size(); }
  std::span<const double> row(std::size_t r) const { return {values.data() + r * columns.size(), columns.size()}; }
};

/// What one run recorded; components write through Context and never read it.
struct Trace {
  std::vector<EventRecord> events;
  TraceTable samples;
  TraceTable bands;  ///< few series on a fixed grid, recorded in every replication
};

}  // namespace rackcast::sim
