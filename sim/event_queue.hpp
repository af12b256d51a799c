#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/time.hpp"

namespace rackcast::sim {

class Component;

/// Order of work within one round of an instant.
enum class Phase : std::uint8_t { fault, physics, control, work, observe };
inline constexpr std::size_t phase_count = 5;
const char* name(Phase phase);

/// What a component asked to be told; its meaning is the component's own.
using Tag = std::uint32_t;

/// Names a scheduled event for cancelling; default: none. Using it after the event fired is harmless.
struct EventHandle {
  std::uint32_t slot = ~std::uint32_t{0};
  std::uint32_t generation = 0;
};

/// Pending events ordered by time alone, first in first out within a time: a radix heap on integer nanoseconds
/// (Ahuja, Mehlhorn, Orlin and Tarjan 1990), whose buckets hold the events by the highest bit in which their time
/// differs from the last time taken. Redistribution keeps the order of arrival, and equal times always share a bucket,
/// so the order is total and deterministic. Cancelling is lazy: a cancelled entry leaves when its time comes or when
/// such entries outnumber the live ones.
class EventQueue {
 public:
  struct Entry {
    std::int64_t time_ns;
    Component* component;
    Tag tag;
    std::uint32_t slot_phase;  ///< slot in the upper 29 bits, phase in the lower 3

    std::uint32_t slot() const { return slot_phase >> 3; }
    Phase phase() const { return static_cast<Phase>(slot_phase & 7u); }
  };

  /// Adds an event at `time`, not before the last instant taken. Throws EngineError otherwise.
  EventHandle push(Time time, Phase phase, Component& component, Tag tag);

  /// Makes a slot for an event that its owner keeps outside the heap (events of the running instant).
  EventHandle make_slot();

  /// True when the event was still pending and now is not.
  bool cancel(EventHandle handle);

  /// Takes all events of the earliest time at or before `limit`, in order of arrival, into `taken`; false when none.
  /// Cancelled events may be among them: `release` tells.
  bool pop_instant(Time limit, Time& now, std::vector<Entry>& taken);

  /// Gives the slot of a taken entry back; false when it had been cancelled.
  bool release(std::uint32_t slot) {
    const std::uint32_t state = slots_[slot];
    slots_[slot] = (state + 1) & generation_mask;
    free_.push_back(slot);
    --pending_;
    if ((state & cancelled_bit) == 0) return true;
    --cancelled_;
    return false;
  }

  /// Live events.
  std::size_t size() const { return pending_ - cancelled_; }

 private:
  static constexpr std::uint32_t cancelled_bit = 1u << 31;
  static constexpr std::uint32_t generation_mask = cancelled_bit - 1;
  static constexpr std::size_t bucket_count = 65;
  static constexpr std::size_t few_cancelled = 1024;  ///< so many are left to their time in any case

  std::size_t bucket_of(std::int64_t time_ns) const;
  void drop_cancelled();

  std::array<std::vector<Entry>, bucket_count> buckets_;
  std::uint64_t filled_ = 0;  ///< bit i − 1: bucket i is not empty
  std::int64_t last_ns_ = 0;
  std::vector<std::uint32_t> slots_;  ///< generation, and whether the pending event was cancelled
  std::vector<std::uint32_t> free_;
  std::size_t pending_ = 0;
  std::size_t cancelled_ = 0;
  std::size_t drop_above_ =
      few_cancelled;  ///< cancelled entries are dropped when there are more, and more than live ones
};

}  // namespace rackcast::sim
