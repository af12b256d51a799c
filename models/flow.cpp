#include "models/flow.hpp"

#include <cmath>

namespace rackcast::models {

namespace {

constexpr double nearly = 1 - 1e-9;  // a crossing found to the nanosecond is read with rounding

}  // namespace

bool FlowSource::left(sim::Time now, double power_w, double given_j) const {
  return std::fabs(power_w - published_.at(now)) >= quantum_w_ * nearly ||
         std::fabs(given_j - booked_j(now)) >= residue_j_ * nearly;
}

double FlowSource::owes_too_much_after_s(sim::Time now, double power_w, double given_j) const {
  const double bias_w = power_w - published_.at(now);
  if (bias_w == 0) return INFINITY;
  return ((bias_w > 0 ? residue_j_ : -residue_j_) - (given_j - booked_j(now))) / bias_w;
}

void FlowSource::publish(sim::Context& context, double power_w, double slope_w_per_s, double given_j) {
  const sim::Time now = context.now();
  const double owed_j = given_j - booked_j(now);
  paid_j_ += owed_j;
  booked_j_ = given_j;
  published_ = {power_w, slope_w_per_s, now};
  context.publish(flow_.paid, paid_j_);
  context.publish(flow_.power, power_w, slope_w_per_s);
}

const std::vector<Flow> FlowSink::flows() const {
  std::vector<Flow> flows;
  for (const auto& input : inputs_) flows.push_back(input.flow);
  return flows;
}

FlowSink::Taken FlowSink::take(const sim::Context& context) {
  Taken sum;
  for (auto& input : inputs_) {
    const sim::Ramp& power = context.ramp(input.flow.power);
    sum.power_w += power.at(context.now());
    sum.slope_w_per_s += power.slope;
    const double paid_j = context.read(input.flow.paid);
    sum.lump_j += paid_j - input.paid_j;
    input.paid_j = paid_j;
  }
  return sum;
}

Flow create_flow(sim::SignalTable& signals) { return {signals.create<Watts>(0), signals.create<Joules>(0)}; }

}  // namespace rackcast::models
