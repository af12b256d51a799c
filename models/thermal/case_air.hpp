#pragma once

#include <vector>

#include "models/flow.hpp"
#include "models/server_spec.hpp"
#include "models/thermal/case_streams.hpp"

namespace rackcast::models {

struct CaseWiring {
  Signal<Celsius> room_air;              // heard
  Signal<CubicMetresPerSecond> airflow;  // heard
  Signal<Factor> dust;                   // heard: on it
  std::vector<Flow> gpu_heat;            // heard
  Flow other_heat;                       // heard
  std::vector<Signal<Celsius>> intakes;  // given
};

/// Air through a server's case. The intake of GPU i is room air warmed by the case's own heat that finds its way back
/// and by the one before it: T_i = T_room + recirculation·ΣQ/(ρc_p V̇) + preheat·Q_before/(ρc_p V̇/columns) (CaseSpec
/// says which that is), Q of a GPU being the share of its heat that its cooler leaves in the case (the rest goes
/// straight to the room). Air holds no heat here (its seconds are nothing beside the sinks'). An intake follows the
/// ramp of the room and the heats' present values, not their slopes (a sink's heat falls as its intake rises: fed back
/// by recirculation, the slopes would drive each other); it is published again when it has left what stands published
/// by `intake_quantum_k`, but not sooner than `shortest_interval_s` after the last time: boards publish the heat on
/// which their sinks settle, minutes early, and where air recirculates (warmer intakes leak more, which warms the
/// intakes) following it at once would run through in an instant what takes minutes.
class CaseAir : public sim::Component {
 public:
  static constexpr double intake_quantum_k = 0.2;
  static constexpr double shortest_interval_s = 2;

  /// `inside`: share of the GPUs' heat that warms the case.
  CaseAir(std::string path, const CaseSpec& spec, double inside, CaseWiring wiring);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

 private:
  sim::Ramp shared(const sim::Context& context) const;
  sim::Ramp intake(const sim::Context& context, std::size_t gpu, const sim::Ramp& shared) const;
  double publish(sim::Context& context, std::size_t gpu, const sim::Ramp& truth);
  void blow(double m3_per_s);
  double gpu_warming_w(const sim::Context& context, std::size_t gpu) const;

  CaseSpec spec_;
  double inside_;
  CaseWiring wiring_;
  CaseStreams streams_;
  double recirculated_k_per_w_ = 0;
  double preheat_k_per_w_ = 0;
  std::vector<sim::Ramp> published_;
  sim::EventHandle next_;
};

}  // namespace rackcast::models
