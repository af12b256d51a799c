// Planned events: what they cost, what they change, and that what was is there again afterwards.
#include "models/alarm.hpp"

#include <cmath>
#include <limits>

#include "models/thermal/air.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double hour_s = 3600;
constexpr double day_s = 86400;
constexpr double never = std::numeric_limits<double>::infinity();

double lost_s(const Outcome& outcome, Loss loss) { return outcome.jobs.front().lost_s[static_cast<std::size_t>(loss)]; }

// Constant weather, a job without end and checkpoints every hour.
example::Setup still() {
  example::Setup setup;
  setup.climate.daily_swing = 0;
  setup.job.dataset.epochs = 1e4;
  setup.horizon_s = 2 * day_s;
  return setup;
}

double relaunch_s(const example::Setup& setup) {
  return setup.server.reboot_s + setup.server.software.startup_s + step_cost(setup.server, setup.job).restore_s;
}

EventSpec event(EventTarget target, EventAction action, double at_s, double repair_s, double value = 0) {
  EventSpec spec;
  spec.at_s = at_s;
  spec.target = target;
  spec.action = action;
  spec.repair_s = repair_s;
  spec.value = value;
  const bool room = target == EventTarget::ventilation || target == EventTarget::other_heat;
  spec.name = room ? "lab" : "box";
  spec.path = room ? "room.lab" : "server.box";
  return spec;
}

EventSpec of_gpu(EventSpec spec, int index) {
  spec.index = index;
  return spec;
}

// A room without servers and solids: one exponential.
std::unique_ptr<Plant> only_room(const RoomSpec& room, const std::vector<EventSpec>& events) {
  auto plant = std::make_unique<Plant>(sim::RunIdentity{1, 0});
  assemble_climate({20, 0, 0, {}, {}}, *plant);
  assemble_room(room, *plant);
  assemble_events(events, *plant);
  return plant;
}

RoomSpec empty_room(double heat_w) {
  RoomSpec room = example::room();
  room.solids_j_per_k = 0;
  room.other_heat.mean = heat_w;
  room.start_c = 20 + heat_w / loss_w_per_k(room);
  return room;
}

const sim::EventRecord& the(const sim::Trace& trace, const std::string& event) {
  const auto found =
      std::find_if(trace.events.begin(), trace.events.end(), [&](const auto& e) { return e.event == event; });
  REQUIRE(found != trace.events.end());
  return *found;
}

const sim::EventRecord& cause_of(const sim::Trace& trace, const sim::EventRecord& e) {
  REQUIRE(e.cause > 0);
  return trace.events.at(e.cause - 1);
}

}  // namespace

TEST_CASE("six hours without power cost exactly that outage, the relaunch and the work since the last checkpoint") {
  example::Setup setup = still();
  setup.events = {event(EventTarget::server, EventAction::power_off, 10.5 * hour_s, 6 * hour_s)};
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(12 * hour_s));
  const ServerPart& server = plant->servers.at("box");
  for (const GpuBoard* board : server.boards) CHECK(board->plant().electric_w(plant->simulator.now()) == 0);
  CHECK(server.supply->wall_w(plant->simulator.now()) == 0);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  CHECK(lost_s(outcome, Loss::outage) == Approx(6 * hour_s).epsilon(1e-12));
  CHECK(lost_s(outcome, Loss::restart) == Approx(relaunch_s(setup)).epsilon(1e-9));
  CHECK(lost_s(outcome, Loss::rework) > 0);
  CHECK(lost_s(outcome, Loss::rework) < hour_s);
  CHECK(outcome.failures.planned == 1);
  CHECK(outcome.failures.psu_trip == 0);
  CHECK(outcome.energy.residual_fraction < 1e-9);
  const sim::Trace& trace = plant->simulator.trace();
  CHECK(cause_of(trace, the(trace, "interrupted by loss of power")).event == "planned power off");
  CHECK(cause_of(trace, the(trace, "power is back")).event == "planned power off");
  CHECK(cause_of(trace, the(trace, "training resumes")).event == "interrupted by loss of power");
}

