// What single parts of the plant do: governor, supply, faults, restarts, room.
#include <cmath>

#include "models/thermal/air.hpp"
#include "models/thermal/climate.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double day_s = 86400;
constexpr double mhz = 1e6;

double lost_s(const Outcome& outcome, Loss loss) { return outcome.jobs.front().lost_s[static_cast<std::size_t>(loss)]; }
double share(const Outcome& outcome, Throttle cause) {
  return outcome.compute.fraction[static_cast<std::size_t>(cause)];
}

// Constant weather, no variation: what settles can be computed by hand.
example::Setup still() {
  example::Setup setup;
  setup.climate.daily_swing = 0;
  setup.job.dataset.epochs = 1e4;
  setup.job.checkpoint.every_s = 0;
  setup.horizon_s = 2 * day_s;
  return setup;
}

}  // namespace

TEST_CASE("a settled board has the temperatures of the closed form") {
  example::Setup setup = still();
  setup.server.gpus.count = 1;
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const sim::Time now = plant->simulator.now();
  const GpuBoard& board = *plant->servers.at("box").boards.front();
  const BoardPlant& physics = board.plant();
  const GpuPower power(setup.server.gpus.gpu);
  const StepProfile step = step_profile(step_cost(setup.server, setup.job), board.clock_hz());
  const BoardPower mean = mean_power(power, {step, board.clock_hz()}, board.clock_hz(), physics.die_c(now));
  const auto expected = steady_temperatures(board_network(setup.server.gpus.gpu), mean, physics.intake_c(now));
  CHECK(physics.die_c(now) == Approx(expected[0]).margin(0.3));
  CHECK(physics.memory_c(now) == Approx(expected[1]).margin(0.3));
  CHECK(physics.electric_w(now) <= 350.5);
  CHECK(physics.electric_w(now) > 340);
}

TEST_CASE("a settled room is warmer than outdoors by heat over its losses") {
  example::Setup setup = still();
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const sim::Time now = plant->simulator.now();
  const double rise_k = plant->servers.at("box").supply->wall_w(now) / loss_w_per_k(setup.room);
  CHECK(plant->rooms.at("lab").room->air_c(now) == Approx(setup.climate.mean + rise_k).margin(0.3));
}

TEST_CASE("losses of a room are ventilation plus walls") {
  RoomSpec room = example::room();
  room.wall_area_m2 = 40;
  CHECK(loss_w_per_k(room) == Approx(60.0 / 3600 * air_j_per_m3_k + 60));
  room.wall_area_m2 = 0;  // a cube of 30 m³ has edges of 3.107 m
  CHECK(wall_area_m2(room) == Approx(57.93).epsilon(1e-3));
}

TEST_CASE("a closed room warms by its heat over its air, and far slower with walls and furniture") {
  // 14 cards of 350 W in 50 m³: 4.9 K a minute at constant pressure, as rooms are; 6.8 at constant volume (cv/cp).
  RoomSpec room;
  room.name = "lab";
  room.volume_m3 = 50;
  room.other_heat.mean = 4900;
  room.start_c = 20;
  const auto warmed_k = [](const RoomSpec& spec, double from_s, double to_s) {
    Plant plant(sim::RunIdentity{1, 0});
    assemble_climate({20, 0, 0, {}, {}}, plant);
    assemble_room(spec, plant);
    const auto air_c = [&](double t_s) {
      plant.simulator.run(sim::from_seconds(t_s));
      return plant.rooms.at("lab").room->air_c(plant.simulator.now());
    };
    const double before_c = air_c(from_s);
    return air_c(to_s) - before_c;
  };
  CHECK(warmed_k(room, 0, 60) == Approx(4.9).epsilon(0.02));
  constexpr double cp_over_cv = 1.006 / 0.718;
  CHECK(warmed_k(room, 0, 60) * cp_over_cv == Approx(6.8).epsilon(0.02));
  CHECK(warmed_k(room, 3600, 3660) == Approx(4.9).epsilon(0.02));
  // The surface of a cube of 50 m³ with the inner resistance of ISO 6946, 0.13 m²K/W, to 1000 kJ/K.
  room.solids_j_per_k = 1e6;
  room.solids_w_per_k = wall_area_m2(room) / 0.13;
  const double slower = warmed_k(room, 0, 60) / warmed_k(room, 60, 120);
  CHECK(slower > 1);
  CHECK(4.9 / warmed_k(room, 60, 120) > 2);
  CHECK(4.9 / warmed_k(room, 60, 120) < 5);
}

