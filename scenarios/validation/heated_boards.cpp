#include "scenarios/validation/heated_boards.hpp"

#include <algorithm>
#include <cmath>

namespace rackcast::scenarios {

namespace {

/// Clocks of step profiles are told apart by this much.
constexpr double profile_step_hz = 5e6;
constexpr double decide_every_s = 1;

models::StepCost kernels(const models::GpuSpec& gpu, double clock_share) {
  models::StepCost cost;
  cost.compute_s = clock_share;
  cost.memory_s = 1 - clock_share;
  cost.peak_at_hz = gpu.peak_at_hz;
  return cost;
}

models::PowerRule rule(Doing doing, const models::ClockDecision& decision) {
  const bool follows = doing != Doing::idle && decision.cause != models::Throttle::power_cap && decision.clock_hz > 0;
  return follows ? models::PowerRule::free : models::PowerRule::fixed;
}

}  // namespace

HeatedBoards::HeatedBoards(const models::GpuSpec& gpu, double clock_share, double busy,
                           const std::vector<BoardStart>& starts)
    : type_(std::make_shared<const models::BoardType>(gpu)),
      activities_(std::make_unique<models::ActivityTable>(kernels(gpu, clock_share), 1)),
      busy_(busy) {
  for (const BoardStart& start : starts) {
    boards_.push_back({models::BoardPlant(type_, start.individual, start.node_c, start.intake_c),
                       models::Governor(gpu, 0, 0), gpu.max_clock_hz});
  }
}

const models::BoardActivity& HeatedBoards::activity(Doing doing, double clock_hz) {
  using models::ActivityTable;
  if (doing == Doing::idle) return (*activities_)[ActivityTable::idle];
  if (doing == Doing::waiting) return (*activities_)[ActivityTable::waiting];
  const double made_at_hz = std::max(profile_step_hz, std::floor(clock_hz / profile_step_hz) * profile_step_hz);
  const double data_s = busy_ < 1 ? activities_->step_s(made_at_hz) / busy_ : 0;
  return (*activities_)[activities_->training(made_at_hz, data_s)];
}

void HeatedBoards::decide(Board& board, Doing doing) {
  const sim::Time now = sim::from_seconds(now_s_);
  const auto decision = board.governor.decide(board.plant, activity(doing, board.clock_hz), now);
  if (decision.clock_hz > 0) board.clock_hz = decision.clock_hz;
  board.plant.run(now, activity(doing, board.clock_hz), board.clock_hz, rule(doing, decision));
}

void HeatedBoards::run(const std::vector<Doing>& doing, double until_s) {
  while (now_s_ < until_s) {
    // Whole seconds and changes of what is done: how often somebody looks changes nothing.
    const double second_s = std::floor(now_s_ / decide_every_s) * decide_every_s;
    if (now_s_ == second_s || doing != doing_) {
      for (std::size_t i = 0; i < boards_.size(); ++i) decide(boards_[i], doing[i]);
    }
    doing_ = doing;
    now_s_ = std::min(until_s, second_s + decide_every_s);
  }
}

double HeatedBoards::die_c(std::size_t board) const { return boards_[board].plant.die_c(sim::from_seconds(now_s_)); }

double HeatedBoards::power_w(std::size_t board) const {
  return boards_[board].plant.electric_w(sim::from_seconds(now_s_));
}

std::array<double, models::board_nodes> settled_nodes(const models::GpuSpec& gpu, const models::BoardPower& power,
                                                      double die_c) {
  auto nodes = models::steady_temperatures(models::board_network(gpu), power, 0);
  const double shift_c = die_c - nodes[static_cast<std::size_t>(models::BoardNode::die)];
  for (double& node_c : nodes) node_c += shift_c;
  return nodes;
}

double steady_die_c(const models::GpuSpec& gpu, double power_w, double inlet_c) {
  // The parts of a board at full load, as the catalogue's curve has them, scaled to what is drawn.
  const auto& c = gpu.curve;
  const double full_w = c.base_w + c.core_w + c.memory_w + c.leakage_w;
  const double scale = power_w / full_w;
  const models::BoardPower power{c.base_w * scale, c.core_w * scale, c.memory_w * scale, c.leakage_w * scale};
  const auto nodes = models::steady_temperatures(models::board_network(gpu), power, inlet_c);
  return std::min(nodes[static_cast<std::size_t>(models::BoardNode::die)], gpu.limits.target_c);
}

}  // namespace rackcast::scenarios
