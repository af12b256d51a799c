#include "sim/event_queue.hpp"

#include <algorithm>
#include <bit>

#include "sim/check.hpp"

namespace rackcast::sim {

namespace {

constexpr std::size_t soon = 32;  // entries of a bucket this small are about to run
constexpr std::size_t line_bytes = 64;

void prefetch(const void* address) {
  __builtin_prefetch(address);
  __builtin_prefetch(static_cast<const char*>(address) + line_bytes);
}

}  // namespace

const char* name(Phase phase) {
  constexpr std::array<const char*, phase_count> names{"fault", "physics", "control", "work", "observe"};
  return names[static_cast<std::size_t>(phase)];
}

std::size_t EventQueue::bucket_of(std::int64_t time_ns) const {
  return static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(time_ns ^ last_ns_)));
}

EventHandle EventQueue::make_slot() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.push_back(0);
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  ++pending_;
  return {slot, slots_[slot]};
}

EventHandle EventQueue::push(Time time, Phase phase, Component& component, Tag tag) {
  demand(time.ns >= last_ns_, "an event was scheduled in the past");
  const EventHandle handle = make_slot();
  const std::size_t bucket = bucket_of(time.ns);
  buckets_[bucket].push_back({time.ns, &component, tag, handle.slot << 3 | static_cast<std::uint32_t>(phase)});
  if (bucket > 0) filled_ |= std::uint64_t{1} << (bucket - 1);
  return handle;
}

bool EventQueue::cancel(EventHandle handle) {
  if (handle.slot >= slots_.size() || slots_[handle.slot] != handle.generation) return false;
  slots_[handle.slot] |= cancelled_bit;
  ++cancelled_;
  if (cancelled_ > drop_above_ && cancelled_ > pending_ / 2) drop_cancelled();
  return true;
}

void EventQueue::drop_cancelled() {
  for (std::size_t b = 0; b < bucket_count; ++b) {
    auto& bucket = buckets_[b];
    const auto gone = [this](const Entry& entry) {
      if ((slots_[entry.slot()] & cancelled_bit) == 0) return false;
      release(entry.slot());
      return true;
    };
    bucket.erase(std::remove_if(bucket.begin(), bucket.end(), gone), bucket.end());
    if (b > 0 && bucket.empty()) filled_ &= ~(std::uint64_t{1} << (b - 1));
  }
  drop_above_ = std::max(few_cancelled, 2 * cancelled_);  // those left are outside the buckets, in the running instant
}

bool EventQueue::pop_instant(Time limit, Time& now, std::vector<Entry>& taken) {
  taken.clear();
  if (!buckets_[0].empty()) {
    if (last_ns_ > limit.ns) return false;
    now.ns = last_ns_;
    taken.swap(buckets_[0]);
    return true;
  }
  if (filled_ == 0) return false;
  const auto lowest = static_cast<std::size_t>(std::countr_zero(filled_)) + 1;
  auto& bucket = buckets_[lowest];
  std::int64_t earliest = bucket.front().time_ns;
  for (const Entry& entry : bucket) earliest = std::min(earliest, entry.time_ns);
  if (earliest > limit.ns) return false;
  last_ns_ = earliest;
  now.ns = earliest;
  filled_ &= filled_ - 1;
  const bool runs_soon = bucket.size() <= soon;
  for (const Entry& entry : bucket) {
    if (runs_soon) prefetch(entry.component);
    const std::size_t target = bucket_of(entry.time_ns);
    if (target == 0) {
      taken.push_back(entry);
    } else {
      buckets_[target].push_back(entry);
      filled_ |= std::uint64_t{1} << (target - 1);
    }
  }
  bucket.clear();
  return true;
}

}  // namespace rackcast::sim