TEST_CASE("the outdoor temperature is published within its tolerance") {
  const Profile climate{24, 8, 15 * 3600, {}, {}};
  example::Setup setup;
  setup.climate = climate;
  const auto plant = example::assemble(setup);
  double worst_k = 0;
  for (double t_s = 60; t_s < day_s && !plant->simulator.stopped(); t_s += 311) {
    plant->simulator.run(sim::from_seconds(t_s));
    const double published_c = plant->simulator.signals().read(plant->outdoor).at(plant->simulator.now());
    worst_k = std::max(worst_k, std::fabs(published_c - value_at(climate, sim::to_seconds(plant->simulator.now()))));
  }
  CHECK(worst_k <= Climate::chord_tolerance_k);
  CHECK(worst_k > 0.1 * Climate::chord_tolerance_k);
  CHECK(value_at(climate, 15 * 3600) == Approx(28));
  CHECK(value_at(climate, 3 * 3600) == Approx(20));
}

TEST_CASE("a power limit is kept, and slows by what the power curve says") {
  example::Setup free = still();
  example::Setup capped = still();
  capped.server.gpus.power_limit_w = 250;
  const auto plant = example::assemble(capped);
  plant->simulator.run(sim::from_seconds(capped.horizon_s));
  for (const auto* board : plant->servers.at("box").boards) {
    CHECK(board->plant().electric_w(plant->simulator.now()) <= 250.5);
  }
  const Outcome slow = conclude(*plant, plant->simulator.now());
  CHECK(lost_s(slow, Loss::power_limit) > 0);
  CHECK(slow.jobs.front().steps_done < example::run(free).jobs.front().steps_done);
}

TEST_CASE("a clock lock holds") {
  example::Setup setup = still();
  setup.server.gpus.clock_limit_hz = 1200 * mhz;
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  for (const auto* board : plant->servers.at("box").boards) CHECK(board->clock_hz() == 1200 * mhz);
}

TEST_CASE("a thermally limited board stays at its target, on real clock steps, without chatter") {
  example::Setup setup = still();
  setup.climate.mean = 36;
  setup.climate.daily_swing = 6;
  const auto plant = example::assemble(setup);
  int changes = 0;
  double hottest_c = 0;
  double clock_hz = 0;
  for (double t_s = 7200; t_s <= 14400; t_s += 1) {
    plant->simulator.run(sim::from_seconds(t_s));
    const GpuBoard& board = *plant->servers.at("box").boards.back();
    REQUIRE(board.cause() == Throttle::thermal_die);
    const double steps = (example::gpu().max_clock_hz - board.clock_hz()) / example::gpu().clock_step_hz;
    CHECK(steps == Approx(std::round(steps)).margin(1e-6));
    if (board.clock_hz() != clock_hz) ++changes;
    clock_hz = board.clock_hz();
    hottest_c = std::max(hottest_c, board.plant().die_c(plant->simulator.now()) + board.plant().ripple_k());
  }
  CHECK(hottest_c <= example::gpu().limits.target_c + 0.1);
  CHECK(hottest_c >= example::gpu().limits.target_c - 1.5);
  CHECK(changes <= 24);
}

TEST_CASE("a sink far too small brings hardware slowdown or shutdown, and the record says so") {
  example::Setup setup = still();
  setup.server.gpus.gpu.limits.target_c = 94.5;  // a target so near the slowdown that regulation cannot help in time
  setup.server.gpus.gpu.limits.slowdown_c = 94.6;
  setup.server.gpus.gpu.limits.shutdown_c = 120;
  setup.server.gpus.gpu.thermal.sink_air_k_per_w = 0.5;
  setup.server.gpus.gpu.thermal.die_package_k_per_w = 0.1;
  setup.server.gpus.gpu.min_clock_hz = 1500 * mhz;
  setup.horizon_s = 6 * 3600;
  const Outcome outcome = example::run(setup);
  CHECK(share(outcome, Throttle::hw_slowdown) + share(outcome, Throttle::shut_down) > 0.1);
}

TEST_CASE("a supply too small trips at once, one with room never does") {
  example::Setup weak = still();
  weak.server.psu.rating_w = 600;
  const Outcome tripped = example::run(weak);
  CHECK(tripped.failures.psu_trip >= 3);
  CHECK(lost_s(tripped, Loss::outage) > 0.8 * weak.horizon_s);
  CHECK(example::run(still()).failures.psu_trip == 0);
}

TEST_CASE("a load between the overload points trips after the time it is survived") {
  example::Setup setup = still();
  setup.server.psu.rating_w = 720;  // about 850 W at the outputs: 118 %
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(600));
  const auto& events = plant->simulator.trace().events;
  const auto trip = std::find_if(events.begin(), events.end(), [](const auto& e) { return e.event == "supply trips"; });
  REQUIRE(trip != events.end());
  CHECK(sim::to_seconds(trip->time) == Approx(60 + 1).margin(0.05));  // startup, then the 1 s of the first point
}

