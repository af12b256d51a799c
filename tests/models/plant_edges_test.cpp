// What happens at the edges: values that rest at a threshold, boards too hot to start, stops without any delay.
#include <cmath>

#include "models/alarm.hpp"
#include "models/thermal/air.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;

namespace {

double lost_s(const JobOutcome& job, Loss loss) { return job.lost_s[static_cast<std::size_t>(loss)]; }

}  // namespace

TEST_CASE("an alarm on a value that rests a rounding below its threshold is raised once and then rests too") {
  constexpr double threshold_c = 88;
  sim::Simulator simulator({1, 0});
  const auto read = [](sim::Time) { return std::nextafter(threshold_c, 0); };
  const auto next = [](sim::Time from, double level_c, sim::Direction direction) {
    const double resting_c = std::nextafter(threshold_c, 0);
    const bool there = direction == sim::Direction::rising ? resting_c >= level_c - 1e-12 : resting_c <= level_c;
    return there ? from + sim::Time{1} : sim::Time::never();
  };
  std::vector<AlarmPoint> points{{"server.box.gpu[0]", read, next}};
  const auto& alarm =
      simulator.add<Alarm>("server.box.gpu.die > 88 degC", Alarm::Beyond::above, threshold_c, 60, std::move(points));
  simulator.run(sim::from_seconds(3600));
  CHECK(alarm.outcome().count == 1);
  CHECK(simulator.events() < 10);
}

TEST_CASE("a board too hot to start stops the job each time, which never trains meanwhile") {
  example::Setup setup;
  setup.climate = {120, 0, 0, {}, {}};
  setup.job.restart.delay_s = 600;
  setup.horizon_s = 12 * 3600;
  const Outcome outcome = example::run(setup);
  CHECK(outcome.failures.gpu > 10);
  CHECK(outcome.jobs.front().steps_done == 0);
  CHECK(outcome.jobs.front().training_s < 1);
  CHECK(lost_s(outcome.jobs.front(), Loss::restart) > 0.9 * setup.horizon_s);
}

TEST_CASE("nothing is on again in the instant in which it stopped, even where no delay is asked for") {
  example::Setup setup;
  setup.job.restart.delay_s = 0;
  setup.server.reboot_s = 0;
  setup.server.software.startup_s = 0;
  setup.server.psu.rating_w = 600;
  setup.server.psu.overload_duration_s = {0, 0};
  setup.horizon_s = 3600;
  const Outcome outcome = example::run(setup);
  CHECK(outcome.failures.psu_trip > 10);
  CHECK(outcome.failures.psu_trip <= setup.horizon_s / TrainingJob::shortest_stop_s + 1);
}

TEST_CASE("strong recirculation and a room smaller than its boards stay within what heat can do") {
  example::Setup setup;
  setup.room.volume_m3 = 2;
  setup.room.solids_j_per_k = 0;
  setup.server.gpus.count = 8;
  setup.server.gpus.gpu.thermal.sink_j_per_k = 1800;
  setup.server.chassis.name = "tight";
  setup.server.chassis.airflow_m3_per_s = 0.004;
  setup.server.chassis.recirculation = 0.8;
  setup.server.chassis.preheat = 0.8;
  setup.server.psu.rating_w = 6000;
  setup.horizon_s = 6 * 3600;
  const Outcome outcome = example::run(setup);
  // No board draws more than its cap, so no intake is warmer than all heat of the case can make it.
  const double boards_w = 8 * 400, host_w = 500;
  const double stream_w_per_k = air_j_per_m3_k * setup.server.chassis.airflow_m3_per_s;
  const double room_k = (boards_w + host_w) / loss_w_per_k(setup.room);
  const double case_k = (0.8 * (boards_w + host_w) + 0.8 * boards_w) / stream_w_per_k;
  CHECK(outcome.compute.worst_inlet_c > setup.climate.mean);
  CHECK(outcome.compute.worst_inlet_c < setup.climate.mean + setup.climate.daily_swing + room_k + case_k);
  CHECK(outcome.power.mean_it_w < boards_w + host_w);
  CHECK(outcome.energy.residual_fraction < 1e-9);
}
