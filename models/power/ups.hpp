#pragma once

#include <algorithm>

#include "models/flow.hpp"
#include "models/power/battery_law.hpp"
#include "models/workload/job_signals.hpp"

namespace rackcast::models {

struct UpsWiring {
  Flow load;                // heard: what the server takes
  Signal<RecordId> mains;   // heard: the outlet is dead; 0 while it is live
  HeardJobs jobs;           // heard: when all are idle the machine may shut down
  Signal<RecordId> output;  // given: the server gets nothing
  Signal<RecordId> low;     // given: jobs are asked to stop; 0 while they are not
  Flow wall;                // given: drawn from the outlet
  Flow heat;                // given: to the room
};

/// A small uninterruptible supply. On mains it passes the load on, with losses in proportion, and charges its battery
/// at constant power. When the outlet dies its output is dead for the time of transfer (what hangs on it has to hold
/// out that long), then the battery carries the load for as long as its law says (BatteryLaw); a load above its rating
/// switches it off at once. On low battery it asks jobs to stop, if that is wanted, and switches the output off when
/// the machine has shut down. Off it stays until mains are back; then the output is on at once. Mean loads: peaks
/// within a step are not held against its rating. In: wall energy and what the battery loses; out: load and heat.
class Ups : public sim::Component {
 public:
  Ups(std::string path, const UpsSpec& ups, const UpsWiring& wiring);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

  /// Energy drawn from the outlet, J.
  double wall_j(sim::Time t) const { return wall_given_j_ + wall_w_.area(t); }
  double wall_w(sim::Time t) const { return wall_w_.at(t); }
  /// What the battery stores more than at the start, J: never above 0.
  double gained_j(sim::Time t) const { return stored_at_j(t) - ups_.battery_j; }
  /// Share of the full battery.
  double charge(sim::Time t) const { return std::max(0.0, stored_at_j(t)) / ups_.battery_j; }
  double outstanding_heat_j(sim::Time t) const { return heat_given_j_ + heat_w_.area(t) - heat_.booked_j(t); }
  /// Highest drawn from the outlet, for the highest that the server took.
  double peak_wall_w(double load_w) const { return std::max(peak_wall_w_, load_w / ups_.efficiency); }
  int overloads() const { return overloads_; }

 private:
  enum : sim::Tag { load_tag, transfer_tag, shut_down_tag };
  enum class Mode { mains, transfer, battery, off };

  double stored_at_j(sim::Time t) const { return stored_j_ - drain_w_.area(t); }
  double limit_w() const;
  double load_w(sim::Time t) const { return load_w_.at(t); }
  void pass_time(sim::Context& context);
  void decide(sim::Context& context, sim::Tag tag);
  void lose_mains(sim::Context& context);
  void find_mains(sim::Context& context);
  void watch_battery(sim::Context& context, sim::Tag tag);
  void switch_off(sim::Context& context, sim::Severity severity, const char* why);
  void watch_low(sim::Context& context);
  void set_flows(sim::Context& context);
  void plan(sim::Context& context);
  double next_s() const;

  UpsSpec ups_;
  BatteryLaw law_;
  UpsWiring wiring_;
  FlowSink loads_;
  FlowSource wall_;
  FlowSource heat_;
  Mode mode_ = Mode::mains;
  double stored_j_;    ///< up to the last change
  sim::Ramp load_w_;   ///< since then
  sim::Ramp drain_w_;  ///< of the battery; below 0: it charges
  sim::Ramp wall_w_;
  sim::Ramp heat_w_;
  double wall_given_j_ = 0;  ///< up to the last change
  double heat_given_j_ = 0;
  double peak_wall_w_ = 0;
  std::uint64_t outage_ = 0;  ///< record of the loss of mains
  std::uint64_t low_ = 0;     ///< record of the low battery
  int overloads_ = 0;
  sim::EventHandle transfer_;
  sim::EventHandle shut_down_;
  bool shutting_down_ = false;
  sim::EventHandle next_;
};

}  // namespace rackcast::models