TEST_CASE("faults come at their rate") {
  example::Setup setup = still();
  setup.server.interruptions_per_year = 2000;
  setup.job.restart.delay_s = 0;
  setup.server.reboot_s = 0;
  setup.server.software.startup_s = 0;
  setup.horizon_s = 10 * day_s;
  double faults = 0;
  constexpr std::uint32_t runs = 20;
  for (std::uint32_t i = 0; i < runs; ++i) {
    setup.identity.replication = i;
    faults += example::run(setup).failures.server;
  }
  const double expected = 2000.0 / 365.25 * 10 * runs;
  CHECK(faults == Approx(expected).margin(4 * std::sqrt(expected)));
}

TEST_CASE("hotter boards fail more often") {
  example::Setup cool = still();
  cool.server.gpus.gpu.interruptions_per_year = 3000;
  cool.job.restart.delay_s = 0;
  cool.server.reboot_s = 0;
  cool.horizon_s = 4 * day_s;
  cool.climate.mean = 0;
  example::Setup hot = cool;
  hot.climate.mean = 40;
  double cool_faults = 0, hot_faults = 0;
  for (std::uint32_t i = 0; i < 8; ++i) {
    cool.identity.replication = hot.identity.replication = i;
    cool_faults += example::run(cool).failures.gpu;
    hot_faults += example::run(hot).failures.gpu;
  }
  CHECK(hot_faults > 1.2 * cool_faults);
}

TEST_CASE("an interruption costs the delay, the relaunch and the work since the last checkpoint") {
  example::Setup setup = still();
  setup.job.checkpoint.every_s = 1800;
  setup.server.interruptions_per_year = 3000;
  setup.job.restart.delay_s = 1000;
  setup.horizon_s = 5 * day_s;
  const Outcome outcome = example::run(setup);
  REQUIRE(outcome.failures.server > 10);
  const double each_s = lost_s(outcome, Loss::restart) / outcome.failures.server;
  const double relaunch_s = 1000 + setup.server.reboot_s + setup.server.software.startup_s;
  CHECK(each_s == Approx(relaunch_s).epsilon(0.05));  // the last may be cut by the horizon
  const double rework_s = lost_s(outcome, Loss::rework) / outcome.failures.server;
  CHECK(rework_s > 0.2 * 1800);
  CHECK(rework_s < 0.8 * 1800);
}

TEST_CASE("a checkpoint interval of zero never checkpoints and loses everything at a fault") {
  example::Setup setup = still();
  setup.server.interruptions_per_year = 2000;
  setup.horizon_s = 5 * day_s;
  const Outcome outcome = example::run(setup);
  REQUIRE(outcome.failures.server > 5);
  CHECK(lost_s(outcome, Loss::checkpoint) == 0);
  CHECK(lost_s(outcome, Loss::rework) > 0.3 * setup.horizon_s * 0.5);
}

TEST_CASE("evaluation passes are counted and charged") {
  example::Setup setup;
  setup.job.evaluate_each_epoch = true;
  setup.job.dataset.validation_samples = 50000;
  const Outcome outcome = example::run(setup);
  REQUIRE(outcome.jobs.front().finished);
  CHECK(lost_s(outcome, Loss::evaluation) > 0);
  setup.job.evaluate_each_epoch = false;
  const Outcome without = example::run(setup);
  CHECK(outcome.jobs.front().duration_s ==
        Approx(without.jobs.front().duration_s + lost_s(outcome, Loss::evaluation)).epsilon(5e-3));
}

TEST_CASE("an interruption names the event that caused it, a restart the interruption") {
  example::Setup setup = still();
  setup.server.psu.rating_w = 720;
  setup.server.interruptions_per_year = 3000;
  setup.job.restart.delay_s = 60;
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(7200));
  const auto& events = plant->simulator.trace().events;
  const auto cause_of = [&](const sim::EventRecord& e) { return events.at(e.cause - 1).event; };
  int seen = 0;
  for (const auto& e : events) {
    if (e.event == "interrupted by loss of power") CHECK(cause_of(e) == "supply trips");
    if (e.event == "interrupted by a fault") CHECK(cause_of(e) == "server fault");
    if (e.event == "training resumes") CHECK(cause_of(e).rfind("interrupted", 0) == 0);
    seen += e.cause > 0 ? 1 : 0;
  }
  CHECK(seen > 5);
}
