#include "sim/signal.hpp"

#include <algorithm>

#include "sim/check.hpp"

namespace rackcast::sim {

Time Ramp::reaches(double level, Time from) const {
  if (slope == 0) return Time::never();
  const double after_s = (level - at(from)) / slope;
  if (!(after_s >= 0)) return Time::never();
  const Time after = from_seconds(after_s);
  return after == Time::never() || from.ns > Time::never().ns - after.ns - 1 ? Time::never() : from + after + Time{1};
}

void SignalTable::trim() {
  values_.shrink_to_fit();
  chains_.shrink_to_fit();
  links_.shrink_to_fit();
  listeners_.shrink_to_fit();
}

void SignalTable::add_listener(std::uint32_t signal, Component& component, Phase phase, Tag tag) {
  demand(signal < values_.size(), "a component listens to a signal that was never created");
  const auto same = [&](const Listener& other) {
    return other.component == &component && other.phase == phase && other.tag == tag;
  };
  // The listeners of one component are created together, so the search is short from the end.
  const auto found = std::find_if(listeners_.rbegin(), listeners_.rend(), same);
  const auto index =
      found == listeners_.rend() ? listeners_.size() : static_cast<std::size_t>(listeners_.rend() - found) - 1;
  if (found == listeners_.rend()) listeners_.push_back({&component, phase, tag});
  const auto link = static_cast<std::uint32_t>(links_.size());
  links_.push_back({static_cast<std::uint32_t>(index)});
  Chain& chain = chains_[signal];
  (chain.first == none ? chain.first : links_[chain.last].next) = link;
  chain.last = link;
}

}  // namespace rackcast::sim
