#include "models/thermal/dust_coat.hpp"

#include <algorithm>

namespace rackcast::models {

namespace {

constexpr double furthest_s = 1e9;  // thirty years: beyond any run

}  // namespace

DustCoat::DustCoat(std::string path, const ServerSpec& server, Signal<Factor> resistance, Signal<Factor> flow)
    : sim::Component(std::move(path)),
      course_(server.dust_course),
      clogs_(server.dust_clogs),
      cleaning_s_(server.cleaning_s),
      at_start_s_(server.dust_s),
      resistance_(resistance),
      flow_(flow),
      dust_s_(server.dust_s) {}

void DustCoat::start(sim::Context& context) {
  context.schedule(plan_.next(), sim::Phase::fault, event_tag);
  if (cleaning_s_ > 0) {
    context.schedule(context.now() + sim::from_seconds(cleaning_s_), sim::Phase::fault, interval_tag);
  }
  publish(context);
}

double DustCoat::dust_s(sim::Time now) const {
  return course_ == DustCourse::gathers ? dust_s_ + sim::to_seconds(now - since_) : dust_s_;
}

void DustCoat::clean(sim::Context& context) {
  dust_s_ = 0;
  since_ = context.now();
}

void DustCoat::publish(sim::Context& context) {
  const double now_s = dust_s(context.now());
  const double factor = dust_resistance_factor(now_s, clogs_);
  context.publish(resistance_, factor / dust_resistance_factor(at_start_s_, clogs_));
  context.publish(flow_, dust_airflow_factor(now_s) / dust_airflow_factor(at_start_s_));
  context.cancel(next_);
  if (course_ == DustCourse::stays) return;
  const double felt = std::max(clogs_, dust_clogs_indoors);  // the flow falls even where fins stay clear
  const double wait_s = dust_for_resistance_s(dust_resistance_factor(now_s, felt) * (1 + rung), felt) - now_s;
  if (wait_s > furthest_s) return;
  next_ = context.schedule(context.now() + sim::from_seconds(wait_s), sim::Phase::fault, grown_tag);
}

void DustCoat::wake(sim::Context& context, sim::Tag tag) {
  if (tag == event_tag) {
    plan_.pass(context);
    const auto* event = plan_.in_force();
    if (event != nullptr && event->record != cleaned_by_) clean(context);
    if (event != nullptr) cleaned_by_ = event->record;
    context.schedule(plan_.next(), sim::Phase::fault, event_tag);
  }
  if (tag == interval_tag) {
    context.record(sim::Severity::info, "cleaned of dust");
    clean(context);
    context.schedule(context.now() + sim::from_seconds(cleaning_s_), sim::Phase::fault, interval_tag);
  }
  publish(context);
}

}  // namespace rackcast::models
