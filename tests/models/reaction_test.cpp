// What somebody does about an alarm, on the plant itself.
#include <numeric>

#include "models/alarm.hpp"
#include "tests/catch.hpp"
#include "tests/models/example_plant.hpp"

using namespace rackcast;
using namespace rackcast::models;
using Catch::Approx;

namespace {

constexpr double hour_s = 3600;

double lost_s(const Outcome& outcome, Loss loss) { return outcome.jobs.front().lost_s[static_cast<std::size_t>(loss)]; }

struct Ran {
  std::unique_ptr<Plant> plant;
  Outcome outcome;
};

// The air flow of the case falls from hour 10 to hour 14: dies pass 75 °C.
Ran ran(Reaction reaction, double delay_s, double hold_s) {
  example::Setup setup;
  setup.climate.daily_swing = 0;
  setup.climate.mean = 10;
  setup.room.ventilation_m3_per_s = 2;
  setup.job.dataset.epochs = 1e4;
  setup.horizon_s = 24 * hour_s;
  EventSpec flow;
  flow.at_s = 10 * hour_s;
  flow.repair_s = 4 * hour_s;
  flow.target = EventTarget::airflow;
  flow.action = EventAction::set;
  flow.name = "box";
  flow.path = "server.box.case.airflow";
  flow.value = 0.012;
  setup.events = {flow};
  if (reaction != Reaction::none) setup.reactions = {{0, reaction}};
  Ran run{example::assemble(setup), {}};
  ServerPart& server = run.plant->servers.at("box");
  const GpuBoard* board = server.boards[1];
  AlarmPoint point{board->path(), [board](sim::Time t) { return board->plant().die_c(t); }, {}};
  point.next = [board](sim::Time from, double threshold, sim::Direction direction) {
    return sim::next_crossing(board->plant().island(), board->plant().form().die, {threshold, 0, from}, direction, from,
                              sim::Time::never());
  };
  ReactionPlan plan{reaction, 200, delay_s, hold_s, {}, {}};
  if (reaction == Reaction::stop) plan.stops = {server.alarms.at(0).stop};
  if (reaction == Reaction::cap) plan.caps = {server.alarms.at(0).cap};
  auto& alarm =
      run.plant->simulator.add<Alarm>("die > 75", Alarm::Beyond::above, 75, 60, std::vector<AlarmPoint>{point}, plan);
  run.plant->simulator.signals().listen(server.settled[1], alarm, sim::Phase::observe, Alarm::look_tag);
  run.plant->simulator.run(sim::from_seconds(setup.horizon_s));
  run.outcome = conclude(*run.plant, run.plant->simulator.now());
  const JobOutcome& job = run.outcome.jobs.front();
  double beside_training_s = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Loss::power_limit); ++i) beside_training_s += job.lost_s[i];
  CHECK(job.training_s + beside_training_s == Approx(job.duration_s).epsilon(1e-12));
  CHECK(run.outcome.energy.residual_fraction < 1e-9);
  return run;
}

std::vector<const sim::EventRecord*> lines(const Ran& run, const std::string& event) {
  std::vector<const sim::EventRecord*> found;
  for (const auto& e : run.plant->simulator.trace().events) {
    if (e.event == event) found.push_back(&e);
  }
  return found;
}

}  // namespace

TEST_CASE("jobs that somebody stops for an alarm write a checkpoint, wait, and go on without a reboot") {
  const Ran run = ran(Reaction::stop, 600, hour_s);
  const auto alarms = lines(run, "alarm");
  const auto reacts = lines(run, "reaction to the alarm");
  const auto ends = lines(run, "reaction ends");
  REQUIRE(!alarms.empty());
  REQUIRE(!reacts.empty());
  CHECK(reacts.size() == ends.size());
  CHECK(sim::to_seconds(reacts[0]->time - alarms[0]->time) == Approx(600));
  CHECK(reacts[0]->cause == alarms[0]->id);
  CHECK(sim::to_seconds(ends[0]->time - reacts[0]->time) == Approx(hour_s));
  const double times = static_cast<double>(reacts.size());
  CHECK(lost_s(run.outcome, Loss::stopped) > times * 0.99 * hour_s);
  CHECK(lost_s(run.outcome, Loss::stopped) <= times * hour_s);
  CHECK(lost_s(run.outcome, Loss::outage) == 0);
  CHECK(lost_s(run.outcome, Loss::rework) == 0);
  const double relaunch_s =
      example::server().software.startup_s + step_cost(example::server(), example::job()).restore_s;
  CHECK(lost_s(run.outcome, Loss::restart) == Approx(times * relaunch_s).epsilon(1e-6));
}

TEST_CASE("a cap for an alarm lowers the limits until the value is back, and is charged as a power limit") {
  const Ran left = ran(Reaction::none, 0, hour_s);
  const Ran capped = ran(Reaction::cap, 0, hour_s);
  CHECK(lines(left, "reaction to the alarm").empty());
  CHECK(!lines(capped, "reaction ends").empty());
  CHECK(lost_s(left.outcome, Loss::power_limit) == 0);
  CHECK(lost_s(capped.outcome, Loss::power_limit) > 0);
  CHECK(capped.outcome.energy.it_j < left.outcome.energy.it_j);
}

TEST_CASE("nobody acts on an alarm that is over when he comes") {
  const Ran late = ran(Reaction::stop, 12 * hour_s, hour_s);
  CHECK(!lines(late, "alarm").empty());
  CHECK(lines(late, "reaction to the alarm").empty());
}
