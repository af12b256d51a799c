#pragma once

#include <cstdint>
#include <vector>

#include "sim/event_queue.hpp"
#include "sim/time.hpp"

namespace rackcast::sim {

/// A value that moves linearly in time from an anchor.
struct Ramp {
  double value = 0;
  double slope = 0;  ///< per second
  Time since;

  double at(Time t) const { return slope == 0 ? value : value + slope * to_seconds(t - since); }
  /// ∫ from `since` to t.
  double area(Time t) const {
    const double dt_s = to_seconds(t - since);
    return dt_s * (value + slope * (dt_s / 2));
  }
  /// First time after `from` at which the line meets `level`; never if it does not.
  Time reaches(double level, Time from) const;
};

/// A typed handle of a published value; `Quantity` is an empty tag type that names what the value is (and its unit), so
/// that a power cannot be wired where a temperature is read.
template <class Quantity>
struct Signal {
  std::uint32_t index = ~std::uint32_t{0};
};

/// Published values and who listens to them. Publishing never calls a listener: it asks for one event per listener and
/// round.
class SignalTable {
 public:
  struct Listener {
    Component* component;
    Phase phase;
    Tag tag;
    std::uint64_t asked = 0;  ///< stamp of the round for which it was last asked
  };

  template <class Quantity>
  Signal<Quantity> create(double initial) {
    values_.push_back({initial, 0, {}});
    chains_.emplace_back();
    return {static_cast<std::uint32_t>(values_.size() - 1)};
  }

  /// `component` will be woken in `phase` with `tag` when the signal is published. Equal (component, phase, tag) share
  /// one listener: one wake per round however many of its signals changed.
  template <class Quantity>
  void listen(Signal<Quantity> signal, Component& component, Phase phase, Tag tag) {
    add_listener(signal.index, component, phase, tag);
  }

  template <class Quantity>
  const Ramp& read(Signal<Quantity> signal) const {
    return values_[signal.index];
  }

  Ramp& value(std::uint32_t index) { return values_[index]; }
  /// work(listener) for each that hears the signal, in the order in which they asked to.
  template <class Work>
  void each_listener(std::uint32_t signal, Work&& work) {
    for (std::uint32_t at = chains_[signal].first; at != none; at = links_[at].next)
      work(listeners_[links_[at].listener]);
  }
  std::size_t size() const { return values_.size(); }
  /// Everything is wired: gives back what the tables hold in reserve.
  void trim();

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Link {
    std::uint32_t listener;
    std::uint32_t next = none;
  };
  struct Chain {
    std::uint32_t first = none;
    std::uint32_t last = none;
  };

  void add_listener(std::uint32_t signal, Component& component, Phase phase, Tag tag);

  std::vector<Ramp> values_;
  std::vector<Chain> chains_;  ///< of links, one a signal
  std::vector<Link> links_;
  std::vector<Listener> listeners_;
};

}  // namespace rackcast::sim
