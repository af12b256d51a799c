#include "models/failure/server_faults.hpp"

#include <algorithm>

#include "sim/distributions.hpp"

namespace rackcast::models {

namespace {

constexpr double year_s = 365.25 * 86400;
constexpr double furthest_s = 1e9;  // thirty years: beyond any run

}  // namespace

ServerFaults::ServerFaults(std::string path, double per_year, HeardJobs jobs, Signal<RecordId> faults)
    : sim::Component(std::move(path)), per_year_(per_year), jobs_(std::move(jobs)), signal_(faults) {}

void ServerFaults::start(sim::Context& context) {
  luck_.emplace(context.stream("interruptions"));
  if (per_year_ > 0) next(context);
}

void ServerFaults::next(sim::Context& context) {
  const double wait_s = sim::exponential(luck_->uniform(), year_s / per_year_);
  context.schedule(context.now() + sim::from_seconds(std::min(wait_s, furthest_s)), sim::Phase::fault, 0);
}

void ServerFaults::wake(sim::Context& context, sim::Tag) {
  next(context);
  if (!any_trains(*jobs_, context)) return;
  ++faults_;
  context.publish(signal_,
                  static_cast<double>(context.record(sim::Severity::error, "server fault", "the job is interrupted")));
}

}  // namespace rackcast::models
