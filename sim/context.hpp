#pragma once

#include <string>
#include <utility>

#include "sim/simulator.hpp"

namespace rackcast::sim {

/// What a component sees while it is awake: the time, its own events, signals, random streams and the trace.
class Context {
 public:
  Context(Simulator& simulator, Component& self) : simulator_(simulator), self_(self) {}

  Time now() const { return simulator_.now_; }

  /// Wakes this component at `at` (not before now) in `phase` with `tag`; not at all when `at` is never.
  EventHandle schedule(Time at, Phase phase, Tag tag) { return simulator_.schedule(self_, at, phase, tag); }

  /// Takes back an event of its own; harmless when it fired already. The handle is cleared.
  void cancel(EventHandle& handle) {
    simulator_.queue_.cancel(handle);
    handle = {};
  }

  template <class Quantity>
  const Ramp& ramp(Signal<Quantity> signal) const {
    return simulator_.signals_.read(signal);
  }
  template <class Quantity>
  double read(Signal<Quantity> signal) const {
    return ramp(signal).at(now());
  }

  /// Publishes value and slope from now on. Listeners are woken once per round; nobody is woken when nothing changed.
  template <class Quantity>
  void publish(Signal<Quantity> signal, double value, double slope = 0) {
    simulator_.publish(signal.index, value, slope);
  }

  /// The stream of this component for `purpose`.
  Stream stream(std::string_view purpose) const { return {simulator_.identity_, self_.path(), purpose}; }

  /// Writes a line of the event log; returns its id, to be given as the cause of what follows from it.
  std::uint64_t record(Severity severity, std::string event, std::string detail = {}, std::uint64_t cause = 0) {
    return simulator_.record(self_, severity, std::move(event), std::move(detail), cause);
  }

  /// Ends the run after this instant.
  void stop() { simulator_.stopped_ = true; }

 private:
  Simulator& simulator_;
  Component& self_;
};

}  // namespace rackcast::sim
