#pragma once

#include "models/server_spec.hpp"
#include "models/signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// Signals of a supply whose units may fail.
struct UnitSignals {
  Signal<Count> working;  // heard
  Signal<RecordId> lost;  // heard: the latest loss
  Signal<Watts> cap;      // given: power limit of every board; infinite: none
  Signal<OnOff> brake;    // given: the slowdown signal to the boards
};

/// Power limit of each board with which `working` units carry the server: what their rating leaves beside processors at
/// design power and the fans, in equal parts, but no less than the driver takes. Phases of a step above the limit are
/// the overload tolerance's to bear.
double cap_for_units_w(const ServerSpec& server, double working);

/// What the platform does when units are lost (`on_loss`). It reacts when fewer work than are needed (`needed`, all of
/// them if that is not said), or when those left cannot carry the mean load; from then on until the number of working
/// units changes. With no unit left the server is off, whatever was asked.
class UnitLoss {
 public:
  UnitLoss(const ServerSpec& server, const UnitSignals& signals);

  /// Whether the number of working units changed.
  bool hear(const sim::Context& context);
  /// Reacts to a load of `load_w` on those that work.
  void react(sim::Context& context, double load_w);

  double working() const { return working_; }
  bool off() const { return working_ == 0 || (reacting_ && server_.psu.on_loss == LossReaction::off); }
  bool braked() const { return reacting_ && server_.psu.on_loss == LossReaction::power_brake; }
  /// "1 of 2 units left"
  std::string left_text() const;
  std::uint64_t record(const sim::Context& context) const;

 private:
  void tell(sim::Context& context);

  ServerSpec server_;
  UnitSignals signals_;
  double working_;
  bool reacting_ = false;
  bool told_ = false;  ///< the reaction that stands published
};

}  // namespace rackcast::models
