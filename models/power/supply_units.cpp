#include "models/power/supply_units.hpp"

#include <algorithm>
#include <cmath>

#include "sim/distributions.hpp"

namespace rackcast::models {

namespace {

constexpr double year_s = 365.25 * 86400;
constexpr double furthest_s = 1e9;  ///< thirty years: beyond any run

}  // namespace

SupplyUnits::SupplyUnits(std::string path, const PsuSpec& psu, const UnitsWiring& wiring)
    : sim::Component(std::move(path)),
      failures_per_year_(psu.failures_per_year),
      replace_s_(psu.replace_s),
      count_(static_cast<std::size_t>(psu.count)),
      wiring_(wiring) {}

void SupplyUnits::start(sim::Context& context) {
  for (std::size_t i = 0; i < count_; ++i) {
    units_.push_back({context.stream("failures of unit " + std::to_string(i)), 0, 0});
    next_failure(context, static_cast<sim::Tag>(i));
  }
}

void SupplyUnits::wake(sim::Context& context, sim::Tag tag) {
  if (tag == planned_tag) {
    hear_plan(context);
  } else if (units_[tag].failed == 0) {
    fail(context, tag);
  } else {
    context.record(sim::Severity::info, "supply unit replaced", "unit " + std::to_string(tag), units_[tag].failed);
    units_[tag].failed = 0;
    next_failure(context, tag);
  }
  tell(context);
}

void SupplyUnits::next_failure(sim::Context& context, sim::Tag unit) {
  if (!(failures_per_year_ > 0)) return;
  const double wait_s = sim::exponential(units_[unit].luck.uniform(), year_s / failures_per_year_);
  if (wait_s < furthest_s) context.schedule(context.now() + sim::from_seconds(wait_s), sim::Phase::fault, unit);
}

void SupplyUnits::fail(sim::Context& context, sim::Tag unit) {
  units_[unit].failed = context.record(sim::Severity::error, "supply unit fails", "unit " + std::to_string(unit));
  if (units_[unit].planned == 0) lose(context, static_cast<double>(units_[unit].failed));
  if (replace_s_ < furthest_s) {
    context.schedule(context.now() + sim::from_seconds(replace_s_), sim::Phase::fault, unit);
  }
}

void SupplyUnits::hear_plan(sim::Context& context) {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const double planned = context.read(wiring_.planned[i]);
    const bool lost = planned != 0 && units_[i].planned == 0 && units_[i].failed == 0;
    units_[i].planned = planned;
    if (lost) lose(context, planned);
  }
}

void SupplyUnits::lose(sim::Context& context, double record) {
  ++losses_;
  context.publish(wiring_.lost, record);
}

int SupplyUnits::working() const {
  return static_cast<int>(std::count_if(units_.begin(), units_.end(),
                                        [](const Unit& unit) { return unit.failed == 0 && unit.planned == 0; }));
}

void SupplyUnits::tell(sim::Context& context) { context.publish(wiring_.working, working()); }

}  // namespace rackcast::models
