#include "models/compute/fan.hpp"

#include <algorithm>
#include <cmath>

#include "sim/math.hpp"

namespace rackcast::models {

double fan_resistance_factor(const GpuFan& fan, double duty) {
  if (duty <= 0) return fan.stalled;
  if (duty == fan.calibrated_duty) return 1;
  return std::min(fan.stalled, sim::pow(fan.calibrated_duty / duty, fan.exponent));
}

double board_fan_w(const GpuFan& fan, double duty) { return fan.full_w * duty * duty * duty; }

GpuSpec at_duty(const GpuSpec& gpu, double duty) {
  GpuSpec held = gpu;
  held.thermal.sink_air_k_per_w *= fan_resistance_factor(gpu.fan, duty);
  const double more_w = board_fan_w(gpu.fan, duty) - board_fan_w(gpu.fan, gpu.fan.calibrated_duty);
  held.curve.base_w = std::max(0.0, gpu.curve.base_w + more_w);
  return held;
}

GpuSpec calibrated_at(const GpuSpec& gpu, double duty) {
  GpuSpec held = at_duty(gpu, duty);
  held.fan.stalled /= fan_resistance_factor(gpu.fan, duty);
  held.fan.calibrated_duty = duty;
  return held;
}

bool drives_fans(const GpuGroupSpec& gpus) {
  if (gpus.cooler.fans != BoardFans::as_sold) return gpus.cooler.fans == BoardFans::driven;
  return gpus.gpu.cooling != "passive" && gpus.gpu.cooling != "water";
}

FanLadder::FanLadder(const GpuFan& fan)
    : lowest_(fan.lowest_duty), top_(static_cast<int>(std::ceil(sim::log(1 / lowest_) / sim::log(step_ratio)))) {}

double FanLadder::duty(int rung) const {
  return rung >= top_ ? 1 : std::min(1.0, lowest_ * sim::pow(step_ratio, rung));
}

int FanLadder::nearest(double duty) const {
  if (duty <= lowest_) return 0;
  return std::clamp(static_cast<int>(std::lround(sim::log(duty / lowest_) / sim::log(step_ratio))), 0, top_);
}

}  // namespace rackcast::models
