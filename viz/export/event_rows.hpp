#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "viz/report/csv_reader.hpp"

namespace rackcast::viz {

/// A line of events.csv; texts are valid until the next one.
struct EventRow {
  std::int64_t id = 0;
  std::int64_t cause_id = 0;  ///< 0: none
  std::int64_t replication = 0;
  double time_s = 0;
  std::string severity;
  std::string component;
  std::string event;
  std::string detail;
};

/// events.csv line by line. Throws FolderUnreadable for a line without its numbers.
class EventRows {
 public:
  explicit EventRows(const std::filesystem::path& folder);

  bool next();
  const EventRow& row() const { return row_; }

 private:
  CsvReader csv_;
  EventRow row_;
};

}  // namespace rackcast::viz
