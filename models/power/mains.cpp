#include "models/power/mains.hpp"

#include <algorithm>

#include "sim/distributions.hpp"
#include "sim/math.hpp"

namespace rackcast::models {

namespace {

constexpr double year_s = 365.25 * 86400;
constexpr double furthest_s = 1e9;    ///< thirty years: beyond any run
constexpr double log_spread = 1;      ///< standard deviation of the logarithm of the duration
constexpr double shortest_s = 0.001;  ///< no outage is none at all

}  // namespace

void Mains::start(sim::Context& context) {
  luck_.emplace(context.stream("outages"));
  next(context);
}

void Mains::next(sim::Context& context) {
  const double wait_s = sim::exponential(luck_->uniform(), year_s / mains_.outages_per_year);
  if (wait_s < furthest_s) context.schedule(context.now() + sim::from_seconds(wait_s), sim::Phase::fault, 0);
}

void Mains::wake(sim::Context& context, sim::Tag) {
  if (record_ == 0) {
    record_ = context.record(sim::Severity::error, "mains outage");
    const double median_s = mains_.mean_s * sim::exp(-log_spread * log_spread / 2);
    const double lasts_s = std::max(shortest_s, median_s * sim::lognormal(luck_->uniform(), log_spread));
    context.schedule(context.now() + sim::from_seconds(std::min(lasts_s, furthest_s)), sim::Phase::fault, 0);
  } else {
    context.record(sim::Severity::info, "mains are back", {}, record_);
    record_ = 0;
    next(context);
  }
  context.publish(outage_, static_cast<double>(record_));
}

}  // namespace rackcast::models
