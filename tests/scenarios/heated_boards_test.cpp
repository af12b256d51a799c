#include "scenarios/validation/heated_boards.hpp"

#include <cmath>

#include "scenarios/catalog.hpp"
#include "scenarios/embedded.hpp"
#include "scenarios/validation/limited_job.hpp"
#include "scenarios/validation/thermal_rows.hpp"
#include "scenarios/validation/wall_power.hpp"
#include "tests/catch.hpp"

using namespace rackcast;
using namespace rackcast::scenarios;
using Catch::Approx;

namespace {

const Catalog& catalog() {
  static const Catalog loaded = Catalog::load(embedded_catalog(), {}, Embedded::on_demand).catalog;
  return loaded;
}

const models::GpuSpec& gpu(const char* name) { return *catalog().gpu(name); }

BoardStart idle_start(const models::GpuSpec& spec, double die_c, double intake_c) {
  BoardStart start;
  start.node_c = settled_nodes(spec, {0, spec.power.idle_w, 0, 0}, die_c);
  start.intake_c = intake_c;
  return start;
}

struct Course {
  int changes = 0;
  int reversals = 0;
  double last_c = 0;
};

/// Clock changes of a board under load from an idle start.
Course heat_up(const models::GpuSpec& spec, double intake_c, double until_s) {
  HeatedBoards boards(spec, 0.6, 1, {idle_start(spec, intake_c + 5, intake_c)});
  Course course;
  double clock_hz = 0;
  int direction = 0;
  for (double t = 1; t <= until_s; t += 1) {
    boards.run(Doing::training, t);
    const double now_hz = boards.clock_hz(0);
    if (clock_hz > 0 && now_hz != clock_hz) {
      ++course.changes;
      const int turned = now_hz > clock_hz ? 1 : -1;
      if (direction != 0 && turned != direction) ++course.reversals;
      direction = turned;
    }
    clock_hz = now_hz;
  }
  course.last_c = boards.die_c(0);
  return course;
}

/// Boards known to swing between the limits of die and memory, two kelvin apart, when the air at their intake is at
/// 70 degC and more: 358 reversals in two hours on the PCIe boards, 17 on the other.
bool swings(const std::string& name, double share) {
  const bool close_limits = name == "V100 PCIe 16GB" || name == "V100 PCIe 32GB" || name == "V100 SXM2 16GB";
  return close_limits && share < 0.5;
}

}  // namespace

TEST_CASE("a heat-up to any board's target takes few changes of clock and few reversals") {
  for (const std::string& name : catalog().names("gpus")) {
    const models::GpuSpec& spec = *catalog().gpu(name);
    // Intakes so warm that the target binds: a little, more, and to a fraction of the clock.
    for (const double share : {0.85, 0.6, 0.3}) {
      CAPTURE(name, share);
      const double intake_c = spec.limits.target_c - share * steady_die_c(spec, spec.power.default_w, 0);
      CHECK(heat_up(spec, intake_c, 600).changes <= 50);
      const Course long_run = heat_up(spec, intake_c, 7200);
      CHECK((long_run.reversals > 12) == swings(name, share));
      if (share > 0.5) CHECK(long_run.last_c <= spec.limits.target_c + 0.5);
    }
  }
}

TEST_CASE("more cooling never makes a board hotter") {
  for (const std::string& name : catalog().names("gpus")) {
    INFO(name);
    models::GpuSpec spec = *catalog().gpu(name);
    const double before_c = steady_die_c(spec, spec.power.default_w, 25);
    spec.thermal.sink_air_k_per_w *= 0.8;
    CHECK(steady_die_c(spec, spec.power.default_w, 25) <= before_c);
  }
  for (const char* name : {"RTX 3090", "A40", "H100 SXM5 80GB"}) {
    models::GpuSpec spec = gpu(name);
    const double warm_c = heat_up(spec, 30, 900).last_c;
    spec.thermal.sink_air_k_per_w *= 0.7;
    CHECK(heat_up(spec, 30, 900).last_c <= warm_c + 1e-6);
  }
}

TEST_CASE("how often a board is looked at changes nothing") {
  const models::GpuSpec& spec = gpu("RTX 2080 Ti");
  HeatedBoards often(spec, 0.6, 1, {idle_start(spec, 35, 40)});
  HeatedBoards rarely(spec, 0.6, 1, {idle_start(spec, 35, 40)});
  for (double t = 0.25; t <= 200; t += 0.25) often.run(Doing::training, t);
  rarely.run(Doing::training, 200);
  CHECK(often.die_c(0) == Approx(rarely.die_c(0)).epsilon(1e-12));
  CHECK(often.clock_hz(0) == rarely.clock_hz(0));
}

TEST_CASE("nodes of a settled board give back its die") {
  const models::GpuSpec& spec = gpu("A40");
  const models::BoardPower power{20, 150, 30, 20};
  const auto nodes = settled_nodes(spec, power, 70);
  CHECK(nodes[0] == Approx(70));
  CHECK(nodes[3] < nodes[2]);
  CHECK(nodes[2] < nodes[0]);
}

TEST_CASE("performance under a limit rises with it, to that of the reference") {
  for (const char* name : {"RTX 3090", "A40", "V100 PCIe 32GB", "RTX 4090"}) {
    const models::GpuSpec& spec = gpu(name);
    const LimitedBoard board(spec, {0.7, spec.power.default_w, LimitedJob::not_drawn});
    double before = 0;
    for (double limit_w = spec.power.min_w; limit_w <= spec.power.default_w; limit_w += 10) {
      const double relative = board.under(limit_w).relative;
      CHECK(relative >= before - 1e-9);
      CHECK(board.power_w(limit_w) <= limit_w + 1e-6);
      before = relative;
    }
    CHECK(board.under(spec.power.default_w).relative == Approx(1).epsilon(0.005));
  }
}

TEST_CASE("a job that draws little is touched late by a limit") {
  const models::GpuSpec& spec = gpu("A40");
  const LimitedBoard late(spec, {0.9, 300, 120});
  const LimitedBoard full(spec, {0.9, 300, 300});
  CHECK(late.busy() < 0.6);
  CHECK(full.busy() == Approx(1));
  CHECK(late.under(150).relative > full.under(150).relative);
}

TEST_CASE("the intake behind an idle sample stays within what rooms have") {
  CHECK(assumed_inlet_c(30, 5) == 25);
  CHECK(assumed_inlet_c(20, 5) == 18);
  CHECK(assumed_inlet_c(60, 5) == 35);
}

TEST_CASE("eight H100 draw less immersed than in air by the fans and what they cost in losses") {
  const auto* air = catalog().server("DGX H100");
  models::ServerSpec still = *air;
  still.chassis.fans_w = 0;
  const double more_w =
      training_wall_power(*air, "transformers", 0).wall_w - training_wall_power(still, "transformers", 0).wall_w;
  CHECK(more_w > air->chassis.fans_w);
  CHECK(more_w < 1.1 * air->chassis.fans_w);
}
