#include "viz/write/csv.hpp"

#include <limits>

#include "tests/catch.hpp"

using namespace rackcast;

namespace {

std::string table_text(const sim::TraceTable& table) {
  std::string out;
  viz::write_table_csv([&](std::string_view text) { out += text; }, table, "component");
  return out;
}

std::string events_text(std::span<const viz::ReplicationEvents> replications) {
  std::string out;
  viz::write_events_csv([&](std::string_view text) { out += text; }, replications);
  return out;
}

sim::TraceTable small_table() {
  sim::TraceTable table;
  table.columns = {{"power_w", {}}, {"mode", {"free", "power, capped"}}};
  table.components = {"server.box", "server.box.gpu[0]"};
  table.time = {{0}, {0}, {1'500'000'000}};
  table.component = {0, 1, 1};
  const double none = std::numeric_limits<double>::quiet_NaN();
  table.values = {612.5, none, 350, 0, 0.1, 1};
  return table;
}

}  // namespace

TEST_CASE("a table prints a line a row, labels as text and NaN as an empty field") {
  CHECK(table_text(small_table()) ==
        "time_s,component,power_w,mode\n"
        "0,server.box,612.5,\n"
        "0,server.box.gpu[0],350,free\n"
        "1.5,server.box.gpu[0],0.1,\"power, capped\"\n");
}

TEST_CASE("a label index out of range prints an empty field") {
  sim::TraceTable table = small_table();
  table.values[3] = 7;
  CHECK(table_text(table).find("0,server.box.gpu[0],350,\n") != std::string::npos);
}

TEST_CASE("seconds are exact to the nanosecond") {
  CHECK(viz::csv_seconds({0}) == "0");
  CHECK(viz::csv_seconds({1}) == "0.000000001");
  CHECK(viz::csv_seconds({60'000'000'000}) == "60");
  CHECK(viz::csv_seconds({-1'250'000'000}) == "-1.25");
  CHECK(viz::csv_seconds({9'223'372'036'854'775'807}) == "9223372036.854775807");
}

TEST_CASE("fields are quoted where RFC 4180 requires it and only there") {
  CHECK(viz::csv_field("plain text") == "plain text");
  CHECK(viz::csv_field("a,b") == "\"a,b\"");
  CHECK(viz::csv_field("say \"hi\"") == "\"say \"\"hi\"\"\"");
  CHECK(viz::csv_field("two\nlines") == "\"two\nlines\"");
}

TEST_CASE("events are sorted by replication, time and sequence") {
  using sim::Severity;
  const std::vector<sim::EventRecord> first = {{2, 1, {5}, Severity::warning, "b", "trip", "1.3 × rating, 2 s"},
                                               {1, 0, {5}, Severity::info, "a", "start", ""},
                                               {3, 0, {1}, Severity::error, "c", "stop", ""}};
  const std::vector<sim::EventRecord> second = {{1, 0, {0}, Severity::info, "a", "start", ""}};
  const std::vector<viz::ReplicationEvents> all = {{1, second}, {0, first}};
  CHECK(events_text(all) ==
        "id,cause_id,replication,time_s,severity,component,event,detail\n"
        "3,,0,0.000000001,error,c,stop,\n"
        "1,,0,0.000000005,info,a,start,\n"
        "2,1,0,0.000000005,warning,b,trip,\"1.3 × rating, 2 s\"\n"
        "1,,1,0,info,a,start,\n");
}

TEST_CASE("a large table arrives in pieces that add up") {
  sim::TraceTable table;
  table.columns = {{"v", {}}};
  table.components = {"x"};
  constexpr int rows = 100'000;
  for (int i = 0; i < rows; ++i) {
    table.time.push_back({i});
    table.component.push_back(0);
    table.values.push_back(i);
  }
  int pieces = 0;
  std::size_t lines = 0;
  viz::write_table_csv(
      [&](std::string_view text) {
        ++pieces;
        lines += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
      },
      table, "component");
  CHECK(lines == rows + 1);
  CHECK(pieces > 1);
  CHECK(pieces < 100);
}
