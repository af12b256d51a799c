#include <array>

#include "viz/export/event_rows.hpp"
#include "viz/export/netcdf/block.hpp"
#include "viz/export/netcdf/tables.hpp"
#include "viz/report/unreadable.hpp"

namespace rackcast::viz {

namespace {

constexpr std::size_t gathered = 4096;
constexpr std::array<std::int8_t, 3> severity_values = {0, 1, 2};
constexpr std::array<std::string_view, 3> severity_names = {"info", "warning", "error"};

std::int8_t severity_of(const std::string& name) {
  for (std::size_t i = 0; i < severity_names.size(); ++i) {
    if (severity_names[i] == name) return severity_values[i];
  }
  throw FolderUnreadable("events.csv: \"" + name.substr(0, 40) +
                         "\" is no severity (the file is damaged) run the scenario again");
}

class EventTable {
 public:
  EventTable(NcFile& file, const NcShared& shared) : file_(file), shared_(shared) {}

  void run(EventRows rows);

 private:
  template <class T>
  NcBlock<T> column(const char* name, const char* long_name, T empty) {
    const NcVariable variable = file_.variable<T>(name, {event_});
    file_.attribute(variable, "long_name", long_name);
    variables_.push_back(variable);
    return NcBlock<T>(variable, {}, gathered, empty);
  }

  NcFile& file_;
  const NcShared& shared_;
  NcDimension event_ = file_.growing_dimension("event");
  std::vector<NcVariable> variables_;
  NcBlock<std::int64_t> id_ = column<std::int64_t>("event_id", "number of the event within its replication", 0);
  NcBlock<std::int64_t> cause_ =
      column<std::int64_t>("event_cause_id", "number of the event that caused it, 0 where none did", 0);
  NcBlock<std::int64_t> replication_ = column<std::int64_t>("event_replication", "replication", 0);
  NcBlock<double> time_ = column<double>("event_time", "time of the event", 0);
  NcBlock<std::int8_t> severity_ = column<std::int8_t>("event_severity", "severity", 0);
  NcBlock<std::string> component_ = column<std::string>("event_component", "component", "");
  NcBlock<std::string> name_ = column<std::string>("event_name", "what happened", "");
  NcBlock<std::string> detail_ = column<std::string>("event_detail", "more of it", "");
};

void EventTable::run(EventRows rows) {
  enum Index : std::size_t { time = 3, severity = 4 };
  file_.attribute(variables_[Index::time], "units", shared_.time_units);
  file_.attribute(variables_[Index::time], "calendar", "standard");
  file_.attribute(variables_[Index::severity], "flag_values", severity_values);
  file_.attribute(variables_[Index::severity], "flag_meanings", "info warning error");
  std::size_t first = 0;
  std::size_t waiting = 0;
  const auto flush = [&] {
    if (waiting == 0) return;
    for (auto* block : {&id_, &cause_, &replication_}) block->flush(file_, first, waiting);
    time_.flush(file_, first, waiting);
    severity_.flush(file_, first, waiting);
    for (auto* block : {&component_, &name_, &detail_}) block->flush(file_, first, waiting);
    first += waiting;
    waiting = 0;
  };
  while (rows.next()) {
    const EventRow& row = rows.row();
    id_.at(waiting, 0) = row.id;
    cause_.at(waiting, 0) = row.cause_id;
    replication_.at(waiting, 0) = row.replication;
    time_.at(waiting, 0) = row.time_s;
    severity_.at(waiting, 0) = severity_of(row.severity);
    component_.at(waiting, 0) = row.component;
    name_.at(waiting, 0) = row.event;
    detail_.at(waiting, 0) = row.detail;
    if (++waiting == gathered) flush();
  }
  flush();
}

}  // namespace

void write_nc_events(NcFile& file, const ExportJob& job, const NcShared& shared) {
  EventTable(file, shared).run(EventRows(job.folder));
}

}  // namespace rackcast::viz
