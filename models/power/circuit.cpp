#include "models/power/circuit.hpp"

#include <algorithm>
#include <cmath>

#include "models/power/host_power.hpp"
#include "models/power/psu_law.hpp"
#include "models/thermal/fans.hpp"
#include "sim/distributions.hpp"

namespace rackcast::models {

namespace {

/// A load that drifts is looked at again after a change of this share: its square is then off by 1 % at most.
constexpr double drift_share = 0.005;
constexpr double soonest_look_s = 10;
constexpr double shortest_reset_s = 1;  ///< nobody is quicker at the panel
constexpr double furthest_s = 1e9;      ///< thirty years: beyond any run
/// Phases of a step above the power limit, of the highest limit that can be set: none was seen that averages to more
/// than this over seconds.
constexpr double above_limit = 1.2;

// What charges its battery is little beside a server at its highest.
double ups_efficiency(const UpsSpec& ups) { return ups.rating_w > 0 ? ups.efficiency : 1; }

}  // namespace

bool may_trip(const ServerSpec& server) {
  if (!(server.outlet.breaker.rated_a > 0)) return false;
  const double boards_w = server.gpus.count * above_limit * server.gpus.gpu.power.max_w;
  const double host_w = host_power_at_w(server, 1) + fan_power_w(server, boards_w);
  const BreakerSpec& breaker = server.outlet.breaker;
  return wall_power_w(server.psu, boards_w + host_w) / ups_efficiency(server.ups) >
         breaker.holds * breaker.rated_a * server.outlet.voltage_v * server.outlet_count;
}

Circuit::Circuit(std::string path, const ServerSpec& server, double reset_s, const CircuitWiring& wiring)
    : sim::Component(std::move(path)),
      law_(server.outlet.breaker),
      rated_a_(server.outlet.breaker.rated_a),
      volts_(server.outlet.voltage_v * server.outlet_count),
      reset_s_(std::max(reset_s, shortest_reset_s)),
      outlets_(server.outlet_count),
      wiring_(wiring) {}

void Circuit::start(sim::Context& context) {
  sim::Stream luck = context.stream("breakers");
  threshold_ = law_.threshold(luck.uniform());
  for (double outlet = 1; outlet < outlets_; ++outlet) {
    threshold_ = std::min(threshold_, law_.threshold(luck.uniform()));
  }
  since_ = context.now();
}

void Circuit::pass_time(sim::Time now) {
  const double passed_s = sim::to_seconds(now - since_);
  const sim::Time middle = since_ + sim::from_seconds(passed_s / 2);
  heat_ = law_.heat(heat_, current_a(middle), passed_s);
  since_ = now;
}

void Circuit::wake(sim::Context& context, sim::Tag tag) {
  pass_time(context.now());
  wall_ = context.ramp(wiring_.wall.power);
  if (tag == trip_tag && tripped_ == 0) trip(context);
  if (tag == reset_tag) {
    context.record(sim::Severity::info, "breaker reset", {}, tripped_);
    tripped_ = 0;
  }
  const double mains = context.read(wiring_.mains);
  context.publish(wiring_.outage, mains != 0 ? mains : static_cast<double>(tripped_));
  plan(context);
}

void Circuit::trip(sim::Context& context) {
  constexpr long tenths = 10;
  const long rounded = std::lround(static_cast<double>(tenths) * current_a(context.now()));
  const auto rated = std::to_string(static_cast<long>(rated_a_));
  const std::string amperes = std::to_string(rounded / tenths) + "." + std::to_string(rounded % tenths);
  tripped_ = context.record(sim::Severity::error, "breaker trips", amperes + " A on a breaker of " + rated + " A");
  ++trips_;
  context.publish(wiring_.trip, static_cast<double>(tripped_));
  context.schedule(context.now() + sim::from_seconds(reset_s_), sim::Phase::fault, reset_tag);
}

void Circuit::plan(sim::Context& context) {
  context.cancel(next_);
  if (tripped_ != 0) return;
  const sim::Time now = context.now();
  double after_s = law_.trips_after_s(heat_, current_a(now), threshold_);
  sim::Tag tag = trip_tag;
  if (wall_.slope != 0) {
    const double drift_s = std::max(soonest_look_s, drift_share * wall_.at(now) / std::fabs(wall_.slope));
    if (drift_s < after_s) {
      after_s = drift_s;
      tag = load_tag;
    }
  }
  if (after_s < furthest_s) next_ = context.schedule(now + sim::from_seconds(after_s), sim::Phase::fault, tag);
}

}  // namespace rackcast::models