TEST_CASE("a supply that tripped before its outlet died is off until both are over") {
  example::Setup setup = still();
  setup.server.psu.rating_w = 720;  // trips a second after training starts
  setup.job.restart.delay_s = 3 * hour_s;
  setup.horizon_s = 5 * hour_s;
  const auto on_again_s = [&](double outage_ends_s) {
    setup.events = {event(EventTarget::server, EventAction::power_off, hour_s, outage_ends_s - hour_s)};
    const auto plant = example::assemble(setup);
    double t_s = 1.5 * hour_s;
    plant->simulator.run(sim::from_seconds(t_s));
    while (plant->simulator.signals().read(plant->servers.at("box").powered).value == 0) {
      plant->simulator.run(sim::from_seconds(t_s += 10));
      REQUIRE(t_s < setup.horizon_s);
    }
    return t_s;
  };
  CHECK(on_again_s(2 * hour_s) == Approx(3 * hour_s + 61).margin(11));
  CHECK(on_again_s(4 * hour_s) == Approx(4 * hour_s).margin(11));
}

TEST_CASE("a GPU that fails and is never repaired ends the job, draws nothing and cools to its intake") {
  example::Setup setup = still();
  setup.events = {of_gpu(event(EventTarget::gpu, EventAction::fail, 10 * hour_s, never), 1)};
  const auto plant = example::assemble(setup);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const sim::Time now = plant->simulator.now();
  const auto& boards = plant->servers.at("box").boards;
  CHECK(boards[1]->plant().electric_w(now) == 0);
  CHECK(boards[1]->plant().die_c(now) == Approx(boards[1]->plant().intake_c(now)).margin(0.5));
  CHECK(boards[0]->plant().electric_w(now) == Approx(example::gpu().power.idle_w));
  const Outcome outcome = conclude(*plant, now);
  CHECK_FALSE(outcome.jobs.front().finished);
  CHECK(lost_s(outcome, Loss::outage) == Approx(setup.horizon_s - 10 * hour_s).epsilon(1e-12));
  CHECK(lost_s(outcome, Loss::restart) == 0);
  CHECK(outcome.failures.planned == 1);
  CHECK(outcome.failures.gpu == 0);
  CHECK(outcome.energy.residual_fraction < 1e-9);
  const sim::Trace& trace = plant->simulator.trace();
  CHECK(cause_of(trace, the(trace, "interrupted by a fault")).event == "planned failure");
}

TEST_CASE("the job waits for the last of the failed GPUs, then relaunches") {
  example::Setup setup = still();
  setup.events = {of_gpu(event(EventTarget::gpu, EventAction::fail, 10 * hour_s, 2 * hour_s), 0),
                  of_gpu(event(EventTarget::gpu, EventAction::fail, 11 * hour_s, 4 * hour_s), 1),
                  event(EventTarget::gpu, EventAction::fail, 12.5 * hour_s, hour_s)};
  const Outcome outcome = example::run(setup);
  CHECK(lost_s(outcome, Loss::outage) == Approx(5 * hour_s).epsilon(1e-12));
  CHECK(lost_s(outcome, Loss::restart) == Approx(relaunch_s(setup)).epsilon(1e-9));
  CHECK(outcome.failures.planned == 1);
}

TEST_CASE("a planned crash costs what a fault of the server costs") {
  example::Setup setup = still();
  setup.events = {event(EventTarget::server, EventAction::crash, 10.5 * hour_s, never),
                  event(EventTarget::server, EventAction::crash, 30.5 * hour_s, never)};
  const Outcome outcome = example::run(setup);
  CHECK(lost_s(outcome, Loss::outage) == 0);
  CHECK(lost_s(outcome, Loss::restart) == Approx(2 * (setup.job.restart.delay_s + relaunch_s(setup))).epsilon(1e-9));
  CHECK(outcome.failures.planned == 2);
  CHECK(outcome.failures.server == 0);
}

