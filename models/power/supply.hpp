#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/flow.hpp"
#include "models/power/accrued_hazard.hpp"
#include "models/power/host_power.hpp"
#include "models/power/psu_feed.hpp"
#include "models/power/psu_law.hpp"
#include "models/power/unit_loss.hpp"
#include "models/server_spec.hpp"
#include "models/workload/job_signals.hpp"

namespace rackcast::models {

struct SupplyWiring {
  HeardJobs jobs;                    // heard: activities, and how long the peaks of their steps last
  std::vector<Flow> boards;          // heard
  std::vector<Signal<Watts>> peaks;  // heard
  Signal<RecordId> outage;           // heard: of the outlet; 0 while it is live
  Signal<OnOff> powered;             // given
  Signal<RecordId> trip;             // given: the latest
  Flow wall;                         // given: drawn from the outlet
  Flow heat;                         // given: losses and host power, to the room
  std::optional<UnitSignals> units;  // where units may fail
};

/// The supply of one server with what it feeds besides the boards, chassis fans included. Losses follow the load by the
/// fitted curve and leave as heat at once. A load of the whole or of a rail above the overload tolerance (within-step
/// peaks that last long enough included) switches it off after the time the tolerance allows, and so do excursions of
/// milliseconds at the rate of their law; steps of several jobs are not in step, and their peaks are taken to meet, for
/// as long as the longest of them lasts. It comes back `reset_s` later, when somebody or something resets it. While the
/// outlet is dead for longer than its hold-up it is off too; having tripped before, it still has to be reset. Where
/// units may fail, capacity, efficiency and hold-up are those of the units that work; a loss that takes the server down
/// is a trip, and it comes back when units do.
class Supply : public sim::Component {
 public:
  Supply(std::string path, const ServerSpec& server, double reset_s, const SupplyWiring& wiring);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

  int trips() const { return trips_; }
  double peak_wall_w() const { return peak_wall_w_; }
  const sim::Ramp& wall_ramp() const { return wall_.published(); }
  double wall_w(sim::Time t) const { return wall_.published().at(t); }
  /// Heat given off but not yet booked by the room, J.
  double outstanding_heat_j(sim::Time t) const;
  /// Energy drawn from the outlet, J.
  double wall_j(sim::Time t) const { return wall_.booked_j(t); }

 private:
  enum : sim::Tag { load_tag, trip_tag, reset_tag, excursion_tag, hold_up_tag };

  void follow_load(sim::Context& context);
  void look_again(sim::Context& context, double after_s);
  void follow_units(sim::Context& context);
  void watch_overload(sim::Context& context, double dc_w);
  void watch_excursions(sim::Context& context);
  void trip(sim::Context& context, sim::Tag tag);
  void switch_if_due(sim::Context& context, sim::Tag tag);
  bool has_input(sim::Context& context, sim::Tag tag);

  double host_w(const sim::Context& context) const;
  double mean_w(const sim::Context& context, const PsuFeed& feed) const;
  double peak_w(const sim::Context& context, const PsuFeed& feed) const;
  double excursion_rate_per_s(const sim::Context& context, const PsuFeed& feed) const;
  double longest_peak_s(const sim::Context& context) const;
  std::string tripped_by(const sim::Context& context, sim::Tag tag) const;

  ServerSpec server_;
  PsuLaw law_;
  std::vector<PsuFeed> feeds_;  ///< the whole, then its rails
  double excursion_w_;          ///< of one board in training
  double braked_excursion_w_;   ///< and under the power brake
  double reset_s_;
  SupplyWiring wiring_;
  FlowSink boards_;
  FlowSource wall_;
  FlowSource heat_;
  std::optional<UnitLoss> loss_;
  bool lacks_units_ = false;    ///< and is off for that
  bool units_tripped_ = false;  ///< it went off for that
  bool on_ = true;
  bool tripped_ = false;
  double fans_w_ = 0;   ///< since the last change
  sim::Ramp boards_w_;  ///< what the boards take, since the last change
  sim::Ramp wall_w_;
  double wall_given_j_ = 0;  ///< up to the last change
  double heat_given_j_ = 0;
  double trip_after_s_;  ///< time the present overload is survived; infinite: none
  sim::EventHandle planned_trip_;
  AccruedHazard excursions_;
  std::optional<sim::Stream> luck_;
  sim::EventHandle next_excursion_;
  bool holds_up_ = false;  ///< the outlet is dead, the input stage not yet empty
  sim::EventHandle hold_up_;
  sim::EventHandle next_;
  std::uint64_t trip_record_ = 0;
  int trips_ = 0;
  double peak_wall_w_ = 0;
};

}  // namespace rackcast::models
