#pragma once

#include <vector>

#include "models/signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// The giving end of a flow. The true flow follows temperatures; what is published is a straight line towards which it
/// settles, published again when that line has moved by a quantum. Both ends book the published energy; what the truth
/// gave more or less (the heat a sink takes up or gives back on its way) is carried as a residue in joules and paid, as
/// a lump, at the next publication: nothing is ever lost.
class FlowSource {
 public:
  /// `residue_j` bounds what a line that is off may owe: a lump paid at once must not be felt.
  FlowSource(Flow flow, double quantum_w, double residue_j)
      : flow_(flow), quantum_w_(quantum_w), residue_j_(residue_j) {}

  /// Publishes `line` (from now on) if it is a quantum or more away from what stands published, or too much is owed.
  /// `given_j` is the true energy since the start.
  void update(sim::Context& context, const sim::Ramp& line, double given_j);
  /// Seconds after which too much will be owed if the flow stays on `line`.
  double owes_too_much_after_s(sim::Time now, const sim::Ramp& line, double given_j) const;

  const sim::Ramp& published() const { return published_; }
  /// Energy booked by both ends up to t.
  double booked_j(sim::Time t) const { return booked_j_ + published_.area(t); }

 private:
  Flow flow_;
  double quantum_w_;
  double residue_j_;
  sim::Ramp published_;
  double booked_j_ = 0;  ///< up to published_.since, lumps included
  double paid_j_ = 0;
};

/// The taking end of several flows: their sum as a ramp and the lumps paid since the last look.
class FlowSink {
 public:
  void add(Flow flow) { inputs_.push_back({flow, 0}); }

  struct Taken {
    double power_w = 0;
    double slope_w_per_s = 0;
    double lump_j = 0;
  };
  /// Sum at now, in order of addition. The lumps are handed over once.
  Taken take(const sim::Context& context);

 private:
  struct Input {
    Flow flow;
    double paid_j;
  };
  std::vector<Input> inputs_;
};

Flow create_flow(sim::SignalTable& signals);

}  // namespace rackcast::models
