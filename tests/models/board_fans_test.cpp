// Fans of boards: the law, the loop over the duty, events, pads.
#include <map>

#include "models/compute/fan.hpp"
#include "models/recorder.hpp"
#include "models/thermal/dust.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double hour_s = 3600;
constexpr double minute_s = 60;

example::Setup still() {
  example::Setup setup;
  setup.climate = {20, 0, 0, {}, {}};
  setup.room.ventilation_m3_per_s = 1;
  setup.server.chassis.recirculation = setup.server.chassis.preheat = 0;
  setup.server.gpus.gpu.thermal = {0.01, 0.4, 0.005, 0.11, 10, 40, 40, 190};
  setup.server.gpus.gpu.fan.full_w = 12;
  setup.job.dataset.epochs = 1e4;
  setup.fans = Fans::driven;
  setup.horizon_s = 2 * hour_s;
  return setup;
}

example::Setup held(double duty) {
  example::Setup setup = still();
  setup.server.gpus.gpu.fan.duty = duty;
  return setup;
}

example::Setup regulated(double target_c) {
  example::Setup setup = still();
  setup.server.gpus.gpu.fan.target_c = target_c;
  return setup;
}

EventSpec fan_event(EventAction action, double at_s, double repair_s, double duty = 0) {
  EventSpec event;
  event.at_s = at_s;
  event.repair_s = repair_s;
  event.action = action;
  event.value = duty;
  event.target = EventTarget::gpu_fan;
  event.name = "box";
  event.path = "server.box.gpu.fan";
  return event;
}

/// A board at the end of a run.
struct End {
  double die_c, memory_c, clock_hz, duty;
  Outcome outcome;
};

End ran(const example::Setup& setup) {
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const sim::Time now = plant->simulator.now();
  const GpuBoard& board = *plant->servers.at("box").boards.front();
  return {board.plant().die_c(now), board.plant().memory_c(now), board.clock_hz(),
          board.fans() != nullptr ? board.fans()->duty() : 0, conclude(*plant, now)};
}

double hottest_c(const End& end) { return end.outcome.compute.hottest_c; }

}  // namespace

TEST_CASE("more duty never resists more, and at rest the most") {
  GpuFan fan;
  CHECK(fan_resistance_factor(fan, fan.calibrated_duty) == 1);
  CHECK(fan_resistance_factor(fan, 0) == fan.stalled);
  double slower = fan_resistance_factor(fan, 0);
  for (double duty = 0.001; duty <= 1; duty += 0.001) {
    const double faster = fan_resistance_factor(fan, duty);
    CHECK(faster <= slower);
    slower = faster;
  }
  // Nu ~ Re^0.5: four times the speed, half the resistance.
  CHECK(fan_resistance_factor(fan, 0.8) == Approx(fan_resistance_factor(fan, 0.2) / 2));
}

TEST_CASE("power of fans follows the cube of their speed, within the base of the board") {
  GpuSpec gpu = example::gpu();
  gpu.fan.full_w = 12;
  CHECK(at_duty(gpu, gpu.fan.calibrated_duty).curve.base_w == gpu.curve.base_w);
  CHECK(at_duty(gpu, 1).curve.base_w - at_duty(gpu, 0).curve.base_w == Approx(12));
  CHECK(at_duty(gpu, 0.5).curve.base_w - at_duty(gpu, 0).curve.base_w == Approx(1.5));
  gpu.curve.base_w = 1;
  CHECK(at_duty(gpu, 0).curve.base_w == 0);
}

TEST_CASE("a type calibrated at another duty is the same type") {
  GpuSpec gpu = example::gpu();
  gpu.fan.full_w = 12;
  const GpuSpec other = calibrated_at(gpu, 0.3);
  CHECK(calibrated_at(other, 0.3).thermal.sink_air_k_per_w == other.thermal.sink_air_k_per_w);
  for (const double duty : {0.0, 0.05, 0.2, 0.3, 0.9, 1.0}) {
    CHECK(at_duty(other, duty).thermal.sink_air_k_per_w == Approx(at_duty(gpu, duty).thermal.sink_air_k_per_w));
    CHECK(at_duty(other, duty).curve.base_w == Approx(at_duty(gpu, duty).curve.base_w));
  }
}

