#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/power/psu_spec.hpp"
#include "models/signals.hpp"
#include "sim/simulator.hpp"

namespace rackcast::models {

struct UnitsWiring {
  std::vector<Signal<RecordId>> planned;  // heard: of each unit; 0 while no planned event has it failed
  Signal<RecordId> lost;                  // given: the latest loss of a unit
  Signal<Count> working;                  // given
};

/// The units of a supply, each of which works or not. By chance a unit fails at a constant rate, whatever its load
/// (0.01 a year in the field, from 0.005 to 0.025: Vishwanath and Nagappan, SoCC 2010; Wang et al., DSN 2017; recalled,
/// unverified) and is replaced `replace_s` later. The draws of a unit are its own: a server with a unit more loses the
/// others at the same times. By plan it fails for as long as the event lasts.
class SupplyUnits : public sim::Component {
 public:
  SupplyUnits(std::string path, const PsuSpec& psu, const UnitsWiring& wiring);

  void start(sim::Context& context) override;
  void wake(sim::Context& context, sim::Tag tag) override;
  int losses() const { return losses_; }
  int working() const;

  static constexpr sim::Tag planned_tag = ~sim::Tag{0};

 private:
  struct Unit {
    sim::Stream luck;
    std::uint64_t failed = 0;  ///< record of a failure by chance that nobody has repaired yet
    double planned = 0;        ///< and of one by plan, as last heard
  };

  void next_failure(sim::Context& context, sim::Tag unit);
  void fail(sim::Context& context, sim::Tag unit);
  void hear_plan(sim::Context& context);
  void lose(sim::Context& context, double record);
  void tell(sim::Context& context);

  double failures_per_year_;
  double replace_s_;
  std::size_t count_;
  UnitsWiring wiring_;
  std::vector<Unit> units_;
  int losses_ = 0;
};

}  // namespace rackcast::models
