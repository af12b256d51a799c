// Plants drawn over ranges far wider than anything that is built: whatever is asked, a run ends, with finite numbers,
// every joule and every second accounted for, and few events.
#include <array>
#include <cmath>
#include <numeric>

#include "sim/stream.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;

namespace {

constexpr double day_s = 86400;
constexpr double most_events_per_board_day = 20000;  // a change of course every few seconds, all day long
constexpr double most_events_per_stop = 100;         // of each board, and a few for each clock step on the way down
constexpr double most_events_per_step = 6;

/// Draws the parts of a plant; each case from a stream of its own.
class Draw {
 public:
  explicit Draw(std::uint32_t number) : luck_({7, number}, "stress", "plant") {}

  double between(double low, double high) { return low + (high - low) * luck_.uniform(); }
  double across(double low, double high) { return low * std::pow(high / low, luck_.uniform()); }  // decades alike
  bool once_in(int times) { return luck_.uniform() * times < 1; }

 private:
  sim::Stream luck_;
};

void draw_gpu(Draw& draw, ServerSpec& server) {
  GpuSpec& gpu = server.gpus.gpu;
  gpu.thermal.sink_air_k_per_w = draw.across(0.02, 1);
  gpu.thermal.die_package_k_per_w = draw.across(0.005, 0.1);
  gpu.thermal.sink_j_per_k = draw.across(50, 3000);
  gpu.curve.leakage_w = draw.between(0, 300);
  gpu.curve.leakage_per_k = draw.between(0, 0.03);
  gpu.clock_step_hz = draw.once_in(2) ? 15e6 : draw.across(1e6, 200e6);
  gpu.min_clock_hz = draw.once_in(4) ? draw.between(500e6, 1900e6) : 210e6;
  gpu.limits.target_c = draw.between(60, 94);
  gpu.limits.memory_c = draw.between(70, 110);
  gpu.interruptions_per_year = draw.once_in(2) ? draw.across(0.1, 1e5) : 0;
  gpu.variation = {draw.between(0, 0.3), draw.between(0, 0.1), draw.between(0, 0.1)};
  server.gpus.count = static_cast<int>(draw.across(1, 16.99));
  server.gpus.power_limit_w = draw.once_in(2) ? draw.between(100, 385) : 0;
  server.gpus.clock_limit_hz = draw.once_in(5) ? draw.between(gpu.min_clock_hz, 2100e6) : 0;
}

void draw_server(Draw& draw, ServerSpec& server) {
  server.chassis.airflow_m3_per_s = draw.across(0.001, 1);
  server.chassis.recirculation = draw.between(0, 0.9);
  server.chassis.preheat = draw.between(0, 1);
  server.interruptions_per_year = draw.once_in(2) ? draw.across(0.1, 1e5) : 0;
  server.reboot_s = draw.once_in(3) ? 0 : draw.across(1, 1000);
  server.software.startup_s = draw.once_in(3) ? 0 : draw.across(1, 1000);
  server.software.host_issue_s = draw.across(1e-4, 0.5);
  server.psu.rating_w = 200 + server.gpus.count * draw.between(100, 800);
  if (draw.once_in(4)) server.psu.overload_duration_s = {0, 0};
}

void draw_job(Draw& draw, ServerSpec& server, JobSpec& job) {
  const double per_gpu = std::floor(draw.across(1, 257));
  job.batch = {per_gpu * server.gpus.count, per_gpu, per_gpu};
  job.dataset.samples = draw.across(1e4, 1e7);
  job.dataset.validation_samples = draw.across(10, 1e6);
  job.dataset.epochs = draw.once_in(2) ? 1e5 : draw.between(1, 20);
  job.evaluate_each_epoch = draw.once_in(2);
  job.checkpoint.every_s = draw.once_in(4) ? 0 : draw.across(10, 1e5);
  job.checkpoint.write_s = draw.once_in(4) ? 0 : draw.across(1e-3, 600);
  job.restart.delay_s = draw.once_in(3) ? 0 : draw.across(1, 1e5);
}

// Weather or heat by points, some of them at one time.
Profile draw_points(Draw& draw, double low, double high) {
  Profile profile;
  double at_s = 0;
  for (int points = static_cast<int>(draw.across(1, 100)); points >= 0; --points) {
    profile.at_s.push_back(at_s);
    profile.values.push_back(draw.between(low, high));
    at_s += draw.once_in(5) ? 0 : draw.across(1800, day_s);
  }
  return profile;
}

EventSpec draw_event(Draw& draw, const example::Setup& setup) {
  struct Kind {
    EventTarget target;
    EventAction action;
    double low, high;
  };
  constexpr std::array<Kind, 8> kinds{{{EventTarget::server, EventAction::crash, 0, 0},
                                       {EventTarget::server, EventAction::power_off, 0, 0},
                                       {EventTarget::gpu, EventAction::fail, 0, 0},
                                       {EventTarget::power_limit, EventAction::set, 100, 385},
                                       {EventTarget::airflow, EventAction::set, 0.001, 1},
                                       {EventTarget::ventilation, EventAction::fail, 0, 0},
                                       {EventTarget::ventilation, EventAction::set, 0, 10},
                                       {EventTarget::other_heat, EventAction::set, 0, 3000}}};
  const Kind& kind = kinds[static_cast<std::size_t>(draw.between(0, kinds.size()))];
  const bool room = kind.target == EventTarget::ventilation || kind.target == EventTarget::other_heat;
  EventSpec event;
  event.at_s = draw.once_in(5) ? 0 : draw.between(0, setup.horizon_s);
  event.repair_s = draw.once_in(5) ? INFINITY : draw.across(1e-3, setup.horizon_s);
  event.target = kind.target;
  event.action = kind.action;
  event.value = draw.between(kind.low, kind.high);
  event.name = room ? "lab" : "box";
  if (draw.once_in(2)) event.index = static_cast<int>(draw.between(0, setup.server.gpus.count));
  return event;
}

// Weather by points, dust, another cooler, events: each in some of the plants.
void draw_what_changes(Draw& draw, example::Setup& setup) {
  if (draw.once_in(2)) setup.climate = draw_points(draw, -20, 50);
  if (draw.once_in(2)) setup.room.other_heat = draw_points(draw, 0, 3000);
  if (draw.once_in(3)) setup.server.dust_s = draw.across(day_s, 1e9);
  if (draw.once_in(3)) {
    setup.server.gpus.cooler = {"", draw.across(0.02, 1), draw.across(50, 3000), draw.between(0, 1), "", "", {}};
    setup.server.gpus.mounting.preheat = draw.between(0, 3);
  }
  if (draw.once_in(3)) return;
  for (int events = static_cast<int>(draw.across(1, 20)); events > 0; --events) {
    setup.events.push_back(draw_event(draw, setup));
  }
}

example::Setup drawn(std::uint32_t number) {
  Draw draw(number);
  example::Setup setup;
  setup.identity = {11, number};
  setup.climate = {draw.between(-20, 50), draw.between(0, 30), draw.between(0, day_s), {}, {}};
  setup.room.volume_m3 = draw.across(1, 1000);
  setup.room.ventilation_m3_per_s = draw.once_in(4) ? 0 : draw.across(0.001, 10);
  setup.room.walls_w_per_m2_k = draw.once_in(4) ? 0 : draw.across(0.1, 10);
  setup.room.solids_j_per_k = draw.once_in(3) ? 0 : draw.across(1e3, 1e7);
  setup.room.other_heat.mean = draw.once_in(2) ? 0 : draw.between(0, 3000);
  draw_gpu(draw, setup.server);
  draw_server(draw, setup.server);
  draw_job(draw, setup.server, setup.job);
  // What stops often costs most: less of it.
  const double stops_per_year =
      setup.server.interruptions_per_year + setup.server.gpus.count * setup.server.gpus.gpu.interruptions_per_year;
  const double longest_s = stops_per_year > 1e4 ? day_s : 30 * day_s;
  setup.horizon_s = draw.across(600, std::max(day_s, longest_s / setup.server.gpus.count));
  draw_what_changes(draw, setup);
  return setup;
}

// Seconds of the account that are not the job's duration.
double unaccounted_s(const JobOutcome& job) {
  double sum_s = job.training_s;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Loss::power_limit); ++i) sum_s += job.lost_s[i];
  return sum_s - job.duration_s;
}