TEST_CASE("fans of blower and open-air cards are their own, of passive and water-cooled ones not") {
  GpuGroupSpec gpus;
  const std::map<std::string, bool> own{{"open air", true}, {"blower", true}, {"passive", false}, {"water", false}};
  for (const auto& [cooling, drives] : own) {
    gpus.gpu.cooling = cooling;
    gpus.cooler.fans = BoardFans::as_sold;
    CHECK(drives_fans(gpus) == drives);
    gpus.cooler.fans = BoardFans::none;
    CHECK_FALSE(drives_fans(gpus));
    gpus.cooler.fans = BoardFans::driven;
    CHECK(drives_fans(gpus));
  }
}

TEST_CASE("fans that nobody drives are as they were calibrated") {
  example::Setup undriven = still();
  undriven.fans = Fans::as_calibrated;
  const End a = ran(undriven), b = ran(still()), c = ran(held(0.7));
  CHECK(a.die_c == b.die_c);
  CHECK(a.outcome.energy.it_j == b.outcome.energy.it_j);
  CHECK(a.die_c == c.die_c);
  CHECK(b.duty == 0.7);
}

TEST_CASE("more duty is never hotter and never slower, and energy balances") {
  End slower = ran(held(0.02));
  for (const double duty : {0.1, 0.2, 0.3, 0.5, 0.75, 1.0}) {
    const End faster = ran(held(duty));
    CAPTURE(duty);
    CHECK(hottest_c(faster) <= hottest_c(slower) + 0.3);
    CHECK(faster.outcome.jobs.front().steps_done >= slower.outcome.jobs.front().steps_done * (1 - 0.01));
    CHECK(faster.outcome.energy.residual_fraction < 1e-9);
    slower = faster;
  }
  CHECK(hottest_c(slower) < hottest_c(ran(held(0.2))) - 10);
}

TEST_CASE("a loop rests within its band, with a duty between lowest and full, at any target it can hold") {
  for (const double target_c : {58.0, 62.0, 66.0, 70.0}) {
    const End end = ran(regulated(target_c));
    CAPTURE(target_c);
    CHECK(end.duty > 0.3);
    CHECK(end.duty < 1);
    CHECK(end.die_c <= target_c);
    CHECK(end.die_c >= target_c - FanControl::edge_k - FanControl::band_k - 0.1);
    CHECK(end.outcome.energy.residual_fraction < 1e-9);
  }
  CHECK(ran(regulated(58)).duty > ran(regulated(66)).duty * 1.1);
}

TEST_CASE("a loop stays at its ends where no duty holds the target") {
  CHECK(ran(regulated(90)).duty == 0.3);
  const End full = ran(regulated(40));
  CHECK(full.duty == 1);
  CHECK(full.die_c == Approx(ran(held(1)).die_c).margin(0.5));
}

TEST_CASE("fans come before the clock where both have the same limit") {
  example::Setup setup = regulated(66);
  setup.server.gpus.gpu.limits.target_c = 66;
  const End both = ran(setup), alone = ran(regulated(66));
  CHECK(both.clock_hz == Approx(alone.clock_hz).epsilon(0.01));
  CHECK(both.duty == Approx(alone.duty).epsilon(0.15));
}

TEST_CASE("a loop at rest does nothing: moves until room and case are warm, none afterwards") {
  const auto plant = example::assemble(regulated(64));
  const auto& board = *plant->servers.at("box").boards.front();
  int moves = 0, late = 0;
  double duty = board.fans()->duty();
  for (double t_s = 0.5; t_s < 2 * hour_s; t_s += 0.5) {
    plant->simulator.run(sim::from_seconds(t_s));
    if (board.fans()->duty() == duty) continue;
    // Never faster than a rung in rung_s.
    CHECK(std::abs(std::log(board.fans()->duty() / duty)) <= std::log(FanLadder::step_ratio) * 1.001);
    duty = board.fans()->duty();
    ++(t_s < hour_s ? moves : late);
  }
  CHECK(moves > 3);
  CHECK(moves < 60);
  CHECK(late == 0);
}

