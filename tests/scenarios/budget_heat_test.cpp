#include <cmath>

#include "tests/catch.hpp"
#include "tests/scenarios/budget_fixture.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;

TEST_CASE("air carries the heat of the case and of the room by hand") {
  const JobBudget b = box_budget();
  const HeatBudget& h = b.heat;
  CHECK(h.case_w == Approx(b.power.wall_w));
  CHECK(h.case_rise_k == Approx(b.power.wall_w / (1.184 * 1006 * h.airflow_m3_per_s)));
  CHECK(h.needed_m3_per_s == Approx(h.airflow_m3_per_s * h.case_rise_k / 15));
  CHECK(h.outdoor_c == Approx(28));
  const double walls_w_per_k = 1.5 * 6 * std::pow(30, 2.0 / 3);
  CHECK(h.room_c == Approx(28 + b.power.wall_w / (1.184 * 1006 * 60 / 3600 + walls_w_per_k)));
  CHECK(h.inlet_c > h.room_c);
  CHECK(h.intake_c > h.inlet_c);
  CHECK(h.die_c > h.intake_c);
  CHECK(h.memory_c > h.intake_c);
}

TEST_CASE("more air is never hotter, at the case and in the room") {
  double case_die_c = INFINITY;
  double room_die_c = INFINITY;
  for (const int flow : {40, 60, 80, 120, 300}) {
    const HeatBudget more = box_budget({{"server.box.case.airflow", "\"" + std::to_string(flow) + " CFM\""}}).heat;
    CHECK(more.die_c < case_die_c);
    case_die_c = more.die_c;
    const HeatBudget open =
        box_budget({{"room.storeroom.ventilation", "\"" + std::to_string(flow * 5) + " m^3/h\""}}).heat;
    CHECK(open.die_c < room_die_c);
    CHECK(open.memory_c < open.die_c + 60);
    room_die_c = open.die_c;
  }
}

TEST_CASE("a hotter place settles at a lower clock, and at the settled clock a step is no shorter") {
  double before_hz = INFINITY;
  for (const char* mean : {"\"5 degC\"", "\"20 degC\"", "\"30 degC\"", "\"40 degC\""}) {
    const JobBudget b = box_budget({{"site.climate.mean", mean}});
    CHECK(b.heat.settled_clock_hz <= before_hz);
    CHECK(b.heat.settled_clock_hz <= b.clock_hz);
    CHECK(b.heat.settled_step_s >= b.step.step_s);
    before_hz = b.heat.settled_clock_hz;
  }
  CHECK(box_budget({{"site.climate.mean", "\"5 degC\""}}).heat.settled_clock_hz == box_budget().clock_hz);
  CHECK(before_hz < box_budget().clock_hz);
}

TEST_CASE("dust takes air and warms, cleaning undoes it") {
  const HeatBudget clean = box_budget().heat;
  const HeatBudget dusty = box_budget({{"server.box.dust", "\"12 month\""}}).heat;
  CHECK(dusty.airflow_m3_per_s < dusty.clean_m3_per_s);
  CHECK(dusty.clean_m3_per_s == clean.airflow_m3_per_s);
  CHECK(dusty.die_c > clean.die_c);
}

TEST_CASE("heat that a cooler takes out of the case warms the room and not the intakes") {
  const HeatBudget own = box_budget().heat;
  const HeatBudget water = box_budget({{"server.box.gpu.cooler.inside", "0"}}).heat;
  CHECK(water.case_w < own.case_w);
  CHECK(water.room_c == Approx(own.room_c));
  CHECK(water.intake_c < own.intake_c);
}

TEST_CASE("the heat of every server of a room warms it, once for each") {
  Scenario s = box_with();
  const double alone_k = job_budget(s, s.jobs[0]).heat.room_c - 28;
  for (const char* name : {"second", "third"}) {
    models::ServerSpec other = s.servers[0];
    other.name = name;
    s.servers.push_back(other);
  }
  const JobBudget beside_idle = job_budget(s, s.jobs[0]);
  models::JobSpec job = s.jobs[0];
  job.on = "second";
  s.jobs.push_back(job);
  job.on = "third";
  s.jobs.push_back(job);
  const JobBudget beside_busy = job_budget(s, s.jobs[0]);
  CHECK(beside_busy.heat.room_w == Approx(3 * beside_busy.power.wall_w));
  CHECK(beside_busy.heat.room_c - 28 == Approx(3 * alone_k));
  CHECK(beside_idle.heat.room_c < beside_busy.heat.room_c);
  CHECK(beside_idle.heat.room_c - 28 > alone_k);
}

TEST_CASE("a job that cannot run beside it leaves a server's own budget standing") {
  Scenario s = box_with();
  models::ServerSpec other = s.servers[0];
  other.name = "second";
  s.servers.push_back(other);
  models::JobSpec job = s.jobs[0];
  job.on = "second";
  job.precision = models::Precision::fp8_mixed;  // a 3090 has no such rate
  s.jobs.push_back(job);
  CHECK(job_budget(s, s.jobs[0]).heat.room_w > job_budget(s, s.jobs[0]).power.wall_w);
}

TEST_CASE("the maker's limit of the intake is a limit only where it is said") {
  CHECK(box_budget().margin(Limit::inlet) == nullptr);
  const JobBudget b = box_budget({{"server.box.inlet_limit", "\"35 degC\""}});
  CHECK(used(b, Limit::inlet) == Approx((b.heat.inlet_c - 28) / 7));
}
