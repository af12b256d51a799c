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
  const sim::Ramp& neighbour = context.ramp(gpu_heat_[gpu - 1].power);
  return {shared.value + preheat_k_per_w_ * neighbour.at(context.now()),
          shared.slope + preheat_k_per_w_ * neighbour.slope, context.now()};
}

void CaseAir::start(sim::Context& context) {
  for (std::size_t i = 0; i < intakes_.size(); ++i) {
    published_[i] = {context.read(room_air_), 0, context.now()};
    context.publish(intakes_[i], published_[i].value);
  }
  wake(context, 0);
}

void CaseAir::wake(sim::Context& context, sim::Tag) {
  const sim::Time now = context.now();
  double heat_w = context.read(other_heat_.power);
  double heat_slope = context.ramp(other_heat_.power).slope;
  for (const Flow& flow : gpu_heat_) {
    heat_w += context.read(flow.power);
    heat_slope += context.ramp(flow.power).slope;
  }
  const sim::Ramp shared{context.read(room_air_) + recirculated_k_per_w_ * heat_w,
                         context.ramp(room_air_).slope + recirculated_k_per_w_ * heat_slope, now};
  double soonest_s = INFINITY;
  for (std::size_t i = 0; i < intakes_.size(); ++i) {
    const sim::Ramp truth = intake(context, i, shared);
    if (std::fabs(truth.value - published_[i].at(now)) >= intake_quantum_k * nearly) {
      published_[i] = truth;
      context.publish(intakes_[i], truth.value, truth.slope);
    }
    const double deviation = truth.value - published_[i].at(now);
    soonest_s = std::min(soonest_s, leaves_after_s(deviation, truth.slope - published_[i].slope, intake_quantum_k));
  }
  context.cancel(next_);
  const sim::Time at = now + sim::from_seconds(soonest_s) + sim::Time{1};
  if (soonest_s < furthest_s) next_ = context.schedule(at, sim::Phase::physics, 0);
}

}  // namespace rackcast::models
