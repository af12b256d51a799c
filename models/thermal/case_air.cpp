#include "models/thermal/case_air.hpp"

#include <algorithm>
#include <cmath>

#include "models/thermal/air.hpp"

namespace rackcast::models {

namespace {

constexpr double nearly = 1 - 1e-9;  // a crossing found to the nanosecond is read with rounding
constexpr double furthest_s = 1e9;   // thirty years: beyond any run

// Seconds until a straight deviation leaves ±quantum; infinite if it never does.
double leaves_after_s(double deviation, double drift_per_s, double quantum) {
  if (drift_per_s == 0) return INFINITY;
  return ((drift_per_s > 0 ? quantum : -quantum) - deviation) / drift_per_s;
}

// Heat that warms intakes. A sink that is being warmed by its intake takes heat up; what it takes is no heat of its own
// to cool others with.
double warming_w(const sim::Context& context, const Flow& flow) { return std::max(0.0, context.read(flow.power)); }

}  // namespace

CaseAir::CaseAir(std::string path, const CaseSpec& spec, double inside, CaseWiring wiring)
    : sim::Component(std::move(path)),
      spec_(spec),
      inside_(inside),
      wiring_(std::move(wiring)),
      streams_(case_streams(spec, wiring_.gpu_heat.size())),
      published_(wiring_.intakes.size()) {
  blow(spec.airflow_m3_per_s);
}

void CaseAir::blow(double m3_per_s) {
  const double stream_w_per_k = air_j_per_m3_k * m3_per_s;
  recirculated_k_per_w_ = spec_.recirculation / stream_w_per_k;
  preheat_k_per_w_ = spec_.preheat * static_cast<double>(streams_.columns) / stream_w_per_k;
}

double CaseAir::gpu_warming_w(const sim::Context& context, std::size_t gpu) const {
  return inside_ * warming_w(context, wiring_.gpu_heat[gpu]);
}

sim::Ramp CaseAir::intake(const sim::Context& context, std::size_t gpu, const sim::Ramp& shared) const {
  if (gpu < streams_.before) return shared;
  return {shared.value + preheat_k_per_w_ * gpu_warming_w(context, gpu - streams_.before), shared.slope, shared.since};
}

void CaseAir::start(sim::Context& context) {
  for (std::size_t i = 0; i < wiring_.intakes.size(); ++i) {
    published_[i] = {context.read(wiring_.room_air), 0, context.now()};
    context.publish(wiring_.intakes[i], published_[i].value);
  }
  wake(context, 0);
}

// Room air and what the case's own heat adds to it.
sim::Ramp CaseAir::shared(const sim::Context& context) const {
  double heat_w = warming_w(context, wiring_.other_heat);
  for (std::size_t i = 0; i < wiring_.gpu_heat.size(); ++i) heat_w += gpu_warming_w(context, i);
  const sim::Ramp& room = context.ramp(wiring_.room_air);
  return {room.at(context.now()) + recirculated_k_per_w_ * heat_w, room.slope, context.now()};
}

// Publishes an intake that has left what stands published. Seconds until it has to be looked at again.
double CaseAir::publish(sim::Context& context, std::size_t gpu, const sim::Ramp& truth) {
  sim::Ramp& published = published_[gpu];
  if (std::fabs(truth.value - published.at(truth.since)) >= intake_quantum_k * nearly) {
    const double rests_s = shortest_interval_s - sim::to_seconds(truth.since - published.since);
    if (rests_s > 0) return rests_s;
    published = truth;
    context.publish(wiring_.intakes[gpu], truth.value, truth.slope);
  }
  return leaves_after_s(truth.value - published.at(truth.since), truth.slope - published.slope, intake_quantum_k);
}

void CaseAir::wake(sim::Context& context, sim::Tag) {
  blow(context.read(wiring_.airflow) * context.read(wiring_.dust));
  const sim::Ramp common = shared(context);
  double soonest_s = INFINITY;
  for (std::size_t i = 0; i < wiring_.intakes.size(); ++i) {
    soonest_s = std::min(soonest_s, publish(context, i, intake(context, i, common)));
  }
  context.cancel(next_);
  const sim::Time at = context.now() + sim::from_seconds(soonest_s) + sim::Time{1};
  if (soonest_s < furthest_s) next_ = context.schedule(at, sim::Phase::physics, 0);
}

}  // namespace rackcast::models