TEST_CASE("a crash while the job is down or done changes nothing") {
  example::Setup setup = still();
  setup.events = {event(EventTarget::server, EventAction::crash, 10 * hour_s, never),
                  event(EventTarget::server, EventAction::crash, 10.01 * hour_s, never)};
  CHECK(example::run(setup).failures.planned == 1);
  setup.job.dataset.epochs = 1;
  CHECK(example::run(setup).failures.planned == 0);
}

TEST_CASE("a room whose ventilation fails warms to the balance of its walls and comes back, by the closed form") {
  const RoomSpec room = empty_room(400);
  const auto plant = only_room(room, {event(EventTarget::ventilation, EventAction::fail, 10 * hour_s, 20 * hour_s)});
  RoomSpec closed = room;
  closed.ventilation_m3_per_s = 0;
  const double air_j_per_k = room.volume_m3 * air_j_per_m3_k;
  const auto approach = [&](const RoomSpec& r, double from_c, double after_s) {
    const double balance_c = 20 + 400 / loss_w_per_k(r);
    return balance_c + (from_c - balance_c) * std::exp(-loss_w_per_k(r) / air_j_per_k * after_s);
  };
  const Room& model = *plant->rooms.at("lab").room;
  const auto check = [&](double t_s, double expected_c) {
    plant->simulator.run(sim::from_seconds(t_s));
    const sim::Time now = plant->simulator.now();
    CHECK(model.air_c(now) == Approx(expected_c).epsilon(1e-11));
    CHECK(model.lost_j(now) + model.gained_j(now) == Approx(model.other_heat_j(now)).epsilon(1e-11));
  };
  check(10 * hour_s, room.start_c);
  check(10.1 * hour_s, approach(closed, room.start_c, 0.1 * hour_s));
  check(30 * hour_s, approach(closed, room.start_c, 20 * hour_s));
  CHECK(model.air_c(plant->simulator.now()) == Approx(20 + 400 / loss_w_per_k(closed)).margin(1e-6));
  const double hot_c = model.air_c(plant->simulator.now());
  check(30.05 * hour_s, approach(room, hot_c, 0.05 * hour_s));
  check(40 * hour_s, room.start_c);
}

TEST_CASE("an alarm sees what a failed ventilation does, at the moment of the closed form") {
  const RoomSpec room = empty_room(400);
  const auto plant = only_room(room, {event(EventTarget::ventilation, EventAction::fail, hour_s, never)});
  RoomSpec closed = room;
  closed.ventilation_m3_per_s = 0;
  const double balance_c = 20 + 400 / loss_w_per_k(closed);
  const double threshold_c = (room.start_c + balance_c) / 2;
  const RoomPart& part = plant->rooms.at("lab");
  std::vector<AlarmPoint> points{{"room.lab", [&](sim::Time t) { return part.room->air_c(t); },
                                  [&](sim::Time from, double level_c, sim::Direction direction) {
                                    return part.room->air_reaches(from, level_c, direction);
                                  }}};
  auto& alarm = plant->simulator.add<Alarm>("room.lab.air", Alarm::Beyond::above, threshold_c, 0, std::move(points));
  plant->simulator.signals().listen(part.settled, alarm, sim::Phase::observe, Alarm::look_tag);
  plant->simulator.run(sim::from_seconds(10 * hour_s));
  const double half_s = std::log(2.0) * room.volume_m3 * air_j_per_m3_k / loss_w_per_k(closed);
  CHECK(alarm.outcome().count == 1);
  CHECK(alarm.outcome().first_s == Approx(hour_s + half_s).epsilon(1e-6));
}

