#include "models/power/unit_loss.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "models/power/host_power.hpp"
#include "models/thermal/fans.hpp"

namespace rackcast::models {

double cap_for_units_w(const ServerSpec& server, double working) {
  const double beside_host_w = working * server.psu.rating_w - host_power_at_w(server, 1);
  const double boards_w = beside_host_w - fan_power_w(server, std::max(0.0, beside_host_w));
  return std::max(server.gpus.gpu.power.min_w, boards_w / std::max(1, server.gpus.count));
}

UnitLoss::UnitLoss(const ServerSpec& server, const UnitSignals& signals)
    : server_(server), signals_(signals), working_(server.psu.count) {}

bool UnitLoss::hear(const sim::Context& context) {
  const double working = context.read(signals_.working);
  if (working == working_) return false;
  working_ = working;
  reacting_ = false;
  return true;
}

void UnitLoss::react(sim::Context& context, double load_w) {
  const PsuSpec& psu = server_.psu;
  const double needed = psu.needed > 0 ? psu.needed : psu.count;
  const bool short_of = working_ < needed || load_w > working_ * psu.rating_w;
  reacting_ = working_ < psu.count && (reacting_ || short_of);
  tell(context);
}

std::string UnitLoss::left_text() const {
  return std::to_string(std::lround(working_)) + " of " + std::to_string(std::lround(server_.psu.count)) +
         " units left";
}

std::uint64_t UnitLoss::record(const sim::Context& context) const {
  return static_cast<std::uint64_t>(context.read(signals_.lost));
}

void UnitLoss::tell(sim::Context& context) {
  const LossReaction reaction = server_.psu.on_loss;
  const double cap_w = reacting_ && reaction == LossReaction::cap ? cap_for_units_w(server_, working_) : INFINITY;
  const bool brakes = reacting_ && reaction == LossReaction::power_brake;
  const bool acts = cap_w < INFINITY || brakes;
  if (acts && (!told_ || cap_w != context.read(signals_.cap))) {
    const std::string how = brakes ? "" : ", " + std::to_string(std::lround(cap_w)) + " W each";
    context.record(sim::Severity::warning, brakes ? "power brake on the GPUs" : "GPUs are capped", left_text() + how,
                   record(context));
  }
  if (told_ && !acts) context.record(sim::Severity::info, "GPUs are free again", left_text(), record(context));
  told_ = acts;
  context.publish(signals_.cap, cap_w);
  context.publish(signals_.brake, brakes ? 1 : 0);
}

}  // namespace rackcast::models
