#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/component.hpp"
#include "sim/event_queue.hpp"
#include "sim/signal.hpp"
#include "sim/stream.hpp"
#include "sim/time.hpp"
#include "sim/trace.hpp"

namespace rackcast::sim {

/// Runs the components from event to event. An instant is a sequence of rounds of the phases fault, physics, control,
/// work; what a phase schedules for now in its own or an earlier phase runs in the next round; `observe` runs once,
/// after the last round. An instant that needs more than `max_rounds` rounds throws EndlessInstant.
class Simulator {
 public:
  static constexpr int max_rounds = 64;

  explicit Simulator(RunIdentity identity) : identity_(identity) {}

  /// Owns the component; it starts in order of addition.
  template <class Model, class... Args>
  Model& add(Args&&... args) {
    auto made = std::make_unique<Model>(std::forward<Args>(args)...);
    Model& model = *made;
    components_.push_back(std::move(made));
    return model;
  }

  SignalTable& signals() { return signals_; }
  const SignalTable& signals() const { return signals_; }

  /// Runs all instants up to and including `until`, or to a stop asked for by a component or by `*interrupt`.
  /// Afterwards now() is `until`, or the time of the stop.
  void run(Time until, const std::atomic<bool>* interrupt = nullptr);

  Time now() const { return now_; }
  bool stopped() const { return stopped_; }
  std::uint64_t events() const { return events_; }
  const RunIdentity& identity() const { return identity_; }
  Trace& trace() { return trace_; }
  const Trace& trace() const { return trace_; }

 private:
  friend class Context;

  enum class Activity { idle, starting, round, observing };

  struct Waiting {
    Component* component;
    Tag tag;
    std::uint32_t slot;
  };
  using Lists = std::array<std::vector<Waiting>, phase_count>;

  void start();
  void settle();
  void run_phase(std::vector<Waiting>& list, std::size_t phase);
  [[noreturn]] void report_endless() const;
  EventHandle schedule(Component& component, Time at, Phase phase, Tag tag);
  EventHandle schedule_now(Component& component, Phase phase, Tag tag);
  void publish(std::uint32_t signal, double value, double slope);
  bool runs_this_round(Phase phase) const;
  std::uint64_t record(const Component& component, Severity severity, std::string event, std::string detail,
                       std::uint64_t cause);

  RunIdentity identity_;
  std::vector<std::unique_ptr<Component>> components_;
  SignalTable signals_;
  EventQueue queue_;
  Lists this_round_;
  Lists next_round_;
  std::vector<EventQueue::Entry> taken_;
  Trace trace_;
  Time now_;
  Activity activity_ = Activity::idle;
  std::size_t running_phase_ = 0;
  int round_ = 0;
  std::uint64_t round_stamp_ = 1;  ///< counts rounds over the whole run
  std::uint64_t events_ = 0;
  std::size_t later_ = 0;  ///< events in next_round_
  bool started_ = false;
  bool stopped_ = false;
};

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
