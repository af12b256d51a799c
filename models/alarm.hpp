#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/outcome.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

/// One value an alarm rule looks at, and the component that has it.
struct AlarmPoint {
  std::string path;
  std::function<double(sim::Time)> read;
};

/// A rule `PATH OP QUANTITY` with `for`: every point is looked at on a fixed grid, as a monitoring system polls; when
/// one has been beyond the threshold for `for_s`, the alarm is raised, and again only after the point was back. An
/// observer: it alters nothing.
class Alarm : public sim::Component {
 public:
  enum class Beyond { above, below };

  Alarm(std::string when, Beyond beyond, double threshold, double for_s, sim::Time interval,
        std::vector<AlarmPoint> points);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;
  const AlarmOutcome& outcome() const { return outcome_; }

 private:
  struct State {
    sim::Time since = sim::Time::never();
    bool raised = false;
  };

  void look(sim::Context& context, const AlarmPoint& point, State& state);

  Beyond beyond_;
  double threshold_;
  sim::Time for_;
  sim::Time interval_;
  std::vector<AlarmPoint> points_;
  std::vector<State> states_;
  AlarmOutcome outcome_;
};

}  // namespace rackcast::models
