#include "sim/simulator.hpp"

#include <set>

#include "sim/check.hpp"

namespace rackcast::sim {

namespace {

constexpr std::uint64_t interrupt_interval = 4096;  // events between two looks at the interrupt flag
constexpr auto observe = static_cast<std::size_t>(Phase::observe);

}  // namespace

void Simulator::run(Time until, const std::atomic<bool>* interrupt) {
  if (!started_) start();
  std::uint64_t look_at = events_;
  while (!stopped_ && queue_.pop_instant(until, now_, taken_)) {
    for (const auto& entry : taken_) {
      this_round_[static_cast<std::size_t>(entry.phase())].push_back({entry.component, entry.tag, entry.slot()});
    }
    settle();
    if (events_ < look_at) continue;
    if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) stopped_ = true;
    look_at = events_ + interrupt_interval;
  }
  if (!stopped_ && until > now_ && until != Time::never()) now_ = until;
}

void Simulator::start() {
  started_ = true;
  activity_ = Activity::starting;
  signals_.trim();
  for (const auto& component : components_) {
    Context context(*this, *component);
    component->start(context);
  }
  settle();
}

void Simulator::settle() {
  activity_ = Activity::round;
  for (round_ = 0;; ++round_) {
    for (std::size_t phase = 0; phase < observe; ++phase) {
      if (!this_round_[phase].empty()) run_phase(this_round_[phase], phase);
    }
    ++round_stamp_;
    if (later_ == 0) break;
    if (round_ + 1 >= max_rounds) report_endless();
    for (std::size_t phase = 0; phase < observe; ++phase) this_round_[phase].swap(next_round_[phase]);
    later_ = 0;
  }
  activity_ = Activity::observing;
  if (!this_round_[observe].empty()) run_phase(this_round_[observe], observe);
  ++round_stamp_;
  activity_ = Activity::idle;
}

void Simulator::run_phase(std::vector<Waiting>& list, std::size_t phase) {
  running_phase_ = phase;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Waiting waiting = list[i];
    if (!queue_.release(waiting.slot)) continue;
    ++events_;
    Context context(*this, *waiting.component);
    waiting.component->wake(context, waiting.tag);
  }
  list.clear();
}

void Simulator::report_endless() const {
  std::set<std::string> names;
  for (const auto& list : next_round_) {
    for (const auto& waiting : list) names.insert(waiting.component->path());
  }
  std::string joined;
  for (const auto& path : names) joined += (joined.empty() ? "" : ", ") + path;
  throw EndlessInstant("the instant at " + std::to_string(to_seconds(now_)) + " s did not settle in " +
                       std::to_string(max_rounds) + " rounds (these keep asking for another: " + joined + ")");
}

bool Simulator::runs_this_round(Phase phase) const {
  return activity_ == Activity::starting || phase == Phase::observe || static_cast<std::size_t>(phase) > running_phase_;
}

EventHandle Simulator::schedule_now(Component& component, Phase phase, Tag tag) {
  demand(activity_ != Activity::observing, "an observer scheduled an event for now");
  const EventHandle handle = queue_.make_slot();
  const auto index = static_cast<std::size_t>(phase);
  const bool here = runs_this_round(phase);
  (here ? this_round_ : next_round_)[index].push_back({&component, tag, handle.slot});
  if (!here) ++later_;
  return handle;
}

EventHandle Simulator::schedule(Component& component, Time at, Phase phase, Tag tag) {
  if (at == Time::never()) return {};
  if (at == now_ && activity_ != Activity::idle) return schedule_now(component, phase, tag);
  return queue_.push(at, phase, component, tag);
}

void Simulator::publish(std::uint32_t signal, double value, double slope) {
  demand(activity_ != Activity::observing, "an observer published a signal");
  Ramp& published = signals_.value(signal);
  if (published.slope == slope && published.at(now_) == value) return;
  published = {value, slope, now_};
  signals_.each_listener(signal, [this](SignalTable::Listener& listener) {
    const bool here = runs_this_round(listener.phase);
    const std::uint64_t stamp =
        listener.phase == Phase::observe ? ~static_cast<std::uint64_t>(now_.ns) : round_stamp_ + (here ? 0 : 1);
    if (listener.asked == stamp) return;
    listener.asked = stamp;
    schedule_now(*listener.component, listener.phase, listener.tag);
  });
}

std::uint64_t Simulator::record(const Component& component, Severity severity, std::string event, std::string detail,
                                std::uint64_t cause) {
  const std::uint64_t id = trace_.events.size() + 1;
  trace_.events.push_back({id, cause, now_, severity, component.path(), std::move(event), std::move(detail)});
  return id;
}

}  // namespace rackcast::sim
