#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/alarm_reaction.hpp"
#include "models/outcome.hpp"
#include "sim/crossing.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// One value an alarm rule looks at, and the component that has it.
struct AlarmPoint {
  std::string path;
  std::function<double(sim::Time)> read;
  /// First time after `from` at which the value is at or beyond `threshold` in the direction, things going on as they
  /// are; empty for a value that only moves when something changes.
  std::function<sim::Time(sim::Time from, double threshold, sim::Direction direction)> next;
};

/// A rule `PATH OP QUANTITY` with `for`: when a point has been beyond the threshold for `for_s` without a break, the
/// alarm is raised, and again only after the point was back. It wakes when a point changes course or crosses the
/// threshold, never to poll. It alters nothing but by the reaction that was asked for.
class Alarm : public sim::Component {
 public:
  enum class Beyond { above, below };
  static constexpr sim::Tag look_tag = 0;  ///< for the signals by which points change course

  Alarm(std::string when, Beyond beyond, double threshold, double for_s, std::vector<AlarmPoint> points,
        ReactionPlan reaction = {});

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;
  const AlarmOutcome& outcome() const { return outcome_; }

 private:
  struct State {
    sim::Time since = sim::Time::never();  ///< beyond since
    bool raised = false;
  };

  static constexpr sim::Tag react_tag = 1;
  static constexpr sim::Tag release_tag = 2;

  bool is_beyond(double value) const;
  bool any_raised() const;
  void watch(sim::Context& context);
  void react(sim::Context& context);
  void release(sim::Context& context);
  void publish(sim::Context& context, double record, double cap_w);
  void look(sim::Context& context, const AlarmPoint& point, State& state);
  sim::Time next(sim::Time now, const AlarmPoint& point, const State& state) const;

  Beyond beyond_;
  double threshold_;
  sim::Time for_;
  std::vector<AlarmPoint> points_;
  std::vector<State> states_;
  AlarmOutcome outcome_;
  ReactionPlan reaction_;
  bool is_due_ = false;  ///< somebody is on the way
  bool is_acting_ = false;
  bool is_held_ = false;  ///< acting, for less than the shortest time
  std::uint64_t alarm_record_ = 0;
  std::uint64_t reaction_record_ = 0;
  sim::EventHandle next_;
};

}  // namespace rackcast::models
