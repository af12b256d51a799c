#include "viz/export/event_rows.hpp"

#include <cmath>
#include <iterator>

namespace rackcast::viz {

namespace {

constexpr const char* columns[] = {"id",       "cause_id",  "replication", "time_s",
                                   "severity", "component", "event",       "detail"};
enum Column : std::size_t { id, cause, replication, time_s, severity, component, event, detail };
constexpr double most = 9e15;  // whole numbers up to here are exact in a double

std::int64_t whole(const CsvReader& csv, std::size_t field) {
  const double value = csv.number(field);
  if (!(value >= 0 && value <= most)) csv.refuse("has no number in its " + csv.header()[field]);
  return static_cast<std::int64_t>(value);
}

}  // namespace

EventRows::EventRows(const std::filesystem::path& folder) : csv_(folder / "events.csv") {
  if (csv_.header() != std::vector<std::string>(std::begin(columns), std::end(columns))) {
    csv_.refuse("does not begin with id,cause_id,replication,time_s,severity,component,event,detail");
  }
}

bool EventRows::next() {
  if (!csv_.next()) return false;
  const auto& fields = csv_.fields();
  row_.id = whole(csv_, Column::id);
  row_.cause_id = fields[Column::cause].empty() ? 0 : whole(csv_, Column::cause);
  row_.replication = whole(csv_, Column::replication);
  row_.time_s = csv_.number(Column::time_s);
  if (!(row_.time_s >= 0)) csv_.refuse("has no time");
  row_.severity = fields[Column::severity];
  row_.component = fields[Column::component];
  row_.event = fields[Column::event];
  row_.detail = fields[Column::detail];
  return true;
}

}  // namespace rackcast::viz