double most_events(const example::Setup& setup, const Outcome& outcome) {
  const GpuSpec& gpu = setup.server.gpus.gpu;
  const double days = std::max(1.0, outcome.end_s / day_s);
  const double steps = (gpu.max_clock_hz - gpu.min_clock_hz) / gpu.clock_step_hz;
  const FailureOutcome& failures = outcome.failures;
  const auto changes = 2 * setup.events.size();
  const double stops = failures.gpu + failures.server + failures.psu_trip + static_cast<double>(changes);
  const double per_stop = most_events_per_stop + most_events_per_step * steps;
  return setup.server.gpus.count * (most_events_per_board_day * days + per_stop * stops);
}

void check_sane(const example::Setup& setup, const Outcome& outcome) {
  const JobOutcome& job = outcome.jobs.front();
  CHECK(outcome.energy.residual_fraction < 1e-9);
  CHECK(std::fabs(unaccounted_s(job)) < 1e-9 * std::max(1.0, job.duration_s));
  if (job.finished) {
    const double lost_s = std::accumulate(job.lost_s.begin(), job.lost_s.end(), 0.0);
    CHECK(std::fabs(job.ideal_duration_s + lost_s - job.duration_s) < 1e-9 * std::max(1.0, job.duration_s));
  }
  CHECK(job.steps_done <= job.steps_total * (1 + 1e-12));
  CHECK(std::isfinite(outcome.compute.hottest_c));
  CHECK(std::isfinite(outcome.compute.worst_inlet_c));
  CHECK(std::isfinite(outcome.energy.it_j));
  CHECK(static_cast<double>(outcome.events) < most_events(setup, outcome));
}

void check_same(const Outcome& a, const Outcome& b) {
  CHECK(a.events == b.events);
  CHECK(a.energy.it_j == b.energy.it_j);
  CHECK(a.energy.room_out_j == b.energy.room_out_j);
  CHECK(a.compute.hottest_c == b.compute.hottest_c);
  CHECK(a.jobs.front().lost_s == b.jobs.front().lost_s);
}

}  // namespace

TEST_CASE("any plant runs to its end with every joule and second accounted for, few events, and again the same") {
  constexpr std::uint32_t plants = 24;
  for (std::uint32_t number = 0; number < plants; ++number) {
    const example::Setup setup = drawn(number);
    CAPTURE(number);
    const Outcome outcome = example::run(setup);
    check_sane(setup, outcome);
    check_same(outcome, example::run(setup));
  }
}
