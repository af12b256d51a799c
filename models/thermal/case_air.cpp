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

CaseAir::CaseAir(std::string path, const CaseSpec& spec, Signal<Celsius> room_air, std::vector<Flow> gpu_heat,
                 Flow other_heat, std::vector<Signal<Celsius>> intakes)
    : sim::Component(std::move(path)),
      recirculated_k_per_w_(spec.recirculation / (air_j_per_m3_k * spec.airflow_m3_per_s)),
      preheat_k_per_w_(spec.preheat * static_cast<double>(gpu_heat.size()) / (air_j_per_m3_k * spec.airflow_m3_per_s)),
      room_air_(room_air),
      gpu_heat_(std::move(gpu_heat)),
      other_heat_(other_heat),
      intakes_(std::move(intakes)),
      published_(intakes_.size()) {}

sim::Ramp CaseAir::intake(const sim::Context& context, std::size_t gpu, const sim::Ramp& shared) const {
  if (gpu == 0) return shared;
  return {shared.value + preheat_k_per_w_ * warming_w(context, gpu_heat_[gpu - 1]), shared.slope, shared.since};
}

void CaseAir::start(sim::Context& context) {
  for (std::size_t i = 0; i < intakes_.size(); ++i) {
    published_[i] = {context.read(room_air_), 0, context.now()};
    context.publish(intakes_[i], published_[i].value);
  }
  wake(context, 0);
}

// Room air and what the case's own heat adds to it.
sim::Ramp CaseAir::shared(const sim::Context& context) const {
  double heat_w = warming_w(context, other_heat_);
  for (const Flow& flow : gpu_heat_) heat_w += warming_w(context, flow);
  return {context.read(room_air_) + recirculated_k_per_w_ * heat_w, context.ramp(room_air_).slope, context.now()};
}

// Publishes an intake that has left what stands published. Seconds until it has to be looked at again.
double CaseAir::publish(sim::Context& context, std::size_t gpu, const sim::Ramp& truth) {
  sim::Ramp& published = published_[gpu];
  if (std::fabs(truth.value - published.at(truth.since)) >= intake_quantum_k * nearly) {
    const double rests_s = shortest_interval_s - sim::to_seconds(truth.since - published.since);
    if (rests_s > 0) return rests_s;
    published = truth;
    context.publish(intakes_[gpu], truth.value, truth.slope);
  }
  return leaves_after_s(truth.value - published.at(truth.since), truth.slope - published.slope, intake_quantum_k);
}

void CaseAir::wake(sim::Context& context, sim::Tag) {
  const sim::Ramp common = shared(context);
  double soonest_s = INFINITY;
  for (std::size_t i = 0; i < intakes_.size(); ++i) {
    soonest_s = std::min(soonest_s, publish(context, i, intake(context, i, common)));
  }
  context.cancel(next_);
  const sim::Time at = context.now() + sim::from_seconds(soonest_s) + sim::Time{1};
  if (soonest_s < furthest_s) next_ = context.schedule(at, sim::Phase::physics, 0);
}

}  // namespace rackcast::models
