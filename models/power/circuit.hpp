#pragma once

#include "models/flow.hpp"
#include "models/power/breaker_law.hpp"

namespace rackcast::models {

struct CircuitWiring {
  Flow wall;                // heard: what the server draws
  Signal<RecordId> mains;   // heard: the outlet is dead by a planned event; 0 while it is live
  Signal<RecordId> outage;  // given: the outlet is dead, whatever the reason
  Signal<RecordId> trip;    // given: the latest trip
};

/// The outlets of one server on their breakers, which share its load equally. The weakest breaker trips first and takes
/// the server down; somebody resets it `reset_s` later. Thresholds are drawn per breaker.
class Circuit : public sim::Component {
 public:
  Circuit(std::string path, const ServerSpec& server, double reset_s, const CircuitWiring& wiring);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;
  int trips() const { return trips_; }

 private:
  enum : sim::Tag { load_tag, trip_tag, reset_tag };

  double current_a(sim::Time t) const { return wall_.at(t) / volts_; }
  void pass_time(sim::Time now);
  void trip(sim::Context& context);
  void plan(sim::Context& context);

  BreakerLaw law_;
  double rated_a_;
  double volts_;  ///< times the number of outlets
  double reset_s_;
  double outlets_;
  CircuitWiring wiring_;
  sim::Ramp wall_;
  sim::Time since_;
  double heat_ = 0;
  double threshold_ = 0;
  std::uint64_t tripped_ = 0;  ///< record of a trip that nobody has reset yet
  int trips_ = 0;
  sim::EventHandle next_;
};

/// Whether the breakers of this server could ever trip: what it may draw exceeds what they hold.
bool may_trip(const ServerSpec& server);

}  // namespace rackcast::models
