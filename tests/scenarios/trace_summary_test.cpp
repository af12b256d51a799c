#include "tests/scenarios/trace_summary.hpp"

#include <cmath>

#include "tests/catch.hpp"

using namespace rackcast;

namespace {

void add(sim::TraceTable& table, double time_s, std::uint32_t component, double die_c, double utilisation) {
  table.time.push_back(sim::from_seconds(time_s));
  table.component.push_back(component);
  table.values.insert(table.values.end(), {die_c, utilisation});
}

sim::TraceTable table() {
  sim::TraceTable table;
  table.columns = {{"die_c", {}}, {"utilisation", {}}};
  table.components = {"gpu", "room"};
  return table;
}

}  // namespace

TEST_CASE("a trace is summed up from where its component begins to work") {
  sim::TraceTable samples = table();
  add(samples, 0, 0, 90, 0);
  add(samples, 10, 0, 30, 1);
  add(samples, 20, 0, 60, 1);
  add(samples, 30, 0, 68, 0);
  add(samples, 40, 0, 69, 1);
  add(samples, 50, 0, 70, 1);
  const auto die = tests::trace_summary(samples)["gpu"]["die_c"];
  CHECK(die["first"] == 30);
  CHECK(die["last"] == 70);
  CHECK(die["lowest"] == 30);
  CHECK(die["highest"] == 70);
  CHECK(die["mean"] == 59.4);
  CHECK(die["settles_s"] == 20);  // 68 is within 2 of 70
}

TEST_CASE("the slopes of a trace are those of its first and its last tenth") {
  sim::TraceTable samples = table();
  for (int i = 0; i <= 20; ++i) add(samples, i, 1, i < 10 ? 3.0 * i : 30 + 2.0 * (i - 10), NAN);
  const auto room = tests::trace_summary(samples)["room"]["die_c"];
  CHECK(room["early_per_s"] == 3);
  CHECK(room["late_per_s"] == 2);
}

TEST_CASE("what has no utilisation is summed up from the start, and empty columns are left out") {
  sim::TraceTable samples = table();
  for (const double t : {0.0, 10.0, 20.0}) add(samples, t, 1, 20 + t, NAN);
  const auto room = tests::trace_summary(samples)["room"];
  CHECK(room["die_c"]["first"] == 20);
  CHECK(room["die_c"]["settles_s"] == 20);
  CHECK_FALSE(room.contains("utilisation"));
}

TEST_CASE("a component that never works is not in the summary of a trace") {
  sim::TraceTable samples = table();
  add(samples, 0, 0, 30, 0);
  CHECK_FALSE(tests::trace_summary(samples).contains("gpu"));
}
