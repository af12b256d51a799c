#include "viz/write/csv.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/json.hpp"
#include "sim/utf8.hpp"

namespace rackcast::viz {

namespace {

constexpr std::int64_t ns_per_s = 1'000'000'000;
constexpr std::size_t fraction_digits = 9;

// Gathers lines so that a sink is called with pieces worth a system call.
class Lines {
 public:
  explicit Lines(const Sink& sink) : sink_(sink) {}

  void add(const std::string& line) {
    text_ += line;
    text_ += '\n';
    if (text_.size() >= write_piece) flush();
  }

  void flush() {
    sink_(text_);
    text_.clear();
  }

 private:
  const Sink& sink_;
  std::string text_;
};

std::string cell(const sim::TraceColumn& column, double value) {
  if (std::isnan(value)) return "";
  if (column.labels.empty()) return sim::shortest(value);
  const bool known = value >= 0 && value < static_cast<double>(column.labels.size());
  return known ? csv_field(column.labels[static_cast<std::size_t>(value)]) : "";
}

const char* severity_name(sim::Severity severity) {
  switch (severity) {
    case sim::Severity::info:
      return "info";
    case sim::Severity::warning:
      return "warning";
    case sim::Severity::error:
      return "error";
  }
  return "";
}

std::string event_line(int replication, const sim::EventRecord& e) {
  std::string line = std::to_string(e.id) + ',';
  if (e.cause != 0) line += std::to_string(e.cause);
  line += ',' + std::to_string(replication) + ',' + csv_seconds(e.time) + ',' + severity_name(e.severity);
  for (const std::string* text : {&e.component, &e.event, &e.detail}) line += ',' + csv_field(*text);
  return line;
}

std::vector<std::size_t> order_of(std::span<const sim::EventRecord> events) {
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (events[a].time != events[b].time) return events[a].time < events[b].time;
    return events[a].id < events[b].id;
  });
  return order;
}

}  // namespace

std::string csv_field(std::string_view text) {
  const std::string valid = sim::valid_utf8(text);
  if (valid.find_first_of(",\"\r\n") == std::string::npos) return valid;
  std::string out = "\"";
  for (const char c : valid) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string csv_seconds(sim::Time time) {
  const std::string sign = time.ns < 0 ? "-" : "";
  const std::int64_t whole = time.ns / ns_per_s;
  const std::int64_t rest = time.ns % ns_per_s;
  std::string out = sign + std::to_string(whole < 0 ? -whole : whole);
  if (rest == 0) return out;
  std::string fraction = std::to_string(rest < 0 ? -rest : rest);
  fraction.insert(0, fraction_digits - fraction.size(), '0');
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return out + '.' + fraction;
}

void write_table_csv(const Sink& sink, const sim::TraceTable& table, std::string_view name_header) {
  Lines lines(sink);
  std::string header = "time_s," + csv_field(name_header);
  for (const auto& column : table.columns) header += ',' + csv_field(column.name);
  lines.add(header);
  for (std::size_t r = 0; r < table.rows(); ++r) {
    std::string line = csv_seconds(table.time[r]) + ',' + csv_field(table.components[table.component[r]]);
    const auto values = table.row(r);
    for (std::size_t c = 0; c < values.size(); ++c) line += ',' + cell(table.columns[c], values[c]);
    lines.add(line);
  }
  lines.flush();
}

void write_events_csv(const Sink& sink, std::span<const ReplicationEvents> replications) {
  std::vector<ReplicationEvents> sorted(replications.begin(), replications.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.replication < b.replication; });
  Lines lines(sink);
  lines.add("id,cause_id,replication,time_s,severity,component,event,detail");
  for (const auto& [replication, events] : sorted) {
    for (const std::size_t i : order_of(events)) lines.add(event_line(replication, events[i]));
  }
  lines.flush();
}

}  // namespace rackcast::viz