TEST_CASE("of overlapping changes the one that began last counts, and undoing returns to those that remain") {
  RoomSpec room = empty_room(100);
  const auto set = [](double from_h, double to_h, double value_w) {
    return event(EventTarget::other_heat, EventAction::set, from_h * hour_s, (to_h - from_h) * hour_s, value_w);
  };
  const auto plant = only_room(room, {set(3, 5, 3000), set(0, 10, 1000), set(2, 4, 2000), set(10, 12, 500)});
  const std::vector<std::pair<double, double>> expected{{0, 1000},   {1.5, 1000}, {2, 2000}, {2.5, 2000}, {3, 3000},
                                                        {4, 3000},   {4.5, 3000}, {5, 1000}, {9.5, 1000}, {10, 500},
                                                        {11.9, 500}, {12, 100},   {20, 100}};
  double given_j = 0;
  double from_h = 0;
  double power_w = 1000;
  const Room& model = *plant->rooms.at("lab").room;
  for (const auto& [at_h, heat_w] : expected) {
    given_j += power_w * (at_h - from_h) * hour_s;
    plant->simulator.run(sim::from_seconds(at_h * hour_s));
    const sim::Time now = plant->simulator.now();
    CHECK(model.other_heat_j(now) == Approx(given_j).epsilon(1e-12));
    from_h = at_h;
    power_w = heat_w;
  }
  CHECK(model.lost_j(plant->simulator.now()) + model.gained_j(plant->simulator.now()) ==
        Approx(given_j).epsilon(1e-11));
}

TEST_CASE("a heat that was set gives way to the profile where that stands by then") {
  RoomSpec room = example::room();
  room.other_heat = {0, 0, 0, {0, day_s}, {0, 2400}};
  const auto plant = only_room(room, {event(EventTarget::other_heat, EventAction::set, 6 * hour_s, 6 * hour_s, 0)});
  plant->simulator.run(sim::from_seconds(day_s));
  const double whole_j = 1200 * day_s;
  const double missing_j = (600 + 1200) / 2.0 * 6 * hour_s;
  CHECK(plant->rooms.at("lab").room->other_heat_j(plant->simulator.now()) ==
        Approx(whole_j - missing_j).epsilon(1e-12));
}

TEST_CASE("a power limit that is set holds for the boards it names, is charged as one, and is taken back") {
  example::Setup setup = still();
  setup.climate.mean = 0;  // nothing but the power limit slows the boards
  setup.events = {event(EventTarget::power_limit, EventAction::set, 10 * hour_s, 10 * hour_s, 250),
                  of_gpu(event(EventTarget::power_limit, EventAction::set, 12 * hour_s, 2 * hour_s, 150), 1)};
  const auto plant = example::assemble(setup);
  const auto& boards = plant->servers.at("box").boards;
  const auto drawn = [&](double at_h, std::size_t board) {
    plant->simulator.run(sim::from_seconds(at_h * hour_s));
    return boards[board]->plant().electric_w(plant->simulator.now());
  };
  CHECK(drawn(9.9, 1) > 330);
  CHECK(drawn(11.9, 0) == Approx(250).margin(2));
  CHECK(drawn(11.9, 1) == Approx(250).margin(2));
  CHECK(drawn(13.9, 1) == Approx(150).margin(2));
  CHECK(drawn(13.9, 0) < 250);  // waits for the slower one
  CHECK(drawn(19.9, 1) == Approx(250).margin(2));
  CHECK(drawn(30, 1) > 330);
  plant->simulator.run(sim::from_seconds(setup.horizon_s));
  const Outcome outcome = conclude(*plant, plant->simulator.now());
  setup.events.clear();
  const Outcome without = example::run(setup);
  const double capped_s = lost_s(outcome, Loss::power_limit) - lost_s(without, Loss::power_limit);
  CHECK(capped_s > hour_s);
  // A cold die leaks less under a cap than at the 25 °C of the ideal: a small gain, not a loss to heat.
  CHECK(std::fabs(lost_s(outcome, Loss::thermal) - lost_s(without, Loss::thermal)) < 0.15 * capped_s);
  CHECK(outcome.failures.planned == 0);
  CHECK(outcome.energy.residual_fraction < 1e-9);
}