TEST_CASE("how often it is looked at changes nothing") {
  const auto sampled = [](double every_s) {
    auto plant = example::assemble(regulated(64));
    sim::TraceTable table;
    auto& recorder = plant->simulator.add<Recorder>("trace", sim::from_seconds(every_s), table);
    const GpuBoard* board = plant->servers.at("box").boards.front();
    recorder.add({recorder.component("board"), recorder.column("die_c"),
                  [board](sim::Time t) { return board->plant().die_c(t); }});
    plant->simulator.run(sim::from_seconds(hour_s));
    const sim::Time now = plant->simulator.now();
    return std::pair{board->plant().die_c(now), board->plant().electricity_j(now)};
  };
  CHECK(sampled(1) == sampled(777));
}

TEST_CASE("fans that stand still are never cooler than any that turn, and end in the shutdown") {
  example::Setup stalled = still();
  stalled.events = {fan_event(EventAction::fail, 0.5 * hour_s, INFINITY)};
  const auto plant = example::assemble(stalled);
  plant->simulator.run(sim::from_seconds(0.5 * hour_s + 5 * minute_s));
  const GpuBoard& board = *plant->servers.at("box").boards.front();
  CHECK(board.fans()->duty() == 0);
  CHECK(board.cause() == Throttle::shut_down);
  CHECK(board.plant().electric_w(plant->simulator.now()) == 0);
  const End end = ran(stalled);
  CHECK(hottest_c(end) >= stalled.server.gpus.gpu.limits.shutdown_c - 0.1);
  CHECK(hottest_c(end) >= hottest_c(ran(held(0.05))) - 0.3);
  CHECK(end.outcome.energy.residual_fraction < 1e-9);
}

TEST_CASE("a duty set by an event holds until its repair, then the board's own control goes on") {
  example::Setup setup = regulated(64);
  setup.events = {fan_event(EventAction::set, hour_s, 0.5 * hour_s, 1)};
  const auto plant = example::assemble(setup);
  const GpuBoard& board = *plant->servers.at("box").boards.front();
  const auto at = [&](double t_s) {
    plant->simulator.run(sim::from_seconds(t_s));
    return board.fans()->duty();
  };
  const double before = at(hour_s - 1);
  CHECK(at(hour_s + 1) == 1);
  CHECK(at(1.5 * hour_s - 1) == 1);
  CHECK(at(2 * hour_s) == Approx(before).epsilon(0.15));
  const sim::Time now = plant->simulator.now();
  CHECK(conclude(*plant, now).energy.residual_fraction < 1e-9);
}

TEST_CASE("the memory feels the fan little: through the board alone") {
  const End slow = ran(held(0.5)), fast = ran(held(0.64));
  CHECK(slow.memory_c > fast.memory_c);
  CHECK(slow.memory_c - fast.memory_c < slow.die_c - fast.die_c + 0.5);
}

TEST_CASE("worn pads warm the memory, not the die, and are no part of the ideal") {
  const auto padded = [](double pads) {
    example::Setup setup = still();
    setup.server.gpus.pads = pads;
    return setup;
  };
  const End good = ran(padded(1)), worn = ran(padded(1.5));
  CHECK(worn.memory_c > good.memory_c + 3);
  CHECK(worn.die_c == Approx(good.die_c).margin(0.5));
  CHECK(worn.outcome.jobs.front().ideal_duration_s == good.outcome.jobs.front().ideal_duration_s);
  const ServerSpec once = as_it_stands(padded(1.5).server);
  CHECK(as_it_stands(once).gpus.gpu.thermal.memory_package_k_per_w == once.gpus.gpu.thermal.memory_package_k_per_w);
}
