#include "models/compute/fan_control.hpp"

#include <algorithm>

#include "sim/crossing.hpp"

namespace rackcast::models {

namespace {

// A crossing found to the nanosecond is read with rounding.
constexpr double at_edge_k = 1e-6;
// A rung down is not taken if the die would settle that close to where it is taken back.
constexpr double margin_k = 0.3;

}  // namespace

const std::shared_ptr<const BoardType>& SinkTypes::at(double duty, double dust) {
  auto& type = types_[{duty, dust}];
  if (type != nullptr) return type;
  GpuSpec gpu = at_duty(gpu_, duty);
  gpu.thermal.sink_air_k_per_w *= dust;
  return type = std::make_shared<const BoardType>(gpu);
}

FanControl::FanControl(std::shared_ptr<SinkTypes> types)
    : types_(std::move(types)), ladder_(fan()), duty_(fan().target_c > 0 ? fan().lowest_duty : fan().calibrated_duty) {}

double FanControl::settled_c(const Board& board, int rung, sim::Time now) const {
  const double sink_k_per_w =
      outside_.dust * types_->gpu().thermal.sink_air_k_per_w * fan_resistance_factor(fan(), ladder_.duty(rung));
  return board.plant.settled_die_c(board.does, board.clock_hz, sink_k_per_w, highest_c(), now);
}

int FanControl::direction(const Board& board, sim::Time now) const {
  const double die_c = board.plant.die_c(now);
  if (die_c >= highest_c() - at_edge_k && rung_ < ladder_.top()) {
    const bool held_by_clock = board.cause == Throttle::thermal_die || board.cause == Throttle::hw_slowdown;
    return held_by_clock || settled_c(board, rung_, now) > highest_c() ? 1 : 0;
  }
  if (die_c <= highest_c() - band_k + at_edge_k && rung_ > 0) {
    return settled_c(board, rung_ - 1, now) < highest_c() - margin_k ? -1 : 0;
  }
  return 0;
}

void FanControl::decide(const Board& board, const Outside& outside, sim::Time now) {
  const bool was_held = outside_.duty != own;
  outside_ = outside;
  if (outside.duty != own) {
    duty_ = outside.duty;
    rung_ = ladder_.nearest(duty_);
  } else if (fan().target_c <= 0) {
    duty_ = fan().calibrated_duty;
  } else {
    const bool may_move = now >= moved_ + sim::from_seconds(rung_s) && !was_held;
    const int way = may_move ? direction(board, now) : 0;
    if (way != 0 || was_held) moved_ = now;
    rung_ += way;
    duty_ = ladder_.duty(rung_);
  }
}

sim::Time FanControl::next(const Board& board, sim::Time now, sim::Time until) const {
  if (fan().target_c <= 0 || outside_.duty != own) return sim::Time::never();
  if (direction(board, now) != 0) return std::max(moved_ + sim::from_seconds(rung_s), now + sim::Time{1});
  const double die_c = board.plant.die_c(now);
  const auto crosses = [&](double at_c, sim::Direction direction) {
    return sim::next_crossing(board.plant.island(), board.plant.form().die, {at_c, 0, now}, direction, now, until);
  };
  if (die_c >= highest_c() - at_edge_k) return crosses(highest_c() - band_k, sim::Direction::falling);
  if (die_c <= highest_c() - band_k + at_edge_k) return crosses(highest_c(), sim::Direction::rising);
  return std::min(crosses(highest_c(), sim::Direction::rising), crosses(highest_c() - band_k, sim::Direction::falling));
}

}  // namespace rackcast::models