TEST_CASE("a power limit set for the whole run is that of the scenario") {
  example::Setup spec = still(), planned = still();
  spec.server.gpus.power_limit_w = 250;
  planned.events = {event(EventTarget::power_limit, EventAction::set, 0, never, 250)};
  const Outcome a = example::run(spec), b = example::run(planned);
  CHECK(a.jobs.front().steps_done == Approx(b.jobs.front().steps_done).epsilon(1e-9));
  CHECK(lost_s(a, Loss::power_limit) == Approx(lost_s(b, Loss::power_limit)).epsilon(1e-6));
}

TEST_CASE("less air through the case warms the intakes by what the air flow says, until it is back") {
  example::Setup setup = still();
  setup.server.chassis.recirculation = 0.3;
  const double fewer_m3_per_s = setup.server.chassis.airflow_m3_per_s / 3;
  setup.events = {event(EventTarget::airflow, EventAction::set, 12 * hour_s, 12 * hour_s, fewer_m3_per_s)};
  const auto plant = example::assemble(setup);
  const ServerPart& server = plant->servers.at("box");
  const auto off_k = [&](double at_h, double airflow_m3_per_s) {
    plant->simulator.run(sim::from_seconds(at_h * hour_s));
    const sim::Time now = plant->simulator.now();
    const double rise_k = 0.3 * server.supply->wall_w(now) / (air_j_per_m3_k * airflow_m3_per_s);
    return server.boards[0]->plant().intake_c(now) - (plant->rooms.at("lab").room->air_c(now) + rise_k);
  };
  const double tolerance_k = 0.6;  // quanta of room air, intake and flows
  CHECK(std::fabs(off_k(11.9, setup.server.chassis.airflow_m3_per_s)) < tolerance_k);
  CHECK(std::fabs(off_k(23.9, fewer_m3_per_s)) < tolerance_k);
  CHECK(std::fabs(off_k(47.9, setup.server.chassis.airflow_m3_per_s)) < tolerance_k);
}

TEST_CASE("events that follow each other without a gap are one, and those beyond the horizon do not happen") {
  example::Setup setup = still();
  setup.events = {event(EventTarget::server, EventAction::power_off, 10 * hour_s, 2 * hour_s),
                  event(EventTarget::server, EventAction::power_off, 12 * hour_s, 3 * hour_s),
                  event(EventTarget::server, EventAction::power_off, 3 * day_s, hour_s)};
  const Outcome outcome = example::run(setup);
  CHECK(lost_s(outcome, Loss::outage) == Approx(5 * hour_s).epsilon(1e-12));
  CHECK(outcome.failures.planned == 1);
}

TEST_CASE("a plant with every kind of event gives the same bits twice") {
  example::Setup setup = still();
  setup.server.interruptions_per_year = 1000;
  setup.events = {event(EventTarget::server, EventAction::crash, 5 * hour_s, never),
                  event(EventTarget::server, EventAction::power_off, 8 * hour_s, hour_s),
                  of_gpu(event(EventTarget::gpu, EventAction::fail, 12 * hour_s, hour_s), 0),
                  event(EventTarget::power_limit, EventAction::set, 16 * hour_s, 2 * hour_s, 200),
                  event(EventTarget::airflow, EventAction::set, 20 * hour_s, 2 * hour_s, 0.02),
                  event(EventTarget::ventilation, EventAction::fail, 24 * hour_s, 2 * hour_s),
                  event(EventTarget::ventilation, EventAction::set, 25 * hour_s, 3 * hour_s, 0.1),
                  event(EventTarget::other_heat, EventAction::set, 30 * hour_s, 2 * hour_s, 700)};
  const Outcome a = example::run(setup), b = example::run(setup);
  CHECK(a.events == b.events);
  CHECK(a.energy.it_j == b.energy.it_j);
  CHECK(a.energy.room_out_j == b.energy.room_out_j);
  CHECK(a.jobs.front().lost_s == b.jobs.front().lost_s);
  CHECK(a.energy.residual_fraction < 1e-9);
  CHECK(a.failures.planned >= 1);
}
