#include "models/flow.hpp"

#include <cmath>

namespace rackcast::models {

namespace {

constexpr double drift_horizon_s = 600;  // a line may be off by a quantum this much later

}  // namespace

void FlowSource::update(sim::Context& context, const sim::Ramp& line, double given_j) {
  const sim::Time now = context.now();
  const double off_w = line.value - published_.at(now);
  const double later_w = off_w + (line.slope - published_.slope) * drift_horizon_s;
  const double owed_j = given_j - booked_j(now);
  const bool moved = std::fabs(off_w) > quantum_w_ || std::fabs(later_w) > quantum_w_;
  if (!moved && std::fabs(owed_j) < residue_j_) return;
  if (off_w == 0 && line.slope == published_.slope) return;  // on the line: what is owed comes back by itself
  paid_j_ += owed_j;
  booked_j_ = given_j;
  published_ = line;
  context.publish(flow_.paid, paid_j_);
  context.publish(flow_.power, line.value, line.slope);
}

double FlowSource::owes_too_much_after_s(sim::Time now, const sim::Ramp& line, double given_j) const {
  const double off_w = line.value - published_.at(now);
  if (off_w == 0) return INFINITY;
  return ((off_w > 0 ? residue_j_ : -residue_j_) - (given_j - booked_j(now))) / off_w;
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
