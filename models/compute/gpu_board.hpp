#pragma once

#include <array>
#include <optional>

#include "models/compute/fan_control.hpp"
#include "models/compute/governor.hpp"
#include "models/flow.hpp"
#include "models/workload/job_signals.hpp"

namespace rackcast::models {

/// Signals of one board.
struct BoardWiring {
  Signal<Celsius> intake;              // heard
  HeardJobs jobs;                      // heard: activities
  Signal<OnOff> powered;               // heard
  Signal<RecordId> gone;               // heard: the record of its failure; 0 while it works
  Signal<Watts> limit;                 // heard: power limit
  Signal<Hertz> clock;                 // given: 0 when off
  Signal<Watts> peak;                  // given: highest power within a step
  Signal<RecordId> faults;             // given: the latest that interrupts the job
  Signal<Count> settled;               // given: how often the board changed course
  std::optional<Signal<OnOff>> brake;  // heard: the slowdown signal, where there is one
  Signal<Duty> fans;                   // heard: their duty by a planned event
  Signal<Factor> dust;                 // heard: on the resistance of the sink
  Flow electricity;                    // given
  Flow heat;                           // given: to the case air
};

/// What a board remembers of its run.
struct BoardRecord {
  std::array<double, throttle_count> spent_s{};  ///< by cause, while training
  double hottest_c = -273.15;
  double hottest_memory_c = -273.15;
  double worst_intake_c = -273.15;
  int faults = 0;
};

/// One GPU board in the engine: joins plant and governor, publishes what they give, and is struck by faults whose rate
/// follows the die temperature (thinning: candidates at the rate of the shutdown temperature).
class GpuBoard : public sim::Component {
 public:
  GpuBoard(std::string path, std::shared_ptr<const BoardType> type, const GpuIndividual& individual,
           double power_limit_w, double clock_limit_hz, const BoardWiring& wiring, double start_c);
  /// One whose fans are driven, or whose sink gathers dust.
  GpuBoard(std::string path, const FanControl& fans, const GpuIndividual& individual, double power_limit_w,
           double clock_limit_hz, const BoardWiring& wiring, double start_c);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;

  const BoardPlant& plant() const { return plant_; }
  const BoardRecord& record() const { return record_; }
  double clock_hz() const { return decision_.clock_hz; }
  Throttle cause() const { return decision_.cause; }
  double utilisation() const;
  /// Control of the fans; none where nothing about the sink changes.
  const FanControl* fans() const { return fans_ ? &*fans_ : nullptr; }
  /// Joules by which the flows published are behind the truth, electricity and heat.
  double outstanding_electricity_j(sim::Time t) const { return plant_.electricity_j(t) - electricity_.booked_j(t); }
  double outstanding_heat_j(sim::Time t) const { return plant_.heat_j(t) - heat_.booked_j(t); }
  /// Electricity booked up to t.
  double electricity_j(sim::Time t) const { return electricity_.booked_j(t); }
  void finish(sim::Time end);

 private:
  enum : sim::Tag { settle_tag, candidate_tag };

  void settle(sim::Context& context);
  void drive_fans(sim::Context& context);
  FanControl::Board seen_by_fans() const;
  void take_note(sim::Time now);
  sim::Ramp settled_line(const sim::Output& output, const BoardType::Steady& steady, sim::Time now) const;
  void publish(sim::Context& context);
  void plan(sim::Context& context);
  void next_candidate(sim::Context& context);
  void candidate(sim::Context& context);
  void interrupt_job(sim::Context& context, std::uint64_t record);
  PowerRule rule() const;
  const BoardActivity& off() const { return (*wiring_.jobs->front().activities)[ActivityTable::off]; }

  BoardPlant plant_;
  Governor governor_;
  std::optional<FanControl> fans_;
  BoardWiring wiring_;
  std::optional<sim::Stream> luck_;
  FlowSource electricity_;
  FlowSource heat_;
  const BoardActivity* activity_;
  ClockDecision decision_;
  Throttle told_ = Throttle::none;  ///< the cause last written to the event log
  BoardRecord record_;
  sim::Time noted_;
  std::uint64_t settled_ = 0;
  double look_again_s_ = 0;  ///< after which a residue grows too large
  sim::EventHandle next_;
};

}  // namespace rackcast::models
