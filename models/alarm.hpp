#pragma once

#include <functional>
#include <string>
#include <vector>

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
/// threshold, never to poll. An observer: it alters nothing.
class Alarm : public sim::Component {
 public:
  enum class Beyond { above, below };
  static constexpr sim::Tag look_tag = 0;  ///< for the signals by which points change course

  Alarm(std::string when, Beyond beyond, double threshold, double for_s, std::vector<AlarmPoint> points);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;
  const AlarmOutcome& outcome() const { return outcome_; }

 private:
  struct State {
    sim::Time since = sim::Time::never();  ///< beyond since
    bool raised = false;
  };

  bool is_beyond(double value) const;
  void look(sim::Context& context, const AlarmPoint& point, State& state);
  sim::Time next(sim::Time now, const AlarmPoint& point, const State& state) const;

  Beyond beyond_;
  double threshold_;
  sim::Time for_;
  std::vector<AlarmPoint> points_;
  std::vector<State> states_;
  AlarmOutcome outcome_;
  sim::EventHandle next_;
};

}  // namespace rackcast::models
